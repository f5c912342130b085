// Filters, order and counts of lists of clusters, against the same done slowly and obviously.

import { expect, test } from 'vitest';
import { clusterTable, joinTables, type TableRow } from '../../../src/core/worklist/cluster-table.ts';
import { type ClusterChoice, type Ordering, selectClusters } from '../../../src/core/worklist/select-clusters.ts';

const ANY: ClusterChoice = {
  ...{ types: [], statuses: [], vertical: null, side: null, minAmount: null, maxAmount: null, currency: null },
  ...{ minAge: null, maxAge: null, fromDay: null, toDay: null, rule: null, named: null },
  ...{ owner: null, hasOwner: null, dueBefore: null, hasNote: null },
};
const MADE: Ordering = { by: 'made', descending: false };

const row = (clusterId: string, of: Partial<TableRow> = {}): TableRow => ({
  ...{ clusterId, session: 'june', type: 'not_found_gl', domain: 'mfb', service: null, rule: 'the rest' },
  ...{ status: 'pending', currency: 'NGN', amountMinor: -500, glDay: 100, bankDay: null },
  ...{ owner: null, dueDay: null, hasNote: false },
  ...of,
});

const ROWS = [
  row('a', { owner: 'ada', dueDay: 120, hasNote: true }),
  row('b', { amountMinor: 1_000, glDay: null, bankDay: 90 }),
  row('c', { type: 'duplicate_gl', status: 'approved', amountMinor: 30 }),
  row('d', { currency: 'JPY', amountMinor: 1_000, glDay: 110, bankDay: 60, session: 'july' }),
  row('e', { amountMinor: null, glDay: null, bankDay: null, domain: 'atm', service: 'pos' }),
];
const TABLE = joinTables([clusterTable(ROWS.slice(0, 2), (one) => one), clusterTable(ROWS.slice(2), (one) => one)]);
const asOf = (session: string) => (session === 'june' ? 100 : 105);

const chosen = (choice: Partial<ClusterChoice>, order: Ordering = MADE) =>
  selectClusters(TABLE, { choice: { ...ANY, ...choice }, order, asOf });
const ids = (choice: Partial<ClusterChoice>, order?: Ordering) =>
  Array.from(chosen(choice, order).places, (place) => TABLE.clusterIds[place]).join('');

test('every filter leaves its own', () => {
  expect(ids({})).toBe('abcde');
  expect(ids({ types: ['duplicate_gl', 'quantity_break'] })).toBe('c');
  expect(ids({ statuses: ['pending'] })).toBe('abde');
  expect(ids({ vertical: 'pos' })).toBe('e');
  expect(ids({ vertical: 'mfb' })).toBe('abcd');
  expect(ids({ side: 'gl' })).toBe('acd');
  expect(ids({ side: 'bank' })).toBe('bd');
  expect(ids({ minAmount: 5 })).toBe('abd');
  expect(ids({ minAmount: 5, maxAmount: 10 })).toBe('ab');
  expect(ids({ currency: 'JPY' })).toBe('d');
  expect(ids({ minAge: 1 })).toBe('bd');
  expect(ids({ maxAge: 0 })).toBe('ac');
  expect(ids({ fromDay: 95, toDay: 100 })).toBe('ac');
  expect(ids({ toDay: 70 })).toBe('d');
  expect(ids({ rule: 'another' })).toBe('');
  expect(ids({ owner: 'ada' })).toBe('a');
  expect(ids({ hasOwner: false })).toBe('bcde');
  expect([ids({ dueBefore: 121 }), ids({ dueBefore: 120 })]).toEqual(['a', '']);
  expect([ids({ hasNote: true }), ids({ hasNote: false })]).toEqual(['a', 'bcde']);
  expect(ids({ named: new Set(['e', 'a']) })).toBe('ae');
});

test('orders are total: equal ones stand as they were made, and what is unknown is least', () => {
  expect(ids({}, { by: 'made', descending: true })).toBe('edcba');
  expect(ids({}, { by: 'amount', descending: false })).toBe('ecabd');
  expect(ids({}, { by: 'amount', descending: true })).toBe('bdace');
  expect(ids({}, { by: 'age', descending: true })).toBe('dbace');
});

test('a facet counts by every filter but its own', () => {
  const { facets, amounts } = chosen({ types: ['duplicate_gl'], statuses: ['pending'] });
  expect(facets.types).toEqual([{ value: 'not_found_gl', clusters: 4 }]);
  expect(facets.statuses).toEqual([{ value: 'approved', clusters: 1 }]);
  expect(facets.currencies).toEqual([]);
  expect(amounts).toEqual([]);
  const all = chosen({});
  expect(all.facets.verticals).toEqual([
    { value: 'mfb', clusters: 4 },
    { value: 'pos', clusters: 1 },
  ]);
  expect(all.facets.sessions).toEqual([
    { value: 'june', clusters: 4 },
    { value: 'july', clusters: 1 },
  ]);
  expect(all.facets.owners).toEqual([{ value: 'ada', clusters: 1 }]);
  expect(all.facets.ages).toEqual([2, 0, 1, 1, 0, 0]);
  expect(all.amounts).toEqual([
    { currency: 'JPY', clusters: 1, amountMinor: 1_000n },
    { currency: 'NGN', clusters: 4, amountMinor: 1_530n },
  ]);
});
