// Who is no hit and is not cleared either: kinds of disguises that a clerk or a sly customer may write, and names that
// have nothing to do with a listed one, which must stay clear. Names are made up.

import { expect, test } from 'vitest';
import { notCompared } from '../../../src/core/screening/comparable.ts';
import { comparisonText } from '../../../src/core/screening/comparison.ts';
import type { ListedEntity, ScreeningSubject } from '../../../src/core/screening/entities/listed-entity.ts';
import { indexEntities } from '../../../src/core/screening/entity-index.ts';
import { screen } from '../../../src/core/screening/screen.ts';
import { namesakes, setAsideBy } from '../../../src/core/screening/set-aside.ts';

const LISTED = [
  ...['Oluyemi Folashade Okunromade', 'Oluwaseun Babatunde Adegbolamiro', 'Chukwuemeka Ikechukwu Nwadimkpora'],
  ...['Abd al-Rahman Yusuf al-Mukhtaladi', 'Gholamreza Hosseinpour Zarrinkamari', 'Cemal Çağlar Düşünceoğlu'],
  ...['Aleksandr Igorevich Vydumenko', 'Mikhail Timofeyevich Shcherbakovskiy', 'Suphachai Wongphonthira'],
  ...['José Alejandro Quintarroya Bermúdezco', 'Jürgen Wolfgang Schäuflingmüller', 'Serik Nurlanovich Abdrakhmanbek'],
  ...['John Petrov', 'Mohammed Ali Hassan', 'Maria Garcia Lopez'],
];
const listed = (name: string, at: number): ListedEntity => ({
  ...{ id: `p${at}`, schema: 'Person', names: [name], birthDates: ['1961'], countries: ['ng'], genders: ['male'] },
  ...{ identifiers: [], topics: ['sanction'], programs: [], datasets: [], addresses: [] },
  ...{ firstSeen: null, lastSeen: null, lastChange: null },
});
const lists = [{ name: 'one', version: '1', loadedAt: 0, index: indexEntities(LISTED.map(listed)) }];
const found = (name: string, more: Partial<ScreeningSubject> = {}) => {
  const subject = { schema: 'Person', names: [name], birthDates: [], countries: [], genders: [], identifiers: [] };
  const { hits, suppressed } = screen({ ...subject, ...more }, { lists, threshold: 0.7, limit: 5 });
  return [...hits, ...namesakes(suppressed)];
};

test.each([
  ['the end of a name', 'Yemi Okunromade', 0],
  ['a nickname', 'Fred Shade Okunromade', 0],
  ['a contraction', 'Oluseun Adegbolamiro', 1],
  ['another middle name', 'Oluwaseun Ayodeji Adegbolamiro', 1],
  ['cut off at the end of a field', 'Oluwaseun Babatunde Adegbol', 1],
  ['a shortened name', 'Emeka Nwadimkpora', 2],
  ['padded with particles', 'Aleksandr Vydumenko al el de la', 6],
  ['padded with names', 'Peter Paul Aleksandr Vydumenko Brown White', 6],
  ['a family name that nobody else has', 'Sanya Vydumenko', 6],
  ['a nickname of a table', 'Johnny Petrov', 12],
  ['written by German rules', 'Michail Schtscherbakowski', 7],
  ['written by Polish rules', 'Michał Szczerbakowski', 7],
  ['joined and split at once', 'Abdel Rahmane Al Mukh Taladi', 3],
  ['words divided elsewhere', 'Gholam Reza Hossein Pour Zarrin Kamari', 4],
  ['Thai in other letters', 'Supachai Vongpontira', 8],
  ['two typing errors in each', 'Alekasndr Vydmuenko', 6],
  ['umlauts as two letters', 'Juergen Schaeuflingmueller', 10],
  ['without its vowels', 'Aleksandr Vydmnk', 6],
  ['the first of two family names', 'Memo Quintarroya', 9],
  ['the end of a name by its consonants', 'Serik Rakhmanbeck', 11],
  ['a name of birth', 'Aleksandr Johnson nee Vydumenko', 6],
  ['cut to three letters', 'Mikhail Shc', 7],
  ['cut to two letters and at the end', 'Gh Zarrinkama', 4],
  ['written in pieces', 'Mikhail Sh Ch Er Ba Ko Vs Ki Y', 7],
  ['three wrong letters', 'Gholamreza Zaxrinkqmarw', 4],
  ['other vowels all through', 'Serek Ebdrekhmonbik', 11],
  ['the middle of a name', 'Cemal Sunceog', 5],
  ['letters swapped in both names', 'Alkesadnr Vduymenok', 6],
  ['an initial more than the listed name', 'G. Reza Hosseinpour', 4],
  ['a short name with its ending', 'Chuks Nwadimkpora', 2],
  ['cut short as registers do', 'Mohd Ali Hassan', 13],
  ['cut short at a full stop', 'Moh. Ali', 13],
  ['backwards', 'Rdnaskela Oknemudyv', 6],
  ['syllables changed round', 'Serik Bekabdrakhman', 11],
])('%s clears nobody: %s', (_, name, at) => {
  expect(found(name).map(({ entity }) => entity.id)).toContain(`p${at}`);
});

test.each([
  ...['Ngozi Adaeze Okafor', 'Ivan Sidorov', 'Sergei Petrov', 'Mohammed Ibrahim', 'Ali Hussein', 'Maria Fernandez'],
  ...['Oluyemi Adebayo', 'Aleksandr Ivanov', 'Mikhail Petrenko', 'Hans Müller', 'Wei Chen', 'Jose Garcia Perez'],
])('%s has nothing to do with them', (name) => expect(found(name)).toEqual([]));

test.each([
  ['another transliteration', 'Gholam-Reza Huseynpoor Zarinkamary', 4],
  ['another script', 'Михаил Щербаковский', 7],
  ['words swapped', 'Vydumenko Alexander', 6],
  ['joined and split at once', 'Abdel Rahmane Al Mukh Taladi', 3],
  ['a shortened name', 'Emeka Nwadimkpora', 2],
  ['written by German rules', 'Michail Schtscherbakowski', 7],
  ['the article left out and a word more', 'Abdulrahman Yousef Ali Mukhtaladi', 3],
])('another day of birth does not clear another spelling of the whole name: %s', (_, name, at) => {
  const contradicted = { birthDates: ['1990-02-03'], genders: ['female'] };
  const aside = found(name, contradicted).find(({ entity }) => entity.id === `p${at}`);
  expect(aside?.score).toBeLessThan(0.7);
  expect(aside && setAsideBy(aside)).toContain('birth_date: different days');
});

test.each([
  ['another middle name', 'Oluwaseun Ayodeji Adegbolamiro'],
  ['a part of the name', 'Sanya Vydumenko'],
])('another day of birth clears %s: %s', (_, name) => {
  expect(found(name)).not.toEqual([]);
  expect(found(name, { birthDates: ['1990-02-03'] })).toEqual([]);
});

test('what is near says why, without a word of the subject; a date, a number or the gender clears another name', () => {
  const [near] = found('Yemi Okunromade', { countries: ['gh'] });
  expect(near?.features.find(({ name }) => name === 'near_name')?.detail).toMatch(/: .*yemi<oluyemi/);
  expect(near && setAsideBy(near)).toEqual(['country: none in common', expect.stringMatching(/^near_name: [a-z ]+$/)]);
  expect(found('Sanya Vydumenko', { birthDates: ['1990'] })).toEqual([]);
  expect(found('Sanya Vydumenko', { genders: ['female'] })).toEqual([]);
  expect(found('Yemi Okunromade', { birthDates: ['1961-03-04'], genders: ['male'] })).toHaveLength(1);
});

test('a day of birth that agrees makes a part of a name near; a year is not enough', () => {
  const born = { ...listed('Wen Qiula', 99), birthDates: ['1961-03-04'] };
  const index = indexEntities([...LISTED.map(listed), born]);
  const asked = (birthDates: string[], name: string) => {
    const subject = { schema: 'Person', names: [name], birthDates, countries: [], genders: [], identifiers: [] };
    const { hits, suppressed } = screen(subject, { lists: [{ ...lists[0]!, index }], threshold: 0.7, limit: 5 });
    return [...hits, ...namesakes(suppressed)].map(({ entity }) => entity.id);
  };
  expect(asked(['1961-03-04'], 'Jason Qiula')).toEqual(['p99']);
  expect(asked(['1961'], 'Jason Qiula')).toEqual([]);
  expect(asked([], 'Jason Qiula')).toEqual([]);
  expect(asked(['1961-03-04'], 'Jason Okafor')).toEqual([]);
});

test('a Chinese sign has its own readings, not those of other signs that sound alike', () => {
  const index = indexEntities([listed('Yon Chun Cho', 0), listed('Ren Tao', 1), listed('Ti Jung', 2)]);
  const ids = (name: string) => {
    const subject = { schema: 'Person', names: [name], birthDates: [], countries: [], genders: [], identifiers: [] };
    return screen(subject, { lists: [{ ...lists[0]!, index }], threshold: 0.7, limit: 5 }).hits.map(
      ({ entity }) => entity.id,
    );
  };
  expect(ids('任涛')).toEqual(['p1']);
  expect(ids('智文')).toEqual([]);
});

test('a near word says little where a list has many such words', () => {
  const stems = ['Okon', 'Okan', 'Okun', 'Oken', 'Okin', 'Oqon', 'Ogon', 'Ogan', 'Ukon', 'Ukan', 'Okom', 'Okam'];
  const family = stems.flatMap((stem) => ['romade', 'rumedo', 'remida', 'ramode'].map((end) => `${stem}${end}`));
  const index = indexEntities([...family, ...family].map((one, at) => listed(`Oluyemi ${one}`, at)));
  const subject = { schema: 'Person', names: ['Oluyemi Okxnrzmade'], birthDates: [], countries: [], genders: [] };
  const { suppressed } = screen(
    { ...subject, identifiers: [] },
    { lists: [{ ...lists[0]!, index }], threshold: 0.7, limit: 99 },
  );
  expect(namesakes(suppressed)).toEqual([]);
  expect(found('Oluyemi Okxnrzmade')).toHaveLength(1);
});

test.each([
  ...[
    'Tunde Bello 2nd',
    'Bello, Tunde (21ST)',
    'Tunde O`Bello-Ade',
    "D'Angelo O’Neil",
    'José Bermúdez Jr.',
    'Bello/Tunde',
  ],
  ...['ג׳ורג׳ לוי', 'Ali·Hassan', 'Ṣẹ́gun Bẹ́llò', 'Bello 2 Tunde', 'BELLO,TUNDE “ADE”', 'Se\u0301gun Bello'],
])('marks of writing are no signs in a name: %s', (name) => {
  const subject = { schema: 'Person', names: [name], birthDates: [], countries: [], genders: [], identifiers: [] };
  expect(notCompared(subject)).toEqual([]);
});

test('who is near is the last that a limit leaves out, because nobody is cleared', () => {
  const index = indexEntities([
    listed('Musa Aliyu Sani Danladi Bello Adamu Gombe', 0),
    { ...listed('Aleksandr Igorevich Vydumenko', 1), birthDates: [] },
  ]);
  const asked = { names: ['Sanya Vydumenko', 'Musa Aliyu Sani Danladi Bello Adamu Kano'], identifiers: [] };
  const subject = { schema: 'Person', birthDates: ['1999'], countries: [], genders: [], ...asked };
  const aside = (limit: number) =>
    screen(subject, { lists: [{ ...lists[0], index }], threshold: 0.7, limit }).suppressed.map(
      ({ entity }) => entity.id,
    );
  expect([aside(2), aside(1)]).toEqual([['p0', 'p1'], ['p1']]);
});

test('the text that kept subjects are screened anew by shows each reason to be near', () => {
  const reasons = ['the first and the last word agree', 'words agree that are rare'];
  for (const why of [...reasons, 'a name agrees that hardly anybody has']) expect(comparisonText()).toContain(why);
});

test('what was asked before changes nothing', () => {
  const before = found('S. Yemi Okunromade').length;
  for (const name of ['S. A. Bello', 'O. Y. Okunromade', 'A. B.']) found(name);
  expect([before, found('S. Yemi Okunromade').length, found('Bello Olu')]).toEqual([1, 1, []]);
});

test('the more a list has a word, the less it is evidence', () => {
  const many = Array.from({ length: 9_000 }, (_, at) => listed(`Person${at} Okandeji`, at));
  const index = indexEntities([...many, listed('Emeka Okandeji', 9_000), listed('Emeka Santnkwode', 9_001)]);
  const ask = (name: string) => {
    const subject = { schema: 'Person', names: [name], birthDates: [], countries: [], genders: [], identifiers: [] };
    const own = [{ name: 'many', version: '1', loadedAt: 0, index }];
    return namesakes(screen(subject, { lists: own, threshold: 0.7, limit: 5 }).suppressed).map(
      ({ entity }) => entity.id,
    );
  };
  expect(ask('Chukwuemeka Okandeji')).toEqual([]);
  expect(ask('Chukwuemeka Santnkwode')).toEqual(['p9001']);
});

test.each([
  ...['Vyd0menko Aleksandr', 'Aleksandr 0kandeji', 'T@nde Bello', '1an Bello', '5am Okandeji', '$ani Bello'],
  ...['Tunde Bel_o', 'Tunde B^llo', 'Tunde Be\uFFFDlo', 'Tunde Bel%o', 'Tunde ＠bello', 'Bello 21sth Tunde'],
  ...['Tunde Bellо', 'Ѕеgun Bello', 'Tunde Beℓlo ΑdeX'],
])('signs in a name clear nobody: %s', (name) => {
  const subject = { schema: 'Person', names: [name], birthDates: [], countries: [], genders: [], identifiers: [] };
  expect(notCompared(subject).map(({ code }) => code)).toEqual(['signs_in_name']);
  expect(notCompared({ ...subject, names: ['Ade Bello 2nd', 'Ade Bello 2'] })).toEqual([]);
});

test.each(['Tnd Bello', 'Tunde Bll', 'Adgk Bello', 'TB Adebayo', 'Jktrcfylh Bello', 'Tunde B\u0301lck', '𒀀𒀁 𒀂𒀃'])(
  'a word that is not written out clears nobody: %s',
  (name) => {
    const subject = { schema: 'Person', names: [name], birthDates: [], countries: [], genders: [], identifiers: [] };
    expect(notCompared(subject).map(({ code }) => code)).toEqual(['not_written_out']);
  },
);

test.each(['Ng Wei', 'Mc Donald Jane', 'Lynn Brynn', 'Jr Tunde Bello', 'Ade Bello T. B.', 'محمد رشد', 'משה כהן'])(
  'is written out: %s',
  (name) => {
    const subject = { schema: 'Person', names: [name], birthDates: [], countries: [], genders: [], identifiers: [] };
    expect(notCompared(subject)).toEqual([]);
  },
);

test('a person without a name is not cleared by a number alone', () => {
  const subject = { schema: 'Person', names: [], birthDates: [], countries: [], genders: [] };
  const identifiers = [{ type: 'passport', value: 'A7654321', country: '' }];
  expect(notCompared({ ...subject, identifiers }).map(({ code }) => code)).toEqual(['no_name']);
});

test('a listed name of one word is near wherever it stands; what stands for a missing name is no second word', () => {
  const index = indexEntities([...LISTED.map(listed), listed('Suharjonowati', 99)]);
  const asked = (name: string) => {
    const subject = { schema: 'Person', names: [name], birthDates: [], countries: [], genders: [], identifiers: [] };
    const { hits, suppressed } = screen(subject, { lists: [{ ...lists[0]!, index }], threshold: 0.7, limit: 5 });
    return [...hits, ...namesakes(suppressed)].map(({ entity }) => entity.id);
  };
  expect(asked('Suharjonowati Putra')).toEqual(['p99']);
  expect(asked('Putra Suharjonowati')).toEqual(['p99']);
  expect(asked('Suharjonowati FNU')).toEqual(['p99']);
});
