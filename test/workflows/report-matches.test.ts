// A page of matches read from the store says what the run itself said, row for row, id for id and key for key.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainer } from '../../src/core/matching/outcome/explain.ts';
import { groupIds } from '../../src/core/matching/outcome/group-ids.ts';
import { membersOf } from '../../src/core/matching/outcome/match-groups.ts';
import { FEE_BASES } from '../../src/core/records/groups/fee-basis.ts';
import { TIER_REVERSAL } from '../../src/core/records/groups/groups.ts';
import { SIDES, type Side } from '../../src/core/records/rows/columns.ts';
import { digestIdAt } from '../../src/core/records/rows/digest-ids.ts';
import { recordIds } from '../../src/core/records/rows/identity.ts';
import type { SessionKey } from '../../src/core/records/session-key.ts';
import { type MatchFilter, type MatchPlace, reportMatches } from '../../src/workflows/reports/report-matches.ts';
import { reportRow } from '../../src/workflows/reports/report-row.ts';
import type { Reconciliation } from '../../src/workflows/runs/reconciliation.ts';
import { tieout } from '../cli/tieout.ts';
import { allPages, type StoredSessions, startStoredSessions } from './stored-session.ts';

const keyOf = (session: string): SessionKey => ({ tenant: 'umoja', partner: 'mfb', session });
const ANY: MatchFilter = { tier: null, minConfidence: null };
const FEES = ['--msc-rate', '0.005', '--charge-min', '10', '--charge-max', '60'];

let sessions: StoredSessions;
beforeAll(async () => {
  sessions = await startStoredSessions();
});
afterAll(() => sessions.close());

async function pageOf(key: SessionKey, filter: MatchFilter, page: { after: MatchPlace | null; limit: number }) {
  const reported = await reportMatches(sessions.deps, key, { filter, page });
  if (reported.outcome !== 'page') throw new Error(reported.outcome);
  return reported.page;
}

const listed = (key: SessionKey, { filter = ANY, limit }: { filter?: MatchFilter; limit: number }) =>
  allPages<Awaited<ReturnType<typeof pageOf>>['items'][number], MatchPlace>((after) =>
    pageOf(key, filter, { after, limit }),
  );

/** What the run said of its pairs and then of its reversals, with ids computed over all rows of both sides. */
function expected(result: Reconciliation) {
  const { columns, outcome, plainCounter, identity } = result;
  const { groups, reversals } = outcome;
  const ids = groupIds(identity, { columns, outcome });
  const idsOf = (side: Side) => {
    const all = Uint32Array.from({ length: columns[side].count }, (_, row) => row);
    return recordIds(identity, { side, columns: columns[side], plainCounter: plainCounter[side] }, all);
  };
  const recordIdOf = { gl: idsOf('gl'), bank: idsOf('bank') };
  const rowsOf = (side: Side, rows: Int32Array | Uint32Array) => {
    return Array.from(rows, (row) => reportRow(side, { rows: columns[side], row, recordId: recordIdOf[side][row] }));
  };
  const membersOfGroup = (side: Side, i: number) => rowsOf(side, Uint32Array.from(membersOf(groups[side], i)));
  const matches = Array.from({ length: groups.count }, (_, i) => ({
    groupId: digestIdAt(ids.groups, i),
    tier: groups.tier[i],
    differenceMinor: groups.difference[i],
    dateDifferenceDays: groups.days[i],
    textScore: groups.textScore[i] < 0 ? null : groups.textScore[i],
    feeBasis: FEE_BASES[groups.feeBasis[i]],
    runnerUp:
      groups.runnerUp[i] < 0 ? null : { recordId: recordIdOf.bank[groups.runnerUp[i]], gap: groups.runnerUpGap[i] },
    nettedBy: null,
    gl: membersOfGroup('gl', i),
    bank: membersOfGroup('bank', i),
  }));
  const netted = SIDES.flatMap((side) => {
    const { count, original, reversal, byKey } = reversals[side];
    const [originals, takenBack] = [rowsOf(side, original), rowsOf(side, reversal)];
    return Array.from({ length: count }, (_, i) => ({
      groupId: digestIdAt(ids.reversals[side], i),
      tier: TIER_REVERSAL,
      confidence: 0,
      differenceMinor: 0,
      dateDifferenceDays: takenBack[i].day - originals[i].day,
      textScore: null,
      feeBasis: null,
      runnerUp: null,
      nettedBy: byKey[i] ? 'reference' : 'marker',
      gl: side === 'gl' ? [originals[i], takenBack[i]] : [],
      bank: side === 'bank' ? [originals[i], takenBack[i]] : [],
    }));
  });
  return [...matches, ...netted];
}

describe('the example month', () => {
  const key = keyOf('example');
  let result: Reconciliation;
  beforeAll(async () => {
    result = await sessions.reconcile(key, ['--gl', 'examples/gl.csv', '--bank', 'examples/bank.csv', ...FEES]);
  });

  test('comes back whole, in pages of any size', async () => {
    const whole = expected(result);
    const [large, small] = [await listed(key, { limit: 1000 }), await listed(key, { limit: 37 })];
    expect(large.items).toMatchObject(whole);
    expect(small.items).toEqual(large.items);
    for (const [limit, { items, totals, pages }] of [
      [1000, large],
      [37, small],
    ] as const) {
      expect([items.length, [...totals], pages]).toEqual([
        whole.length,
        [whole.length],
        Math.ceil(whole.length / limit),
      ]);
    }
    expect(new Set(whole.map(({ tier }) => tier)).size).toBeGreaterThan(3);
    expect(whole.some(({ runnerUp }) => runnerUp !== null)).toBe(true);
    expect(whole.some(({ feeBasis }) => feeBasis !== null)).toBe(true);
    expect(whole.some(({ nettedBy }) => nettedBy !== null)).toBe(true);
  });

  test('names the keys that matching compared', async () => {
    const { items } = await listed(key, { limit: 1000 });
    const explain = explainer({ ...result, parameters: result.openSession.parameters });
    const { groups } = result.outcome;
    const sorted = (list: readonly { readonly identifier: string }[]) =>
      list.toSorted((a, b) => (a.identifier < b.identifier ? -1 : 1));
    for (let i = 0; i < groups.count; i += 17) {
      const { identifiers } = explain({ gl: groups.gl.rows[i], bank: groups.bank.rows[i] });
      expect(sorted(items[i].keysCompared)).toEqual(sorted(identifiers));
    }
    expect(items.filter(({ keysCompared }) => keysCompared.some(({ gl, bank }) => gl && bank)).length).toBeGreaterThan(
      groups.count / 2,
    );
  });

  test('is filtered by tier and confidence, and totals follow', async () => {
    const { items } = await listed(key, { limit: 1000 });
    for (let tier = 1; tier <= TIER_REVERSAL; tier++) {
      const of = await listed(key, { filter: { ...ANY, tier }, limit: 50 });
      expect(of.items).toEqual(items.filter((match) => match.tier === tier));
      expect([...of.totals]).toEqual([of.items.length]);
    }
    for (const minConfidence of [0, 0.6, 0.75, 0.8, 0.81, 0.95, 1]) {
      const of = await listed(key, { filter: { ...ANY, minConfidence }, limit: 500 });
      expect(of.items).toEqual(items.filter(({ confidence }) => confidence >= minConfidence * 100));
      expect([...of.totals]).toEqual([of.items.length]);
    }
  });

  test('is nobody else’s', async () => {
    const none = { outcome: 'unknown_session' };
    const first = { filter: ANY, page: { after: null, limit: 10 } };
    for (const other of [{ tenant: 'other' }, { partner: 'other' }, { session: 'other' }]) {
      expect(await reportMatches(sessions.deps, { ...key, ...other }, first)).toEqual(none);
    }
  });
});

test('a reversal is listed with both rows on its own side, and why', async () => {
  const key = keyOf('reversals');
  const header = 'Date,Reference,Narration,Amount';
  const gl = sessions.file('reversals-gl.csv', [
    header,
    '2026-10-02,FT26101AA1,TRANSFER TO KEMI,-9000.00',
    '2026-10-05,FT26101AA1,REVERSAL TRANSFER TO KEMI,9000.00',
    '2026-10-06,FT26101BB2,TRANSFER FROM BELLO FARMS,450.00',
  ]);
  const bank = sessions.file('reversals-bank.csv', [
    header,
    '2026-10-06,FT26101BB2,TRANSFER FROM BELLO FARMS,450.00',
    '2026-10-07,K81L002,POS PURCHASE DANJUMA MOTORS IKEJA,-120.00',
    '2026-10-08,K81L977,RVSL POS PURCHASE DANJUMA MOTORS IKEJA,120.00',
  ]);
  const result = await sessions.reconcile(key, ['--gl', gl, '--bank', bank]);
  const { items, totals } = await listed(key, { limit: 1 });
  expect(items).toMatchObject(expected(result));
  expect([...totals]).toEqual([3]);
  expect(items.slice(1)).toMatchObject([
    {
      tier: TIER_REVERSAL,
      gl: [{ line: 2, amountMinor: -900_000 }, { line: 3 }],
      bank: [],
      dateDifferenceDays: 3,
      nettedBy: 'reference',
      keysCompared: [{ identifier: '26101AA1', gl: 'reference', bank: null }],
    },
    { gl: [], bank: [{ line: 3 }, { line: 4 }], nettedBy: 'marker', keysCompared: [] },
  ]);
});

test('rows alike but for their line keep the ids that the run gave them, also on a page without their twins', async () => {
  const key = keyOf('twins');
  const row = (day: number, reference: string, amount: string) => `2026-10-0${day},${reference},FEE,${amount}`;
  const rows = [row(1, 'A81', '52.50'), row(1, 'A81', '52.50'), row(2, 'B92', '10.00'), row(1, 'A81', '52.50')];
  const header = 'Date,Reference,Narration,Amount';
  const gl = sessions.file('twins-gl.csv', [header, ...rows]);
  const bank = sessions.file('twins-bank.csv', [header, ...rows.toReversed()]);
  const result = await sessions.reconcile(key, ['--gl', gl, '--bank', bank]);
  const { items } = await listed(key, { limit: 1 });
  expect(items).toMatchObject(expected(result));
  expect(items).toHaveLength(4);
  expect(new Set(items.map(({ groupId }) => groupId)).size).toBe(4);
  expect(new Set(items.flatMap((match) => SIDES.map((side) => match[side][0].recordId))).size).toBe(8);
});

test('a month of several blocks comes back whole; of a run that was replaced no page is continued', async () => {
  const key = keyOf('blocks');
  const month = join(sessions.folder, 'month');
  const { status } = await tieout(['generate', '--rows', '9000', '--seed', '5', '--out', month]);
  expect(status).toBe(0);
  const args = ['--gl', join(month, 'gl.csv'), '--bank', join(month, 'bank.csv')];
  const result = await sessions.reconcile(key, [...args, ...FEES]);
  const { items, totals } = await listed(key, { limit: 1000 });
  expect(items).toMatchObject(expected(result));
  expect([...totals]).toEqual([items.length]);

  const { next } = await pageOf(key, ANY, { after: null, limit: 1000 });
  expect(await pageOf(key, ANY, { after: next, limit: 3 })).toMatchObject({ items: items.slice(1000, 1003) });
  await sessions.reconcile(key, args);
  const continued = await reportMatches(sessions.deps, key, { filter: ANY, page: { after: next, limit: 3 } });
  expect(continued).toEqual({ outcome: 'replaced' });
});

test('a run that commits while a page is read is what the page shows', async () => {
  const key = keyOf('overtaken');
  const files = ['--gl', 'examples/gl.csv', '--bank', 'examples/bank.csv'];
  await sessions.reconcile(key, files);
  const { store } = sessions.deps;
  let overtaken: Promise<Reconciliation> | undefined;
  const read: typeof store.groupBlocks.read = async (...asked) => {
    await (overtaken ??= sessions.reconcile(key, [...files, ...FEES]));
    return store.groupBlocks.read(...asked);
  };
  const deps = { ...sessions.deps, store: { ...store, groupBlocks: { ...store.groupBlocks, read } } };
  const reported = await reportMatches(deps, key, { filter: ANY, page: { after: null, limit: 1000 } });
  const { runId } = await overtaken!;
  expect(reported).toMatchObject({ outcome: 'page', page: { next: { runId } } });
});
