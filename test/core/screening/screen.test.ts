// What the screening engine takes for one and what not: typing errors, orders, scripts and initials on the one side,
// contradictions and ordinary names on the other. Names are made up.

import { expect, test } from 'vitest';
import { entityChanges } from '../../../src/core/screening/cases/case-differences.ts';
import { notCompared } from '../../../src/core/screening/comparable.ts';
import type { ListedEntity, ScreeningSubject } from '../../../src/core/screening/entities/listed-entity.ts';
import { identifierOf } from '../../../src/core/screening/entities/listed-entity.ts';
import { indexEntities } from '../../../src/core/screening/entity-index.ts';
import { screen } from '../../../src/core/screening/screen.ts';
import { namesakes } from '../../../src/core/screening/set-aside.ts';

const listed = (id: string, names: string[], more: Partial<ListedEntity> = {}): ListedEntity => ({
  ...{ id, schema: 'Person', names, birthDates: [], countries: [], genders: [], identifiers: [], topics: ['sanction'] },
  ...{ programs: [], datasets: [], addresses: [], firstSeen: null, lastSeen: null, lastChange: null },
  ...more,
});

const index = indexEntities([
  listed('adewole', ['Babatunde Olorunfemi Adewole', 'Tunde Adewole'], {
    ...{ birthDates: ['1961-03-14'], countries: ['ng'], identifiers: [identifierOf('passport', 'A0123-4567')] },
  }),
  listed('rashidi', ['Fatima Zahra al-Rashidi'], { birthDates: ['1975'], genders: ['female'] }),
  listed('mangrove', ['Golden Mangrove Trading Company Limited'], {
    ...{ schema: 'Company', identifiers: [identifierOf('registration', 'RC9988776', 'ng')] },
  }),
  listed('vydumanny', ['Сергей Владимирович Выдуманный']),
  listed('signs', ['虚 构人']),
]);
const lists = [{ name: 'one', version: '1', loadedAt: 0, index }];

const find = (name: string, more: Partial<ScreeningSubject> = {}) => {
  const subject = { schema: 'Person', birthDates: [], countries: [], genders: [], identifiers: [], ...more };
  return screen({ ...subject, names: name === '' ? [] : [name] }, { lists, threshold: 0.7, limit: 5 }).hits;
};
const idsOf = (...asked: Parameters<typeof find>) => find(...asked).map(({ entity }) => entity.id);

test.each([
  ['in another order', 'Adewole Babatunde', 'adewole'],
  ['with a title', 'Chief Babatunde Adewole', 'adewole'],
  ['with a typing error', 'Babatunde Adewola', 'adewole'],
  ['by an alias', 'tunde ADEWOLE', 'adewole'],
  ['spelt by sound', 'Fatimah al Rasheedi', 'rashidi'],
  ['in Arabic', 'فاطمة الراشدي', 'rashidi'],
  ['from Cyrillic', 'Sergey Vydumannyi', 'vydumanny'],
  ['with zero-width signs in it', 'Baba\u200Btunde Ade\u200Dwo\u00ADle', 'adewole'],
  ['with a zero-width space between its words', 'Babatunde\u200BAdewole', 'adewole'],
  ['within marks of direction', '\u2067Babatunde\u2069 \u202EAdewole\u202C', 'adewole'],
  ['turned round by an override', '\u202Eelowedа ednutabaB', 'adewole'],
  ['with fillers and tags', 'Tunde\u3164 Ade\u{E0041}wole\uFEFF', 'adewole'],
  ['with controls', 'Tunde\u0000 Ade\u0007wole', 'adewole'],
  ['with its signs in another order', '构人 虚', 'signs'],
  ['with initials that stand together', 'Babatunde B.O. Adewole', 'adewole'],
  ['with marks of Yoruba', 'Bàbátúndé Adéwọlé', 'adewole'],
])('a name %s is found', (_, name, id) => expect(idsOf(name)).toEqual([id]));

test('companies are found by what their legal form leaves', () => {
  expect(idsOf('GOLDEN MANGROVE TRADING LTD.', { schema: 'Company' })).toEqual(['mangrove']);
  expect(idsOf('Golden Mangrove Trading PLC', { schema: 'Company' })).toEqual(['mangrove']);
  expect(idsOf('Golden Trading Company Limited', { schema: 'Company' })).toEqual([]);
});

test.each(['Adewole', 'A', 'Babatunde Okafor', 'John Smith', '', 'x'.repeat(500), '٪٪٪', '王伟', '虚 伟'])(
  'nobody is found by %s',
  (name) => expect(idsOf(name)).toEqual([]),
);

test('who cannot be compared is not cleared: by initials, a short number, or more words than are looked at', () => {
  const codes = (names: string[], identifiers: string[] = [], schema = 'Person') => {
    const given = identifiers.map((value) => identifierOf('passport', value));
    const subject = { schema, names, birthDates: [], countries: [], genders: [], identifiers: given };
    return notCompared(subject).map(({ code }) => code);
  };
  for (const name of ['A', 'a.', 'T. A.', 'Chief T', 'Ж', '李', 'A\u200B', 'Q Ltd']) {
    expect([name, codes([name], [], name === 'Q Ltd' ? 'Company' : 'Person')]).toEqual([name, ['too_short_to_screen']]);
  }
  for (const name of ['Ng', 'Ada', 'T. Adewole', 'Chief Adewole', 'Íñ', 'T.O. Adewole', 'Adewole B.O.'])
    expect([name, codes([name])]).toEqual([name, ['one_word_name']]);
  for (const name of ['Ada Obi', '李明', '李 明']) expect([name, codes([name])]).toEqual([name, []]);
  expect([codes(['3M'], [], 'Company'), codes(['Ada', 'Ada Obi'])]).toEqual([[], []]);
  expect(codes(['A', 'Ada Obi'])).toEqual([]);
  expect(codes(['A'], ['A01234567'])).toEqual(['too_short_to_screen']);
  expect([codes([], ['1234']), codes([], ['12345'])]).toEqual([['too_short_to_screen'], ['no_name']]);
  expect(codes([`${'word '.repeat(24)}Tunde Adewole`])).toEqual(['too_long_to_screen']);
});

test('an identifier is enough, however it is written, and said to be it', () => {
  const [hit] = find('Somebody Else', { identifiers: [identifierOf('passport', 'a01234567')] });
  expect([hit?.entity.id, hit?.score, hit?.isExactIdentifier]).toEqual(['adewole', 1, true]);
  expect(idsOf('', { identifiers: [identifierOf('registration', 'RC 9988776')], schema: 'Company' })).toEqual([
    'mangrove',
  ]);
});

test('what contradicts is not taken, whatever the names say', () => {
  const dated = (day: string) => find('Babatunde Olorunfemi Adewole', { birthDates: [day] })[0]?.score;
  expect(dated('1961-03-14')).toBe(1);
  expect(dated('1961-14-03'.replace('14-03', '03'))).toBe(1);
  expect(dated('1990-03-14')).toBeGreaterThan(0.7); // Of three parts one differs: a typing error may be it.
  expect(dated('1990-01-01')).toBeUndefined();
  const numbered = (country: string) =>
    idsOf('Golden Mangrove Trading', {
      schema: 'Company',
      identifiers: [identifierOf('registration', 'RC1111111', country)],
    });
  expect(numbered('ng')).toEqual([]);
  // Numbers of another country, or of nobody knows which, are no contradiction, nor is another passport.
  expect([numbered('gh'), numbered('')]).toEqual([['mangrove'], ['mangrove']]);
  expect(idsOf('Babatunde Adewole', { identifiers: [identifierOf('passport', 'B7654321', 'ng')] })).toEqual([
    'adewole',
  ]);
});

test('a hit says which features gave what', () => {
  const [hit] = find('Babatunde Adewole', { countries: ['gh'], birthDates: ['1961'] });
  expect(hit?.features.map(({ name }) => name)).toEqual(['name_match', 'birth_date', 'country']);
  expect(hit?.features[0]?.detail).toBe('babatunde=babatunde, adewole=adewole');
});

test('whoever has the name of a listed party of another kind is a hit, and nobody by a part of it', () => {
  const kinds = indexEntities([
    listed('person', ['Babatunde Olorunfemi Adewole', 'Tunde Adewole']),
    listed('ship', ['Golden Mangrove'], { schema: 'Vessel' }),
    listed('short', ['Harmattan'], { schema: 'Vessel' }),
    listed('company', ['Okandeji & Sons Limited'], { schema: 'Company' }),
  ]);
  const among = [{ name: 'kinds', version: '1', loadedAt: 0, index: kinds }];
  const asked = (schema: string, name: string) => {
    const subject = { schema, names: [name], birthDates: [], countries: [], genders: [], identifiers: [] };
    const { hits } = screen(subject, { lists: among, threshold: 0.7, limit: 5 });
    return hits.map(({ entity, score, features }) => [entity.id, score.toFixed(2), features.at(-1)!.detail]);
  };
  expect(asked('Company', 'Tunde Adewole Ventures Ltd')).toEqual([
    ['person', '0.90', 'Company is asked for, Person is listed'],
  ]);
  expect(asked('Company', 'Babatunde Olorunfemi Adewola').map(([id]) => id)).toEqual(['person']);
  // As a person's: another spelling, without the middle name, with what companies are called besides.
  for (const name of ['Babatunde Adewole', 'Adewole Babatunde Enterprises', 'Mr Babatounde Adewolé Trading & Sons Ltd'])
    expect(asked('Company', name).map(([id]) => id)).toEqual(['person']);
  for (const name of ['Adewole Trading Ltd', 'Babatunde & Adewole Ltd', 'Babatunde Foods', 'Babatunde Okandeji Farms'])
    expect(asked('Company', name)).toEqual([]);
  for (const [schema, name, id] of [
    ['Company', 'Golden Mangrove Limited', 'ship'],
    ['Company', 'Harmattan Ltd', 'short'],
    ['Person', 'Golden Mangrove', 'ship'],
    ['Vessel', 'Okandeji Sons', 'company'],
  ] as const)
    expect(asked(schema, name).map(([found, score]) => [found, score])).toEqual([[id, '0.90']]);
  for (const [schema, name] of [
    ['Company', 'Babatunde Adewole Foods'],
    ['Company', 'Golden Mangrove Trading'],
    ['Company', 'Harmattan Foods'],
    ['Person', 'Golden Okandeji'],
  ] as const)
    expect([name, asked(schema, name)]).toEqual([name, []]);
});

test('one more syllable, or another one, is another name; a typing error in a long or short one is not', () => {
  const own = indexEntities([listed('long', ['Ngozi Santnkwoade']), listed('short', ['Musa Kone'])]);
  const ids = (name: string) => {
    const subject = { schema: 'Person', birthDates: [], countries: [], genders: [], identifiers: [], names: [name] };
    const { hits } = screen(subject, { lists: [{ ...lists[0], index: own }], threshold: 0.7, limit: 5 });
    return hits.map(({ entity }) => entity.id);
  };
  for (const other of ['Ngozi Santnkwolaade', 'Ngozi Santlaade', 'Ngozi Santebode']) expect(ids(other)).toEqual([]);
  for (const typed of ['Ngozi Santnkwoadde', 'Ngozi Sannkwoade', 'Ngozi Satnnkwoade', 'Ngozi Sentnkwoada']) {
    expect(ids(typed)).toEqual(['long']);
  }
  for (const typed of ['Mua Kone', 'Msua Kone', 'Muxsa Kone', 'Musa Kobe', 'Musa Knoe'])
    expect(ids(typed)).toEqual(['short']);
});

test.each([
  ['a word written in two', 'Person', 'Musa Danla diyar', 'Musa Aliyu Danladiyar'],
  ['three words written as one', 'Person', 'Farid Nurulhaqimi', 'Nur ul Haqimi Farid'],
  ['the servant of, apart', 'Person', "'Abd al-Karim Sulemani", 'Abdul Karim Sulemani'],
  ['the servant of, with the sound of its article', 'Person', 'Abdurrashid Belkani', 'Abd ar-Rashid Belkani'],
  ['vowels of two letters', 'Person', 'Husayn Bekkari', 'Hussein Bekkari'],
  ['a legal form in full', 'Company', 'Musterholz Aktiengesellschaft', 'Musterholz AG'],
  ['a legal form of several words', 'Company', 'Vydumka Open Joint Stock Company', 'OAO Vydumka'],
])('%s is the same name', (_, schema, asked, name) => {
  const alone = [{ name: 'one', version: '1', loadedAt: 0, index: indexEntities([listed('x', [name], { schema })]) }];
  const subject = { schema, names: [asked], birthDates: [], countries: [], genders: [], identifiers: [] };
  expect(screen(subject, { lists: alone, threshold: 0.85, limit: 5 }).hits).toHaveLength(1);
});

test.each([
  ['a word in the place of another', 'Musa Aliyu Sani Danladi Kano', 'Musa Aliyu Sani Danladi Gombe'],
  ['three other letters', 'Pak Jun Bol', 'Pak Jun Hyi'],
  ['another sign', '高松早苗', '高井早苗'],
])('%s is another name', (_, asked, name) => {
  const alone = [{ name: 'one', version: '1', loadedAt: 0, index: indexEntities([listed('x', [name])]) }];
  const subject = { schema: 'Person', names: [asked], birthDates: [], countries: [], genders: [], identifiers: [] };
  expect(screen(subject, { lists: alone, threshold: 0.7, limit: 5 }).hits).toEqual([]);
});

const aside = (world: readonly ListedEntity[], asked: Partial<ScreeningSubject>) => {
  const subject = {
    schema: 'Person',
    names: [],
    birthDates: [],
    countries: [],
    genders: [],
    identifiers: [],
    ...asked,
  };
  const wish = { lists: [{ ...lists[0]!, index: indexEntities(world) }], threshold: 0.7, limit: 5 };
  const { hits, suppressed } = screen(subject, wish);
  const ids = (found: typeof hits) => found.map(({ entity }) => entity.id);
  return { hits: ids(hits), suppressed: ids(suppressed), uncleared: ids(namesakes(suppressed)) };
};

test('what a contradiction sets aside is given; a full name clears nobody', () => {
  const world = [listed('adewole', ['Babatunde Olorunfemi Adewole'], { birthDates: ['1961-04-02'] })];
  const asked = (name: string, born: string) => aside(world, { names: [name], birthDates: [born] });
  const all = { hits: [], suppressed: ['adewole'], uncleared: ['adewole'] };
  expect(asked('Babatunde Adewole', '1990-01-01')).toEqual(all);
  expect(asked('Babatunde Adewole', '1961')).toEqual({ hits: ['adewole'], suppressed: [], uncleared: [] });
  expect(asked('Tunde Somebody', '1990-01-01')).toEqual({ hits: [], suppressed: [], uncleared: [] });
});

test.each([
  [
    'a word in the place of another',
    'Musa Aliyu Sani Danladi Bello Adamu Kano',
    'Musa Aliyu Sani Danladi Bello Adamu Gombe',
    [],
  ],
  ['a particle in the place of a word', 'Musa Aliyu Sani Danladi', 'Musa Aliyu Sani al-Danladi Bello', ['x']],
  ['a name of one word', 'Okandejy', 'Okandeji', ['x']],
])('a name of many words that is alike, and contradicted: %s', (_, asked, name, uncleared) => {
  const world = [listed('x', [name], { birthDates: ['1961-04-02'] })];
  expect(aside(world, { names: [asked], birthDates: ['1990'] })).toEqual({ hits: [], suppressed: ['x'], uncleared });
});

test('a spelling of a company beside another number, and a listed number beside another day of birth, are not cleared', () => {
  const company = listed('co', ['Mangrovia Trading'], {
    ...{ schema: 'Company', identifiers: [identifierOf('registration', '887766', 'ng')] },
  });
  const other = [identifierOf('registration', '112233', 'ng')];
  for (const name of ['Mangrovia', 'Mangrovya', 'Mangrovya Trading Ltd'])
    expect(aside([company], { schema: 'Company', names: [name] }).hits).toEqual(['co']);
  for (const name of ['Mangrovia', 'Mangrovya', 'Mangrovya Trading Ltd'])
    expect(aside([company], { schema: 'Company', names: [name], identifiers: other }).uncleared).toEqual(['co']);
  const number = identifierOf('passport', 'G2345678');
  const holder = listed('holder', ['Olorunfe Vydumannov'], { birthDates: ['1961'], identifiers: [number] });
  const asked = { names: ['Peter Nobodyson'], birthDates: ['1990'], identifiers: [identifierOf('nin', 'G2345678')] };
  expect(aside([holder], asked)).toEqual({ hits: [], suppressed: ['holder'], uncleared: ['holder'] });
});

test('the holder of a number is not another because letters or zeros stand before it', () => {
  const world = indexEntities([
    listed('ship', ['Sea Mangrove'], { schema: 'Vessel', identifiers: [{ type: 'imo', value: 'IMO9123456' }] }),
    listed('ogrn', ['Vydumanny Zavod'], { schema: 'Company', identifiers: [identifierOf('ogrn', '1027700000000')] }),
    listed('rc', ['Mangrove Lights'], { schema: 'Company', identifiers: [identifierOf('rc', '88776')] }),
  ]);
  const scoreOf = (schema: string, name: string, type: string, value: string) => {
    const subject = { schema, names: [name], birthDates: [], countries: [], genders: [] };
    const asked = { ...subject, identifiers: [{ type, value }] };
    const wish = { lists: [{ ...lists[0], index: world }], threshold: 0.7, limit: 5 };
    return screen(asked, wish).hits.map(({ entity, score }) => [entity.id, score]);
  };
  expect(scoreOf('Vessel', 'Sea Mangrove', 'imo', '9123456')).toEqual([['ship', 1]]);
  expect(scoreOf('Vessel', 'Sea Mangrove', 'imo', '9123457')).toEqual([]);
  expect(scoreOf('Company', 'Somebody Else', 'ogrn', '0001027700000000')).toEqual([['ogrn', 0.8]]);
  expect(scoreOf('Company', 'Mangrove Lights', 'rc', 'RC88776')).toEqual([['rc', 1]]);
  expect(scoreOf('Company', 'Mangrove Lights', 'rc', 'RC88777')).toEqual([]);
});

const numbered = indexEntities([
  listed('holder', ['Olorunfe Vydumannov'], {
    identifiers: [identifierOf('tax', '771298765432', 'ru'), identifierOf('passport', 'G2345678')],
  }),
  listed('lights', ['Mangrove Lights'], {
    ...{ schema: 'Company', identifiers: [identifierOf('registration', 'RC887766', 'ng'), identifierOf('tax', 'A12')] },
  }),
  listed('ship', ['Sea Mangrove'], { schema: 'Vessel', identifiers: [identifierOf('imo', '9123456')] }),
]);
const numbersOf = (schema: string, type: string, value: string) => {
  const subject = { schema, names: ['Peter Nobodyson'], birthDates: [], countries: [], genders: [] };
  const asked = { ...subject, identifiers: [identifierOf(type, value)] };
  return screen(asked, { lists: [{ ...lists[0]!, index: numbered }], threshold: 0.7, limit: 5 }).hits.map(
    ({ entity, score }) => [entity.id, score],
  );
};

test('numbers of two countries are two numbers, and contradict nothing; nor does one of another length', () => {
  const holder = listed('holder', ['Vydumanny Zavod'], {
    ...{
      schema: 'Company',
      identifiers: [identifierOf('tax', '771298765432', 'ru'), identifierOf('lei', 'X'.repeat(20))],
    },
  });
  const scoreOf = (name: string, ...identifiers: ReturnType<typeof identifierOf>[]) => {
    const subject = { schema: 'Company', names: [name], birthDates: [], countries: [], genders: [], identifiers };
    const { hits } = screen(subject, {
      lists: [{ ...lists[0]!, index: indexEntities([holder]) }],
      threshold: 0,
      limit: 5,
    });
    return hits[0]?.score ?? 0;
  };
  const zavod = (number: string, country: string) => scoreOf('Vydumanny Zavod', identifierOf('tin', number, country));
  expect([zavod('779999999999', 'ru'), zavod('779999999999', 'ng'), zavod('779999999999', '')]).toEqual([0.5, 1, 1]);
  expect([zavod('7799999999', 'ru'), zavod('771298765432', 'ru')]).toEqual([1, 1]);
  const other = (country: string) => scoreOf('Somebody Else', identifierOf('tax', '771298765432', country));
  expect([other('ru'), other(''), other('ng')]).toEqual([1, 1, 0.8]);
  expect(scoreOf('Somebody Else', identifierOf('lei', 'X'.repeat(20), 'ng'))).toBe(1);
});

test.each([
  ['Blue Nobody Ltd t/a Golden Mangrove Trading', 'Company', 'mangrove'],
  ['Golden Mangrove Trading, formerly known as Blue Nobody', 'Company', 'mangrove'],
  ['Peter Nobodyson (a/k/a Babatunde Adewole)', 'Person', 'adewole'],
])('each of several names in one text is screened: %s', (name, schema, id) => {
  expect(idsOf(name, { schema })).toEqual([id]);
});

test.each([
  ['a kind in other words', 'Person', 'International Passport', 'g 2345678', [['holder', 1]]],
  ['another kind', 'Person', 'inn', '7712 9876-5432', [['holder', 0.8]]],
  ['digits of another script', 'Person', 'tax', '٧٧١٢٩٨٧٦٥٤٣٢', [['holder', 1]]],
  ['a zero before it', 'Person', 'passport', '0G2345678', [['holder', 0.8]]],
  ['no letters before it', 'Company', 'registration', '887766', [['lights', 0.8]]],
  ['a ship as a company', 'Company', 'registration', 'IMO 9123456', [['ship', 0.8]]],
  ['zeros behind the letters before it', 'Company', 'registration', 'RC 0887766', [['lights', 0.8]]],
  ['what it is called before it', 'Vessel', 'imo', 'IMO No. 9123456', [['ship', 1]]],
  ['other letters before it', 'Person', 'passport', 'H2345678', []],
  ['signs that look like its own', 'Person', 'passport', 'GZ3456T8', []],
  ['letters that look like its digits', 'Person', 'passport', 'GZ34S678', [['holder', 0.8]]],
  ['small letters that do', 'Person', 'tax', '77l298765432', [['holder', 0.8]]],
  ['Cyrillic ones', 'Person', 'tax', '7712987654\u04172', [['holder', 0.8]]],
  ['Greek ones', 'Person', 'tax', '77\u0399298765432', [['holder', 0.8]]],
  ['its country behind it', 'Person', 'passport', 'G2345678NGA', [['holder', 0.8]]],
  ['a word behind it', 'Person', 'passport', 'G2345678 (expired)', [['holder', 0.8]]],
  ['a check digit behind it', 'Person', 'passport', 'G23456784', [['holder', 0.8]]],
  ['digits behind it', 'Person', 'passport', 'G2345678451', []],
  ['a zone', 'Person', 'passport', 'G2345678<4NGA6805179M2801011<<<<<<', [['holder', 0.8]]],
  ['two zones', 'Person', 'passport', 'P<NGANOBODYSON<<PETER<<<\nG2345678<4NGA68051', [['holder', 0.8]]],
  ['another number before it', 'Person', 'passport', 'H9876543, G2345678', [['holder', 0.8]]],
  ['another one behind it', 'Person', 'passport', 'G2345678 / H9876543', [['holder', 0.8]]],
  ['a short number of another kind', 'Company', 'tax', '887766', []],
  ['a few digits', 'Company', 'tax', 'A12', []],
])('a number is looked at: %s', (_, schema, type, value, found) => {
  expect(numbersOf(schema, type, value)).toEqual(found);
});

test('a listed number whose country becomes known is the same number; another country is a change', () => {
  const holder = (country?: string) =>
    listed('holder', ['Vydumanny Zavod'], { identifiers: [identifierOf('passport', 'B987654', country)] });
  expect(entityChanges(holder(), holder('ng'))).toEqual([]);
  expect(entityChanges(holder('ng'), holder('ng'))).toEqual([]);
  expect(entityChanges(holder('ng'), holder('gh')).map(({ field }) => field)).toEqual(['identifiers']);
});
