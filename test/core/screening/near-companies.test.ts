// Companies and ships whose names are no hits and that are not cleared either, honest ones that must stay clear, and names
// that say nothing. Names are made up.

import { expect, test } from 'vitest';
import { notCompared } from '../../../src/core/screening/comparable.ts';
import { comparisonText } from '../../../src/core/screening/comparison.ts';
import { identifierOf, type ListedEntity } from '../../../src/core/screening/entities/listed-entity.ts';
import { indexEntities } from '../../../src/core/screening/entity-index.ts';
import { screen } from '../../../src/core/screening/screen.ts';
import { namesakes } from '../../../src/core/screening/set-aside.ts';

const LISTED: readonly (readonly [id: string, name: string, schema?: string])[] = [
  ['mangrove', 'Velundra Mangrove Petroleum Trading FZE'],
  ['anvil', 'Greyish Anvilora Security Consultants Ltd'],
  ['kestrel', 'Kestrovane Corporation'],
  ['orbex', 'Orbexal S.A.'],
  ['bank', 'Tambrizal Commerce Bank'],
  ['dorvena', 'DORVENA', 'Vessel'],
  ['meridian', 'Ocean Zephyrine', 'Vessel'],
  ['plane', 'EP-QZV', 'Airplane'],
  ...['Atlantic', 'Atlantic Harbour Fish', 'Atlantic Salt'].map((name, at) => [`atlantic${at}`, name] as const),
  ...Array.from({ length: 40 }, (_, at) => [`other${at}`, `Wobbler${at} Ocean Trading ${at} Ltd`] as const),
];
const entityOf = ([id, name, schema = 'Company']: (typeof LISTED)[number]): ListedEntity => ({
  ...{ id, schema, names: [name], birthDates: [], countries: [], genders: [] },
  ...{ identifiers: [], topics: ['sanction'], programs: [], datasets: [], addresses: [] },
  ...{ firstSeen: null, lastSeen: null, lastChange: null },
});
const lists = [{ name: 'one', version: '1', loadedAt: 0, index: indexEntities(LISTED.map(entityOf)) }];
const company = (name: string) => ({
  ...{ schema: 'Company', names: [name], birthDates: [], countries: [], genders: [], identifiers: [] },
});
const found = (name: string) => {
  const { hits, suppressed } = screen(company(name), { lists, threshold: 0.7, limit: 5 });
  return [...hits, ...namesakes(suppressed)].map(({ entity }) => entity.id);
};

test.each([
  ['behind another name', 'Redstone Cargo a.k.a. Velundra Mangrove Petroleum Trading FZE', 'mangrove'],
  ['in brackets', 'Redstone Cargo (ex Greyish Anvilora Security Consultants)', 'anvil'],
  ['in a payment', 'Payment to Velundra Mangrove Petroleum Trading FZE inv 4471', 'mangrove'],
  ['in a payment, one word with its legal form', 'Payment to Orbexal S.A. inv 4471', 'orbex'],
  ['a branch', 'Kestrovane Corporation, Lagos Branch', 'kestrel'],
  ['a branch without the legal form', 'Kestrovane, Lagos Branch', 'kestrel'],
  ['an account', 'Account of Greyish Anvilora Security Consultants Ltd', 'anvil'],
  ['its own words in order', 'Velundra Group (Mangrove) Holdings Lagos', 'mangrove'],
  ['a ship as papers call it', 'Motor Vessel Dorvena', 'dorvena'],
  ['a ship and its flag', 'DORVENA - Panama flag', 'dorvena'],
  ['a ship that was called so', 'Harmony (ex Dorvena)', 'dorvena'],
  ['an aircraft', 'Airbus A340 EP-QZV', 'plane'],
  ['an aircraft without its hyphen', 'Aircraft EPQZV', 'plane'],
  ['written as one word', 'VELUNDRAMANGROVEPETROLEUMTRADINGFZE', 'mangrove'],
  ['one word and its legal form as one', 'ORBEXALS.A.', 'orbex'],
  ['a trade with an error', 'Kestrovane Coproration', 'kestrel'],
  ['trades shortened', 'Velundra Mangrove Petrlm Trdg', 'mangrove'],
  ['a bank shortened', 'Tambrizal Commerce Bk', 'bank'],
  ['other vowels and a word left out', 'Velondra Mangruve Holdings', 'mangrove'],
  ['another trade', 'Kestrovane Energy', 'kestrel'],
  ['digits for letters', 'VELUNDRA MANGR0VE PETR0LEUM', 'mangrove'],
  ['digits for l', 'Greyish Anvi1ora Security Consu1tants', 'anvil'],
  ['a sign for a letter', 'Kestrov@ne Corporation', 'kestrel'],
])('%s: %s', (_, name, id) => expect(found(name)).toContain(id));

test.each([
  ...['Atlantic Bakery and Sons Ltd', 'North Atlantic Hotels', 'Redstone Cargo (ex Bluewater Foods)'],
  ...[
    'Global Petroleum Trading FZE',
    'Commerce Bank of Lagos',
    'Mangrove Boat Tours',
    'G7 Mining',
    '3M',
    'A320 Parts Ltd',
  ],
  ...['Motor Vessel Harmony', 'Ocean Trading Ltd', 'Payment to Bluewater Foods inv 4471', 'Security Consultants Ltd'],
])('%s has nothing to do with them', (name) => expect(found(name)).toEqual([]));

test('another number does not clear a whole name within a longer one', () => {
  const numbered = { ...entityOf(LISTED[0]), identifiers: [identifierOf('rc', '1048833', 'ng')] };
  const index = indexEntities([numbered, ...LISTED.slice(1).map(entityOf)]);
  const asked = (name: string) => {
    const subject = { ...company(name), identifiers: [identifierOf('rc', '2219944', 'ng')] };
    const { suppressed } = screen(subject, { lists: [{ ...lists[0], index }], threshold: 0.7, limit: 5 });
    return namesakes(suppressed).map(({ near }) => near);
  };
  expect(asked('Payment to Velundra Mangrove Petroleum Trading FZE inv 4471')).toEqual([
    'the whole name is in the text',
  ]);
});

test.each([...['Ltd', 'The Company', '12', 'AB', 'Group', '有限公司', 'Limited Liability Company', 'Bank', 'ООО']])(
  '%s says nothing of which company it is',
  (name) => expect(notCompared(company(name)).map(({ code }) => code)).toEqual(['too_short_to_screen']),
);

test.each([
  ...[
    'EY Ltd',
    '3M',
    'HSBC',
    'Global Services',
    'United Trading Company',
    '虚构钢铁公司',
    '2904977 Canada Inc',
    'ABC Ltd',
  ],
])('%s is compared', (name) => expect(notCompared(company(name))).toEqual([]));

test('the text that kept subjects are screened anew by shows the reasons of companies', () => {
  for (const why of ['the whole name is in the text', 'every word of its own agrees'])
    expect(comparisonText()).toContain(why);
});
