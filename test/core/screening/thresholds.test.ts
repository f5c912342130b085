// A lower threshold shows every hit that a higher one shows, on lists of every kind: with much in common, with initials, in
// other scripts, and with more that is alike than is compared; what was not compared is counted. Names are made up.

import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readList } from '../../../src/adapters/lists/read-list.ts';
import type { ListedEntity } from '../../../src/core/screening/entities/listed-entity.ts';
import { indexEntities } from '../../../src/core/screening/entity-index.ts';
import { screen } from '../../../src/core/screening/screen.ts';

const ROOT = join(import.meta.dirname, '../../..');
const THRESHOLDS = [0, 0.3, 0.5, 0.6, 0.61, 0.7, 0.8, 0.9, 1];

const entityOf = (id: string, names: string[], more: Partial<ListedEntity> = {}): ListedEntity => ({
  ...{ id, schema: 'Person', names, birthDates: [], countries: [], genders: [], identifiers: [], topics: ['sanction'] },
  ...{ programs: [], datasets: [], addresses: [], firstSeen: null, lastSeen: null, lastChange: null },
  ...more,
});

const GIVEN = 'Mohammed Muhammad Ahmed Ali Hassan Fatima Aisha Yusuf Ibrahim A. M.'.split(' ');
const FAMILY = 'Danlami Okandeji Bekkari Vydumannov Kachalla Adewumi Sani Musawa'.split(' ');
const common = GIVEN.flatMap((given) =>
  FAMILY.flatMap((family) => GIVEN.map((middle) => `${given} ${middle} ${family}`)),
);
const dated = (at: number) => ({ birthDates: [['1961', '1950/1955', '1970-02-03'][at % 3]] });

const lists = new Map<string, readonly ListedEntity[]>([
  ['much in common', common.map((name, at) => entityOf(`c${at}`, [name], dated(at)))],
  [
    'few',
    [entityOf('f1', ['A. Bekkari']), entityOf('f2', ['Bekkari']), entityOf('f3', ['王小明', 'Сергей Выдуманный'])],
  ],
  // More that is alike than one screening compares.
  ['long names', Array.from({ length: 4_000 }, (_, at) => entityOf(`l${at}`, common.slice(at % 700, (at % 700) + 8)))],
]);
beforeAll(async () => {
  lists.set('sample', (await readList(join(ROOT, 'examples/lists/sample.csv'))).entities);
});

const queries: readonly (readonly string[])[] = [
  ...[['Mohamed Ali Danlami'], ['Ali'], ['A. Bekkari'], ['Ali Bekkari'], ['Wang Hsiao Ming'], ['Sergey Vydumanny']],
  ...[['Tunde Adewole'], ['Fatima Muhammad', 'Aisha Ahmed Ali Hassan Yusuf Ibrahim Sani'], FAMILY],
];

test.each(['much in common', 'few', 'long names', 'sample'])('%s', (name) => {
  const listed = lists.get(name)!;
  const index = indexEntities(listed);
  // A list without days of birth has nothing to compare them with.
  const hasDays = listed.some(({ birthDates }) => birthDates.length > 0);
  for (const names of queries) {
    for (const birthDates of hasDays ? [[], ['1952'], ['1990-01-01']] : [[]]) {
      const subject = { schema: 'Person', names, birthDates, countries: [], genders: [], identifiers: [] };
      const ask = (threshold: number) =>
        screen(subject, { lists: [{ name, version: '1', loadedAt: 0, index }], threshold, limit: 10_000 });
      let higher: ReadonlySet<string> = new Set();
      for (const threshold of THRESHOLDS.toReversed()) {
        const shown = new Set(ask(threshold).hits.map(({ entity }) => entity.id));
        expect([...higher].filter((id) => !shown.has(id))).toEqual([]);
        higher = shown;
      }
    }
  }
});

test('what was not compared is counted', () => {
  const loaded = [{ name: 'long', version: '1', loadedAt: 0, index: indexEntities(lists.get('long names')!) }];
  const subject = { schema: 'Person', birthDates: [], countries: [], genders: [], identifiers: [] };
  const wish = { lists: loaded, threshold: 0.7, limit: 50 };
  expect(screen({ ...subject, names: common.slice(0, 40) }, wish).uncompared).toBeGreaterThan(0);
  expect(screen({ ...subject, names: ['Ngozi Adewumi'] }, wish).uncompared).toBe(0);
});
