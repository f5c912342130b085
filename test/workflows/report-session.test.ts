// Open items, clusters and summaries of a session, read from the store, against what the run itself said.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterAt } from '../../src/core/classification/cluster-set.ts';
import { SIDES, type Side } from '../../src/core/records/rows/columns.ts';
import { digestIdAt } from '../../src/core/records/rows/digest-ids.ts';
import { recordIds } from '../../src/core/records/rows/identity.ts';
import type { SessionKey } from '../../src/core/records/session-key.ts';
import { reportClusters, reportSessionClusters } from '../../src/workflows/reports/report-clusters.ts';
import {
  type OpenItemPlace,
  type OpenItemReport,
  reportOpenItems,
} from '../../src/workflows/reports/report-open-items.ts';
import { reportRow } from '../../src/workflows/reports/report-row.ts';
import { reportSummaries, reportSummary } from '../../src/workflows/reports/report-summary.ts';
import type { Reconciliation } from '../../src/workflows/runs/reconciliation.ts';
import { allPages, type StoredSessions, startStoredSessions } from './stored-session.ts';

const KEY: SessionKey = { tenant: 'umoja', partner: 'mfb', session: 'october' };
const FILES = ['--gl', 'examples/gl.csv', '--bank', 'examples/bank.csv'];
const STRANGERS: readonly SessionKey[] = [
  { ...KEY, tenant: 'other' },
  { ...KEY, partner: 'other' },
  { ...KEY, session: 'other' },
];

let sessions: StoredSessions;
let result: Reconciliation;
beforeAll(async () => {
  sessions = await startStoredSessions();
  result = await sessions.reconcile(KEY, FILES);
});
afterAll(() => sessions.close());

function clusterOfRows(): Record<Side, Map<number, string>> {
  const found = { gl: new Map<number, string>(), bank: new Map<number, string>() };
  for (let c = 0; c < result.clusters.count; c++) {
    const { glRows, bankRows } = clusterAt(result.openSession, result.clusters, c);
    for (const row of glRows) found.gl.set(row, digestIdAt(result.clusterIds, c));
    for (const row of bankRows) found.bank.set(row, digestIdAt(result.clusterIds, c));
  }
  return found;
}

function openRowsOf(side: Side) {
  const { columns, outcome, identity, plainCounter, summary } = result;
  const { row: rows } = outcome.open[side];
  const ids = recordIds(identity, { side, columns: columns[side], plainCounter: plainCounter[side] }, rows);
  const clusterOf = clusterOfRows()[side];
  return Array.from(rows, (row, i) => ({
    ...reportRow(side, { rows: columns[side], row, recordId: ids[i] }),
    ageDays: Math.max(0, summary.asOfDay! - columns[side].bookingDay[row]),
    clusterId: clusterOf.get(row) ?? null,
  }));
}

describe('open items', () => {
  const listed = (side: Side | null, limit: number) =>
    allPages<OpenItemReport, OpenItemPlace>(async (after) => {
      const reported = await reportOpenItems(sessions.deps.store, KEY, { side, page: { after, limit } });
      return reported.outcome === 'page' ? reported.page : expect.unreachable(reported.outcome);
    });

  test.each(SIDES)('of the %s side come back with age and cluster', async (side) => {
    const expected = openRowsOf(side);
    const { items, totals } = await listed(side, 11);
    expect(items).toEqual(expected);
    expect([...totals]).toEqual([expected.length]);
  });

  test('of both sides are the ledger’s and then the bank’s, wherever a page ends', async () => {
    const expected = [...openRowsOf('gl'), ...openRowsOf('bank')];
    const ledger = openRowsOf('gl').length;
    for (const limit of [7, ledger, ledger + 1, expected.length, 1000]) {
      const { items, totals, pages } = await listed(null, limit);
      expect(items).toEqual(expected);
      expect([[...totals], pages]).toEqual([[expected.length], Math.ceil(expected.length / limit)]);
    }
  });

  test('are nobody else’s', async () => {
    for (const key of STRANGERS) {
      const asked = { side: null, page: { after: null, limit: 10 } };
      expect(await reportOpenItems(sessions.deps.store, key, asked)).toEqual({ outcome: 'unknown_session' });
    }
  });
});

describe('a walk over open items', () => {
  const FEES = ['--charge-max', '60'];

  test('ends with the run that it began with', async () => {
    const key = { ...KEY, partner: 'walks', session: 'overwritten' };
    const { store } = sessions.deps;
    const asked = { side: null, page: { after: null, limit: 5 } };
    await sessions.reconcile(key, FILES);
    const first = await reportOpenItems(store, key, asked);
    if (first.outcome !== 'page') return expect.unreachable(first.outcome);
    const { next: after } = first.page;
    const continued = () => reportOpenItems(store, key, { side: null, page: { after, limit: 5 } });
    expect(await continued()).toMatchObject({ outcome: 'page', page: { total: first.page.total } });
    await sessions.reconcile(key, [...FILES, ...FEES]);
    expect(await continued()).toEqual({ outcome: 'replaced' });
  });

  test('that a run overtakes while a page is read begins anew, or ends', async () => {
    const key = { ...KEY, partner: 'walks', session: 'overtaken' };
    await sessions.reconcile(key, FILES);
    const { store } = sessions.deps;
    const page = async (after: OpenItemPlace | null, terms: readonly string[]) => {
      let overtaken: Promise<Reconciliation> | undefined;
      const aggregate: typeof store.openItems.aggregate = async (...of) => {
        await (overtaken ??= sessions.reconcile(key, [...FILES, ...terms]));
        return store.openItems.aggregate(...of);
      };
      const during = { ...store, openItems: { ...store.openItems, aggregate } };
      const reported = await reportOpenItems(during, key, { side: null, page: { after, limit: 5 } });
      return { reported, runId: (await overtaken!).runId };
    };
    const { reported: first, runId } = await page(null, FEES);
    expect(first).toMatchObject({ outcome: 'page', page: { next: { runId } } });
    const { reported: second } = await page(first.outcome === 'page' ? first.page.next : null, []);
    expect(second).toEqual({ outcome: 'replaced' });
  });

  test('does not go on from what a run was still writing', async () => {
    const key = { ...KEY, partner: 'walks', session: 'writing' };
    const { store } = sessions.deps;
    await sessions.reconcile(key, FILES);
    const get: typeof store.runs.get = async (runId) => {
      const run = await store.runs.get(runId);
      return run && { ...run, materialised: false };
    };
    const writing = { ...store, runs: { ...store.runs, get } };
    const asked = { side: null, page: { after: null, limit: 5 } };
    const reported = await reportOpenItems(writing, key, asked);
    const after = reported.outcome === 'page' ? reported.page.next : null;
    expect(after).toMatchObject({ runId: null, side: 'gl' });
    expect(await reportOpenItems(store, key, { side: null, page: { after, limit: 5 } })).toEqual({
      outcome: 'replaced',
    });
  });
});

describe('clusters', () => {
  const first = { filter: {}, page: { after: null, limit: 1000 } };

  test('are those of the run, with the rows that they speak of', async () => {
    const page = (await reportSessionClusters(sessions.deps.store, KEY, first))!;
    const open = new Map([...openRowsOf('gl'), ...openRowsOf('bank')].map((item) => [item.recordId, item.clusterId]));
    expect(page.total).toBe(result.clusters.count);
    expect(page.items.map(({ clusterId }) => clusterId)).toEqual(
      Array.from({ length: result.clusters.count }, (_, c) => digestIdAt(result.clusterIds, c)),
    );
    for (const { clusterId, members } of page.items) {
      for (const { recordId } of members) expect(open.get(recordId)).toBe(clusterId);
    }
  });

  test('are filtered, over one session or all of the partner’s', async () => {
    const { store } = sessions.deps;
    const { tenant, partner } = KEY;
    const { items } = (await reportSessionClusters(store, KEY, first))!;
    const counts = result.summary.clusters;
    for (const [type, count] of Object.entries(counts)) {
      const of = await reportClusters(store, { tenant, partner }, { ...first, filter: { type } });
      expect(of.items).toEqual(items.filter((cluster) => cluster.type === type));
      expect(of.total).toBe(count);
    }
    const none = await reportClusters(store, { tenant, partner }, { ...first, filter: { domain: 'nip' } });
    expect(none).toEqual({ items: [], next: null, total: 0 });
  });

  test('are nobody else’s', async () => {
    for (const key of STRANGERS) {
      expect(await reportSessionClusters(sessions.deps.store, key, first)).toBeNull();
      expect((await reportClusters(sessions.deps.store, key, first)).total).toBe(0);
    }
  });
});

describe('summaries', () => {
  test('say what the run said, to the minor unit', async () => {
    const report = (await reportSummary(sessions.deps.store, KEY))!;
    expect(report).toMatchObject({ session: 'october', recalculationCount: 1, narrative: result.narrative });
    expect(report.facts).toEqual({ ...result.summary, clustersPending: result.summary.clusters });
    expect(report.clusters).toEqual(result.summary.clusters);
    expect(report.clustersPending).toEqual(result.summary.clusters);
  });

  test('are listed oldest first, page by page', async () => {
    const key = { ...KEY, session: 'again' };
    const { store } = sessions.deps;
    await sessions.reconcile(key, FILES);
    await sessions.reconcile(key, [...FILES, '--tolerance', '5']);
    await sessions.reconcile(key, [...FILES, '--tolerance', '9']);
    const { items, totals, pages } = await allPages<{ readonly recalculationCount: number }, number>(
      async (after) => (await reportSummaries(store, key, { after, limit: 2 }))!,
    );
    expect(items.map(({ recalculationCount }) => recalculationCount)).toEqual([1, 2, 3]);
    expect([[...totals], pages]).toEqual([[3], 2]);
    expect(items.at(-1)).toEqual(await reportSummary(store, key));
  });

  test('are nobody else’s', async () => {
    for (const key of STRANGERS) {
      expect(await reportSummary(sessions.deps.store, key)).toBeNull();
      expect(await reportSummaries(sessions.deps.store, key, { after: null, limit: 10 })).toBeNull();
    }
  });
});
