// Names that are listed in the letters of their country and asked for in Latin ones, and the other way round: whom a
// careful person would look at, and who is another. Names are made up.

import { expect, test } from 'vitest';
import type { ListedEntity } from '../../../../src/core/screening/entities/listed-entity.ts';
import { indexEntities } from '../../../../src/core/screening/entity-index.ts';
import { screen } from '../../../../src/core/screening/screen.ts';
import { namesakes } from '../../../../src/core/screening/set-aside.ts';

const subject = (name: string) => ({
  ...{ schema: 'Person', names: [name], birthDates: [], countries: [], genders: [], identifiers: [] },
});
const listed = (name: string): ListedEntity => ({
  ...{ ...subject(name), id: name, topics: ['sanction'], programs: [], datasets: [], addresses: [] },
  ...{ firstSeen: null, lastSeen: null, lastChange: null },
});
/** Others, so that words are as rare as in a list. */
const others = Array.from({ length: 400 }, (_, at) =>
  listed(`Ade${at.toString(36)}wumi Obad${(at * 7).toString(36)}la`),
);

/** Hit, near or cleared. */
function verdict(asked: string, name: string): string {
  const lists = [{ name: 'one', version: '1', loadedAt: 0, index: indexEntities([listed(name), ...others]) }];
  const { hits, suppressed } = screen(subject(asked), { lists, threshold: 0.7, limit: 5 });
  return hits.length > 0 ? 'hit' : namesakes(suppressed).length > 0 ? 'near' : 'cleared';
}

test.each([
  ['Nadia Zouaoui', 'نادية الزواوي'],
  ['Nadia Azzawawi', 'نادية الزواوي'],
  ['Nadia Ezzaouaoui', 'نادية الزواوي'],
  ['Nadia El Zawawi', 'نادية الزواوي'],
  ['Husein Alshahbani', 'حسين الشهباني'],
  ['Houcine Ashahbani', 'حسين الشهباني'],
  ['Hussain Shahbani', 'حسين الشهباني'],
  ['Abdelhafid Bel Zerbi', 'عبد الحفيظ بلزربي'],
  ['Youcef Bou Qarini', 'يوسف بوقريني'],
  ['Yacoub Benshalou', 'יעקב בן שלו'],
  ['Jacob Ben Shalu', 'יעקב בן שלו'],
  ['Amirreza Zamaninezhad', 'امیر رضا زمانی‌نژاد'],
])('%s is %s', (asked, name) => {
  expect(verdict(asked, name)).toBe('hit');
  expect(verdict(name, asked)).toBe('hit');
});

test.each([
  ['Nadia Zaki', 'نادية الزواوي'],
  ['Hassan Shaheen', 'حسين الشهباني'],
  ['Yosef Ben Shalom', 'יעקב בן שלו'],
  ['Karim Danoui', 'كريم زواني'],
])('%s is not %s', (asked, name) => expect(verdict(asked, name)).toBe('cleared'));

test.each([
  ['Somphong Phaisankrai', 'สมพงษ์ ไพศาลไกร'],
  ['Kowit Chaidiphan', 'โกวิท ใจดีพันธุ์'],
  ['Phonwat Kriangphong', 'ผลวัฒน์ เกรียงพงษ์'],
  ['Hun Sovannmeas', 'ហ៊ុន សុវណ្ណមាស'],
])('%s is %s as it is spoken', (asked, name) => expect(verdict(asked, name)).not.toBe('cleared'));
