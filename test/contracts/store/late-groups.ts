import { expect, test } from 'vitest';
import { NO_DAY } from '../../../src/core/money/calendar.ts';
import type { LateGroup, LateRow } from '../../../src/core/records/late/late-groups.ts';
import type { Side } from '../../../src/core/records/rows/columns.ts';
import { digestIdAt } from '../../../src/core/records/rows/digest-ids.ts';
import type { Store } from '../../../src/ports/store.ts';
import { clustersOf, digestId, newIngestion, openItemsOf, rowsOf } from './samples.ts';
import { KEY, type OpenStore, OTHER, startRun } from './store-under-test.ts';

const JULY = { ...KEY, session: 'july' };
export const SCOPE = { tenant: KEY.tenant, partner: KEY.partner };

const lateRow = (side: Side, n: number, session: string): LateRow => ({
  side,
  recordId: digestId(1, n),
  // A row of a former version has none.
  ...(n % 2 === 0 && { uid: digestId(8, n) }),
  session,
  ingestionId: `${side}-1`,
  ordinal: n,
  fingerprint: [n, 0xffffffff],
  bookingDay: 20_000 + n,
  valueDay: NO_DAY,
  amountMinor: -9_000_000_000_000_000,
  currency: 'NGN',
  account: '0012345678',
  reference: 'CHQ “7”',
  settlementSession: '',
  narration: 'RENT ₦',
  sourceId: '',
  file: 'gl.csv',
  line: n + 2,
});

/** Of a ledger row of June and a bank row of July, by the numbers of their record ids. */
export const groupOf = (
  n: number,
  { gl, bank, operation = 'run-x' }: { gl: number; bank: number; operation?: string },
) =>
  ({
    groupId: digestId(3, n),
    origin: 'cross_month',
    operation,
    tier: 1,
    confidence: 100,
    differenceMinor: 0,
    days: 12,
    feeBasis: null,
    textScore: null,
    probability: null,
    keysCompared: [{ identifier: 'CHQ7', gl: 'reference', bank: null }],
    gl: [lateRow('gl', gl, 'june')],
    bank: [lateRow('bank', bank, 'july')],
    createdAt: 9,
  }) satisfies LateGroup;

/** Ten open ledger rows of June (ids 0 to 9) and ten bank rows of July (20 to 29). */
export async function prepared<Under extends { readonly store: Store }>(open: () => Promise<Under>): Promise<Under> {
  const under = await open();
  const { store } = under;
  await startRun(store, 'run-june', KEY);
  await startRun(store, 'run-july', JULY);
  await store.ingestions.add(newIngestion('gl-1'));
  await store.ingestions.add(newIngestion('bank-1', { key: JULY, side: 'bank' }));
  const rows = rowsOf(11, 10);
  const items = (side: Side, first: number) => openItemsOf(rows, { ingestionId: `${side}-1`, first, side });
  await store.openItems.insertIfAbsent(KEY, { runId: 'run-june', items: items('gl', 0) });
  await store.openItems.insertIfAbsent(JULY, { runId: 'run-july', items: items('bank', 20) });
  return under;
}

async function openIds(store: Store, key: typeof KEY, side: Side): Promise<string[]> {
  const { items } = await store.openItems.page(key, { side, after: null, limit: 100 });
  return Array.from({ length: items.rows.count }, (_, i) => digestIdAt(items.recordId, i));
}
const idsFrom = (first: number, ...without: number[]): string[] =>
  Array.from({ length: 10 }, (_, i) => first + i).flatMap((n) => (without.includes(n) ? [] : [digestId(1, n)]));

export function lateGroupsContract(open: OpenStore): void {
  test('a proposed group holds nothing; settled it holds its rows, for both sessions and for good', async () => {
    const under = await prepared(open);
    const group = groupOf(1, { gl: 3, bank: 24 });
    expect(await under.store.lateGroups.propose(SCOPE, { groups: [group] })).toBe(1);
    expect(await under.store.lateGroups.propose(SCOPE, { groups: [group] })).toBe(0);
    expect(await under.store.lateGroups.ofSession(KEY)).toEqual([]);
    expect(await openIds(under.store, KEY, 'gl')).toEqual(idsFrom(0));
    // Whoever comes next settles it, for instance after a restart.
    const store = await under.reopen();
    const settled = { confirmed: [group.groupId], refused: [] };
    expect(await store.lateGroups.settle(SCOPE, { at: 10 })).toEqual(settled);
    expect(await store.lateGroups.settle(SCOPE, { at: 11 })).toEqual({ confirmed: [], refused: [] });
    expect(await openIds(store, KEY, 'gl')).toEqual(idsFrom(0, 3));
    expect(await openIds(store, JULY, 'bank')).toEqual(idsFrom(20, 24));
    for (const key of [KEY, JULY]) expect(await store.lateGroups.ofSession(key)).toEqual([group]);
    expect(await store.lateGroups.ofSession({ ...KEY, session: 'may' })).toEqual([]);
    expect(await store.lateGroups.ofSession(OTHER)).toEqual([]);
    for (const key of [KEY, JULY]) expect(await store.lateGroups.idsOfSession(key)).toEqual([group.groupId]);
    for (const key of [{ ...KEY, session: 'may' }, OTHER]) expect(await store.lateGroups.idsOfSession(key)).toEqual([]);
    expect(await store.lateGroups.ofOperation(SCOPE, 'run-x')).toEqual([group]);
    expect(await store.lateGroups.ofOperation(SCOPE, 'run-y')).toEqual([]);
    expect(await store.lateGroups.ofOperation(OTHER, 'run-x')).toEqual([]);
    await under.dispose();
  });

  test('groups are found by the days of their rows, whatever session holds them, while they stand', async () => {
    const { store, dispose } = await prepared(open);
    const groups = [groupOf(2, { gl: 4, bank: 25 }), groupOf(1, { gl: 3, bank: 24 })];
    await store.lateGroups.propose(SCOPE, { groups });
    const { items } = await store.openItems.page(KEY, { side: 'gl', after: null, limit: 10 });
    const days = Array.from(items.rows.bookingDay).filter((day) => day !== NO_DAY);
    const all = { fromDay: Math.min(...days), toDay: Math.max(...days) };
    expect(await store.lateGroups.bookedWithin(SCOPE, all)).toEqual([]);
    expect(await store.lateGroups.heldUids(SCOPE, all)).toEqual([]);
    await store.lateGroups.settle(SCOPE, { at: 10 });
    expect(await store.lateGroups.bookedWithin(SCOPE, all)).toEqual(groups);
    const day = items.rows.bookingDay[4];
    expect(await store.lateGroups.bookedWithin(SCOPE, { fromDay: day, toDay: day })).toEqual(groups);
    // Of the four rows one has no day, and two were stored without a uid.
    expect(await store.lateGroups.heldUids(SCOPE, all)).toEqual([digestId(8, 25)]);
    expect(await store.lateGroups.heldUids(SCOPE, { fromDay: all.toDay + 1, toDay: all.toDay + 9 })).toEqual([]);
    expect(await store.lateGroups.heldUids({ ...SCOPE, partner: 'abuja' }, all)).toEqual([]);
    expect(await store.lateGroups.bookedWithin(SCOPE, { fromDay: all.toDay + 1, toDay: all.toDay + 9 })).toEqual([]);
    for (const scope of [OTHER, { ...SCOPE, partner: 'abuja' }]) {
      expect(await store.lateGroups.bookedWithin(scope, all)).toEqual([]);
    }
    await store.lateGroups.void(SCOPE, { groupIds: [groups[0].groupId], reason: 'taken back', at: 12 });
    expect(await store.lateGroups.bookedWithin(SCOPE, all)).toEqual([groups[1]]);
    const ids = [...groups.map(({ groupId }) => groupId).reverse(), digestId(3, 99)];
    expect(await store.lateGroups.named(SCOPE, ids)).toEqual(groups);
    expect(await store.lateGroups.named(OTHER, ids)).toEqual([]);
    await dispose();
  });

  test('of two groups that want one row the first has it, and the other’s rows are free', async () => {
    const { store, dispose } = await prepared(open);
    const groups = [
      groupOf(1, { gl: 3, bank: 24 }),
      groupOf(2, { gl: 4, bank: 24 }),
      groupOf(3, { gl: 5, bank: 25 }),
      groupOf(4, { gl: 99, bank: 26 }),
    ];
    await store.lateGroups.propose(SCOPE, { groups });
    expect(await store.lateGroups.settle({ ...SCOPE, partner: 'abuja' }, { at: 10 })).toEqual({
      confirmed: [],
      refused: [],
    });
    // Some at a time say the same together, the first first.
    const settled: { confirmed: string[]; refused: string[] } = { confirmed: [], refused: [] };
    for (let count = -1; count !== settled.confirmed.length + settled.refused.length; ) {
      count = settled.confirmed.length + settled.refused.length;
      const { confirmed, refused } = await store.lateGroups.settle(SCOPE, { at: 10, most: 2 });
      settled.confirmed.push(...confirmed);
      settled.refused.push(...refused);
    }
    expect(settled).toEqual({
      confirmed: [groups[0].groupId, groups[2].groupId],
      refused: [groups[1].groupId, groups[3].groupId],
    });
    expect(await openIds(store, KEY, 'gl')).toEqual(idsFrom(0, 3, 5));
    expect(await openIds(store, JULY, 'bank')).toEqual(idsFrom(20, 24, 25));
    expect(await store.lateGroups.ofSession(KEY)).toEqual([groups[0], groups[2]]);
    await dispose();
  });

  test('rows that a group holds are no items of any run, until the group is void', async () => {
    const { store, dispose } = await prepared(open);
    const groups = [groupOf(1, { gl: 3, bank: 24 }), groupOf(2, { gl: 4, bank: 25 })];
    await store.lateGroups.propose(SCOPE, { groups });
    await store.lateGroups.settle(SCOPE, { at: 10 });
    await startRun(store, 'run-june-2', KEY);
    expect(await store.openItems.removeForOtherRuns(KEY, 'run-june-2')).toBe(8);
    const items = openItemsOf(rowsOf(11, 10), { ingestionId: 'gl-1', first: 0 });
    expect(await store.openItems.insertIfAbsent(KEY, { runId: 'run-june-2', items })).toBe(8);
    expect(await openIds(store, KEY, 'gl')).toHaveLength(8);
    const scope = { ...SCOPE, side: 'gl', fromDay: NO_DAY, toDay: 99_999 } as const;
    const { rows, recordId } = await store.openItems.columns({ ...scope, held: true });
    expect([...Array(rows.count).keys()].map((item) => digestIdAt(recordId, item))).toEqual([
      digestId(1, 3),
      digestId(1, 4),
    ]);
    expect((await store.openItems.columns({ ...scope, partner: 'abuja', held: true })).rows.count).toBe(0);
    const of = { groupIds: [groups[0].groupId, digestId(3, 77)], reason: 'taken back', at: 12 };
    expect(await store.lateGroups.void({ ...SCOPE, partner: 'abuja' }, of)).toEqual([]);
    expect(await store.lateGroups.void(SCOPE, of)).toEqual([digestId(1, 3), digestId(1, 24)]);
    expect(await store.lateGroups.void(SCOPE, of)).toEqual([]);
    expect((await openIds(store, KEY, 'gl')).toSorted()).toEqual(idsFrom(0, 4));
    expect(await store.lateGroups.ofSession(JULY)).toEqual([groups[1]]);
    // What was void is not proposed a second time: another operation has ids of its own.
    expect(await store.lateGroups.propose(SCOPE, { groups })).toBe(0);
    await dispose();
  });

  test('what its session has no more of a group’s rows is no item of it once the group is void', async () => {
    const { store, dispose } = await prepared(open);
    const group = groupOf(1, { gl: 3, bank: 24 });
    await store.lateGroups.propose(SCOPE, { groups: [group] });
    await store.lateGroups.settle(SCOPE, { at: 10 });
    const recordIds = [digestId(1, 3), digestId(1, 4), digestId(1, 24)];
    // Only what is held, and of the session.
    expect(await store.openItems.removeHeld(KEY, { recordIds })).toBe(1);
    expect(await store.openItems.removeHeld(KEY, { recordIds })).toBe(0);
    const of = { groupIds: [group.groupId], reason: 'taken back', at: 12 };
    expect(await store.lateGroups.void(SCOPE, of)).toEqual([digestId(1, 24)]);
    expect(await openIds(store, KEY, 'gl')).toEqual(idsFrom(0, 3));
    await dispose();
  });

  test('a later taking of the row lease refuses what is done under an earlier one', async () => {
    const { store, dispose } = await prepared(open);
    const earlier = (await store.leases.take('rows', 60_000))!;
    await store.leases.release(earlier);
    await store.leases.take('rows', 60_000);
    const busy = { code: 'session_busy' };
    const of = { groups: [groupOf(1, { gl: 3, bank: 24 })], under: earlier };
    await expect(store.lateGroups.propose(SCOPE, of)).rejects.toMatchObject(busy);
    await store.lateGroups.propose(SCOPE, { groups: of.groups });
    await expect(store.lateGroups.settle(SCOPE, { at: 1, under: earlier })).rejects.toMatchObject(busy);
    await store.lateGroups.settle(SCOPE, { at: 1 });
    const voiding = { groupIds: [of.groups[0].groupId], reason: 'late', at: 2, under: earlier };
    await expect(store.lateGroups.void(SCOPE, voiding)).rejects.toMatchObject(busy);
    const removing = { recordIds: [digestId(1, 3)], under: earlier };
    await expect(store.openItems.removeHeld(KEY, removing)).rejects.toMatchObject(busy);
    const clusters = { clusterIds: [digestId(2, 0)], reason: 'late', at: 2, under: earlier };
    await expect(store.clusters.voidSome(KEY, clusters)).rejects.toMatchObject(busy);
    await expect(store.clusters.restoreSome(KEY, clusters)).rejects.toMatchObject(busy);
    await expect(store.clusters.addHints(KEY, { hints: [], at: 2, under: earlier })).rejects.toMatchObject(busy);
    await dispose();
  });

  test('some clusters of a session are voided, and no others', async () => {
    const { store, dispose } = await prepared(open);
    const clusters = clustersOf(4, { ingestionId: 'gl-1', first: 0 });
    await store.clusters.insertOrRestore(KEY, { runId: 'run-june', clusters, at: 5 });
    const of = { clusterIds: [digestId(2, 1), digestId(2, 3), digestId(2, 99)], reason: 'matched late', at: 6 };
    expect(await store.clusters.voidSome(JULY, of)).toBe(0);
    expect(await store.clusters.voidSome(KEY, of)).toBe(2);
    expect(await store.clusters.voidSome(KEY, of)).toBe(0);
    const left = await store.clusters.page(KEY, { after: null, limit: 10 });
    expect(left.clusters.map(({ clusterId }) => clusterId)).toEqual([digestId(2, 0), digestId(2, 2)]);
    // And count again, those that are void for the reason.
    expect(await store.clusters.restoreSome(KEY, { ...of, reason: 'another' })).toBe(0);
    expect(await store.clusters.restoreSome(JULY, of)).toBe(0);
    expect(await store.clusters.restoreSome(KEY, { ...of, clusterIds: [digestId(2, 0), digestId(2, 1)] })).toBe(1);
    const again = await store.clusters.page(KEY, { after: null, limit: 10 });
    expect(again.clusters.map(({ clusterId }) => clusterId)).toEqual([0, 1, 2].map((n) => digestId(2, n)));
    expect((await store.clusters.counts(KEY)).reduce((sum, { clusters }) => sum + clusters, 0)).toBe(3);
    await dispose();
  });
}
