// Patterns from approval to sweep, on both stores: what people teach is decided for them afterwards, shown beforehand,
// taken back, and suspended when they take it back.

import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ANYBODY } from '../../../src/core/callers/caller.ts';
import { NO_POLICY, policyJson } from '../../../src/core/people/policy.ts';
import type { Decision } from '../../../src/core/records/documents/decisions.ts';
import type { Pattern } from '../../../src/core/records/documents/patterns.ts';
import type { Store } from '../../../src/ports/store.ts';
import { afterDecisions } from '../../../src/workflows/afterwards/after-resolve.ts';
import { backTestPattern } from '../../../src/workflows/decisions/backtest-pattern.ts';
import { resolveExceptions } from '../../../src/workflows/decisions/resolve-exceptions.ts';
import { resumePattern } from '../../../src/workflows/decisions/resume-pattern.ts';
import { suspendPattern } from '../../../src/workflows/decisions/suspend-pattern.ts';
import { patternSweeps, sweepAfterRun } from '../../../src/workflows/decisions/sweep-pattern.ts';
import { previewSweep, undoSweep } from '../../../src/workflows/decisions/undo-sweep.ts';
import { setTerms } from '../../../src/workflows/partners/terms-in-force.ts';
import { committedAlarm } from '../../../src/workflows/work/committed-alarm.ts';
import { startWorker } from '../../../src/workflows/work/worker.ts';
import { withMongodb } from '../../adapters/store-mongo/temporary-database.ts';
import { clustersOf as columnsOf, newIngestion } from '../../contracts/store/samples.ts';
import { startRun } from '../../contracts/store/store-under-test.ts';
import { auditOf, clustersOf, orderOf, type Partner, partner, SCOPE } from './month.ts';
import { overtaken } from './overtaken.ts';
import { CHAIN } from './resolving.ts';

const TYPE = 'date_difference' as const;
const KEY = { ...SCOPE, domain: 'mfb', type: TYPE } as const;

/** Ledger rows of March and the bank's of so many days later, one each; a row of either side in the other's days. */
function apart(days: readonly number[], from = 0) {
  const row = (n: number, day: number) =>
    `${new Date(Date.UTC(2026, 2, 1 + day)).toISOString().slice(0, 10)},REF${7_000 + 13 * (n + from)}Z,` +
    `Transfer Eze Logistics ${n + from},${2_000 + 19 * (n + from)}.25`;
  return {
    gl: days.map((_, n) => row(n, 1)),
    bank: [`2026-03-02,BK${from}99,Deposit by Adaeze Stores,77001.${10 + from}`, ...days.map((d, n) => row(n, 1 + d))],
  };
}

function patterns(open?: () => Promise<Store>): void {
  let lagos: Partner;
  beforeEach(async () => {
    lagos = await partner(open);
  });
  afterEach(() => lagos.dispose());

  /** Does what is queued, to the last of it. */
  async function workOff(): Promise<void> {
    const { deps, store } = lagos;
    const alarm = committedAlarm(deps.log, () => {});
    const handlers = [afterDecisions({ ...deps, ...CHAIN }), patternSweeps(deps)];
    const worker = startWorker({ ...deps, bus: localOf(lagos), alarm, handlers }, { name: 'w', announceEveryMs: 20 });
    // What ends may have put more there, and is between two looks for a moment: idle several times in a row.
    const isIdle = async () =>
      !worker.current() && (await store.work.waiting({ knows: null, forMs: 0, limit: 1_000 })).length === 0;
    for (let idle = 0; idle < 4; idle = (await isIdle()) ? idle + 1 : 0) await pause(25);
    await worker.drain(5_000);
  }
  const approve = (clusterIds: readonly string[], isRecurring = true) =>
    lagos.resolve('approved', { type: TYPE, clusterIds, isRecurring });
  const idsOf = async (session: string) =>
    (await clustersOf(lagos, TYPE)).filter((one) => one.session === session).map(({ clusterId }) => clusterId);
  const statuses = async (session: string) =>
    (await clustersOf(lagos, TYPE)).filter((one) => one.session === session).map((one) => one.decisionStatus);
  const pattern = async (): Promise<Pattern> => (await lagos.store.patterns.get(KEY))!;
  const sweepIds = async () => [
    ...new Set((await auditOf(lagos)).filter((one) => one.autoResolved).map(({ requestId }) => requestId)),
  ];

  const published = async () =>
    (await lagos.store.outbox.due({ destination: 'bus', limit: 99, after: null })).messages
      .filter(({ topic }) => topic === 'resolution_results')
      .map(({ payload }) => JSON.parse(new TextDecoder().decode(payload)));

  test('rule 1: only an approval of people that says recurring, of a registered type, teaches', async () => {
    await lagos.session('march', apart([15, 15, 16, 14, 15, 15]));
    const ids = await idsOf('march');
    expect(ids).toHaveLength(6);
    await approve(ids.slice(0, 1), false);
    await lagos.resolve('rejected', { type: TYPE, clusterIds: ids.slice(1, 2), isRecurring: true });
    await lagos.resolve('approved', { type: 'not_found_bank', isRecurring: true });
    expect(await lagos.store.patterns.count(SCOPE)).toBe(0);
    await approve(ids.slice(2, 4));
    expect((await pattern()).figures).toMatchObject({ count: 2, min: 14, max: 16 });
    expect((await auditOf(lagos)).map(({ learned }) => learned?.value ?? null).filter(Boolean)).toEqual([16, 14]);
  });

  test('rules 4 to 6: what lies within the values seen is swept, in every session, and teaches nothing', async () => {
    await lagos.session('march', apart([15, 15, 15, 15, 15, 15, 21]));
    await lagos.session('other', apart([15, 20], 50));
    await approve((await idsOf('march')).slice(0, 5));
    const before = await pattern();
    await workOff();
    expect(await statuses('march')).toEqual([...Array(6).fill('approved'), 'pending']);
    expect(await statuses('other')).toEqual(['approved', 'pending']);
    const swept = (await auditOf(lagos)).filter(({ autoResolved }) => autoResolved);
    expect(swept.map((one) => [one.method, one.resolved, one.isRecurring, one.learned])).toEqual(
      Array(2).fill(['auto', true, false, null]),
    );
    expect(await sweepIds()).toEqual([
      expect.stringMatching(/^auto-sweep-[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    ]);
    expect(await pattern()).toEqual(before);
    const results = await published();
    expect(results.map((one) => [one.resolution_request_id, one.approved_count, one.results.length])).toEqual([
      [expect.any(String), 5, 5],
      [(await sweepIds())[0], 2, 2],
    ]);
    expect(results[1].results[0]).toMatchObject({ resolution_method: 'auto', auto_resolved: true, success: true });
    // A later month: its run sets a sweep off, and only one.
    await lagos.session('april', apart([15, 25], 80));
    const key = { ...SCOPE, session: 'april' };
    // The first sweep's work is done once more, as after a crash before its end was noted: it takes nothing new.
    const [requestId] = await sweepIds();
    const again = {
      workId: requestId!,
      kind: 'pattern-sweep',
      version: 1,
      session: null,
      interruptions: 0,
      failures: 0,
    };
    const work = { ...again, command: { ...KEY, requestId: requestId!, at: Date.now() } };
    await patternSweeps(lagos.deps).carryOut({ work } as never, null as never);
    expect(await statuses('april')).toEqual(['pending', 'pending']);
    for (const _ of [1, 2]) await sweepAfterRun(lagos.deps, key, 'run-april');
    await workOff();
    expect(await statuses('april')).toEqual(['approved', 'pending']);
    expect(await sweepIds()).toHaveLength(2);
    expect(lagos.said.filter(({ level }) => level !== 'info')).toEqual([]);
  });

  test('what people approve of one service decides nothing of another that shares its domain', async () => {
    const write = async (
      session: string,
      { service, days, first }: { service: string; days: number[]; first: number },
    ) => {
      const key = { ...SCOPE, session };
      await startRun(lagos.store, `run-${session}`, key);
      await lagos.store.ingestions.add(newIngestion(`gl-${session}`, { key }));
      const columns = columnsOf(days.length, { ingestionId: `gl-${session}`, first });
      const of = { domain: 'atm', service, types: [TYPE], type: new Uint8Array(days.length) } as const;
      const clusters = { ...columns, ...of, deltaDays: Int32Array.from(days) };
      await lagos.store.clusters.insertOrRestore(key, { runId: `run-${session}`, clusters, at: 5 });
      return key;
    };
    await write('sales', { service: 'pos', days: [2, 2, 2, 2, 2, 2], first: 0 });
    const ussd = await write('codes', { service: 'ussd', days: [2, 2], first: 50 });
    const named = { named: 'pos', service: 'pos', type: TYPE };
    await lagos.resolve('approved', { ...named, clusterIds: (await idsOf('sales')).slice(0, 5), isRecurring: true });
    const { patternId } = (await lagos.store.patterns.get({ ...KEY, domain: 'pos' }))!;
    const asked = { ...SCOPE, patternId, show: (_: Pattern, value: number) => `${value} days` };
    const shown = await previewSweep(lagos.deps, asked, { after: null, limit: 9 });
    expect([shown.total, shown.items.map((one) => one.session)]).toEqual([1, ['sales']]);
    await workOff();
    await sweepAfterRun(lagos.deps, ussd, 'run-codes');
    await workOff();
    expect(await statuses('sales')).toEqual(Array(6).fill('approved'));
    expect(await statuses('codes')).toEqual(['pending', 'pending']);
    const [requestId] = await sweepIds();
    expect((await undoSweep(lagos.deps, { patternId, requestId: requestId!, caller: ANYBODY })).reopened).toHaveLength(
      1,
    );
    expect((await published()).map((one) => [one.domain, one.approved_count])).toEqual([
      ['pos', 5],
      ['pos', 1],
    ]);
  });

  test('a back-test says what it would have approved and what people decided; a policy may ask for its precision', async () => {
    const now = Date.now();
    const [before, month] = [now - 40 * 86_400_000, (at: number) => new Date(at).toISOString().slice(0, 7)];
    const decide = (decision: Decision, clusterIds: readonly string[], at: number, isRecurring = false) =>
      resolveExceptions({ ...lagos.deps, clock: () => at }, orderOf(decision, { type: TYPE, clusterIds, isRecurring }));
    await lagos.session('march', apart([15, 15, 15, 15, 15, 15, 15, 15, 21]));
    const ids = await idsOf('march');
    await decide('approved', ids.slice(0, 5), before, true);
    const tested = async () => backTestPattern(lagos.store, await pattern());
    const first = { month: month(before), approved: 0, rejected: 0, escalated: 0, leftToPeople: 5 };
    expect(await tested()).toEqual({ months: [first], precision: null });
    await decide('approved', ids.slice(5, 6), now);
    await decide('approved', ids.slice(6, 7), now);
    await decide('reopened', ids.slice(6, 7), now);
    await decide('rejected', [...ids.slice(6, 7), ...ids.slice(8)], now);
    const second = { month: month(now), approved: 1, rejected: 1, escalated: 0, leftToPeople: 1 };
    expect(await tested()).toEqual({ months: [first, second], precision: { approved: 1, of: 2 } });

    const ask = (leastSweepPrecision: number) =>
      setTerms(lagos.store, {
        ...{ tenant: SCOPE.tenant, partner: SCOPE.partner, name: 'policy', setAt: now, setBy: null },
        terms: policyJson({ ...NO_POLICY, leastSweepPrecision }),
      });
    await ask(0.51);
    await workOff();
    expect((await statuses('march'))[7]).toBe('pending');
    expect(lagos.said.map(({ sentence }) => sentence)).toContain(
      'A pattern does not sweep: its back-test does not come to the precision that the policy asks for.',
    );
    await ask(0.5);
    await sweepAfterRun(lagos.deps, { ...SCOPE, session: 'march' }, 'run-again');
    await workOff();
    expect((await statuses('march'))[7]).toBe('approved');
    expect(await tested()).toEqual({ months: [first, second], precision: { approved: 1, of: 2 } });
  });

  test('a sweep with nothing to decide leaves nothing behind', async () => {
    await lagos.session('march', apart([15, 15, 15, 15, 15]));
    await approve(await idsOf('march'));
    await workOff();
    expect(await sweepIds()).toEqual([]);
    expect(await lagos.store.decisions.underWay(SCOPE.tenant, 9)).toEqual([]);
  });

  test('a sweep is shown beforehand, taken back exactly, and its pattern waits for a person then', async () => {
    await lagos.session('march', apart([15, 15, 15, 15, 15, 15, 15, 21]));
    const ids = await idsOf('march');
    await approve(ids.slice(0, 5));
    const { patternId } = await pattern();
    const asked = { ...SCOPE, patternId, show: (_: Pattern, value: number) => `${value} days` };
    const shown = await previewSweep(lagos.deps, asked, { after: null, limit: 2 });
    expect(shown.items.map((one) => [one.clusterId, one.value, one.wouldApprove, one.reason])).toEqual([
      [ids[5], 15, true, '15 days lies within what people approved 5 times: 15 days.'],
      [ids[6], 15, true, '15 days lies within what people approved 5 times: 15 days.'],
    ]);
    expect(shown.total).toBe(3);
    const rest = await previewSweep(lagos.deps, asked, { after: shown.next, limit: 2 });
    expect(rest.items).toMatchObject([
      { wouldApprove: false, reason: expect.stringContaining('21 days lies outside') },
    ]);
    await workOff();
    // One of the two is decided anew by a person meanwhile: that stays.
    await lagos.resolve('reopened', { type: TYPE, clusterIds: ids.slice(5, 6) });
    await approve(ids.slice(5, 6), false);
    await workOff();
    expect((await pattern()).suspendedAt).not.toBeNull();
    const [requestId] = await sweepIds();
    const undone = await undoSweep(lagos.deps, { patternId, requestId: requestId!, caller: ANYBODY });
    expect(undone.reopened.map(({ clusterId }) => clusterId)).toEqual([ids[6]]);
    expect((await undoSweep(lagos.deps, { patternId, requestId: requestId!, caller: ANYBODY })).reopened).toEqual([]);
    expect(await statuses('march')).toEqual([...Array(6).fill('approved'), 'pending', 'pending']);
    expect((await auditOf(lagos)).at(-1)).toMatchObject({ decision: 'reopened', method: 'manual' });
    await workOff();
    await sweepAfterRun(lagos.deps, { ...SCOPE, session: 'march' }, 'run-2');
    await workOff();
    expect((await statuses('march'))[6]).toBe('pending');
    // An approval that approves nothing teaches nothing.
    await approve(['nope']);
    await workOff();
    expect((await pattern()).suspendedAt).not.toBeNull();
    expect((await statuses('march'))[6]).toBe('pending');
    // Confidence stays as it was, and the next approval that teaches lifts it.
    await approve(ids.slice(7));
    expect((await pattern()).suspendedAt).toBeNull();
    for (const of of [
      { patternId, requestId: 'auto-sweep-none' },
      { patternId: 'other', requestId: requestId!, caller: ANYBODY },
    ]) {
      await expect(undoSweep(lagos.deps, { ...of, caller: ANYBODY })).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(previewSweep(lagos.deps, { ...asked, tenant: 'bank-b' }, { after: null, limit: 2 })).rejects.toThrow();
  });

  test('who resumes a pattern answers the departures told by then; one told meanwhile keeps it suspended', async () => {
    await lagos.session('march', apart([15, 15, 15, 15, 15]));
    await approve(await idsOf('march'));
    const { patternId } = await pattern();
    const resume = (store = lagos.store) =>
      resumePattern({ ...lagos.deps, store }, { scope: SCOPE, patternId, note: 'Looked into.', by: 'ada' });
    await suspendPattern(lagos.deps, KEY, 'march departs');
    const between = overtaken(lagos.store, () => suspendPattern(lagos.deps, KEY, 'april departs'), 'patterns');
    const left = { suspendedFor: 'april departs', departures: ['april departs'], answered: ['march departs'] };
    expect(await resume(between)).toMatchObject({ ...left, suspendedAt: expect.any(Number) });
    expect(await pattern()).toMatchObject(left);
    // The work that follows finishes the same act once more, and answers no more either.
    await workOff();
    expect(await pattern()).toMatchObject(left);
    expect((await auditOf(lagos)).at(-1)!.metadata).toEqual({ pattern_id: patternId, departures: ['march departs'] });
    await suspendPattern(lagos.deps, KEY, 'march departs');
    expect((await pattern()).departures).toEqual(['april departs']);
    expect(await resume()).toMatchObject({ suspendedAt: null, answered: ['march departs', 'april departs'] });
  });
}

const localOf = ({ deps }: Partner) => deps.bus as Parameters<typeof startWorker>[0]['bus'];

describe('on the embedded store', () => patterns());
withMongodb('on MongoDB', (database) => patterns(() => database.openPrepared()));
