// A run that its session names never ends failed: whatever fails after the commit, and however often, it is tried again
// until open items and summary are its own, and somebody is told meanwhile.

import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/core/error-kinds.ts';
import { TieoutError } from '../../src/core/errors.ts';
import { MAX_WORK_FAILURES, MAX_WORK_INTERRUPTIONS } from '../../src/core/limits.ts';
import type { Store } from '../../src/ports/store.ts';
import { KINDS } from '../../src/workflows/kinds/kinds.ts';
import { CommittedWatch } from '../../src/workflows/work/committed-alarm.ts';
import { answerOf } from './session-content.ts';
import { monthOf, writePart } from './small-month.ts';
import { KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

const MONTH = monthOf(120);
/** What a worker that could not give back the rows keeps others waiting for, twice. */
const LEASE_MS = 1_000;

let service: ServiceUnderTest;
let half: { gl: string[]; bank: string[] };
let whole: { gl: string[]; bank: string[] };
beforeEach(async () => {
  service = await startService();
  const files = async (to: number, name: string) => ({
    gl: [await writePart(service.root, MONTH, { side: 'gl', to, name: `gl-${name}.csv` })],
    bank: [await writePart(service.root, MONTH, { side: 'bank', to, name: `bank-${name}.csv` })],
  });
  half = await files(0.5, 'half');
  whole = await files(1, 'whole');
});
afterEach(() => service.dispose());

/** The store, whose operations `fails` may refuse once a commit was made. */
function failingAfterCommit(
  store: Store,
  fails: (operation: string) => boolean,
  { code = 'store_unavailable' }: { readonly code?: ErrorCode } = {},
): Store {
  let isCommitted = false;
  const ports = Object.entries(store).map(([port, of]) => {
    if (typeof of === 'function') return [port, of];
    const operations = Object.entries(of as Record<string, (...values: unknown[]) => Promise<unknown>>);
    const guarded = operations.map(([name, call]) => [
      name,
      async (...values: unknown[]) => {
        if (isCommitted && fails(`${port}.${name}`)) throw new TieoutError(code, 'The store is away.');
        const answer = await call(...values);
        if (`${port}.${name}` === 'sessions.commit') isCommitted = true;
        return answer;
      },
    ]);
    return [port, Object.fromEntries(guarded)];
  });
  return Object.fromEntries(ports);
}

/** What the session shows is what one run over the same files leaves. */
async function expectAnswerOf(fileUrls: typeof whole): Promise<void> {
  const other = await startService({ root: service.root });
  other.work();
  await other.run({ fileUrls });
  expect(await answerOf(service.store, KEY)).toEqual(await answerOf(other.store, KEY));
  await other.dispose();
}

async function committedBefore(): Promise<string> {
  const worker = service.work();
  await service.run({ fileUrls: half });
  await worker.drain(10_000);
  return (await service.accept({ fileUrls: whole })).run.runId;
}

test('a store that is away for a while right after the commit', async () => {
  const runId = await committedBefore();
  let awayUntil = 0;
  const store = failingAfterCommit(service.store, () => {
    awayUntil ||= performance.now() + 1_500;
    return performance.now() < awayUntil;
  });
  service.work({ leaseMs: LEASE_MS, deps: { store } });
  const run = await service.ended(runId);
  expect(run).toMatchObject({ status: 'succeeded', failures: 0, failure: null });
  expect((await service.store.sessions.get(KEY))?.runId).toBe(runId);
  await expectAnswerOf(whole);
});

test('attempts that fail after the commit, more often than others may, with an alarm until it is over', async () => {
  const runId = await committedBefore();
  // As if all attempts but the last had been made: the pauses between them are not what is tried here.
  for (let failures = 1; failures < MAX_WORK_FAILURES; failures++) {
    const { claim } = (await service.store.work.claimNext({ worker: 'x', leaseMs: 9_000, knows: known(), at: 1 }))!;
    const failure = { code: 'store_unavailable', message: 'away', file: null, line: null } as const;
    await service.store.work.fail(claim, { at: 1, failure, pauseMs: 0 });
  }
  let isAway = true;
  const store = failingAfterCommit(service.store, (operation) => isAway && operation.startsWith('summaries.'), {
    code: 'store_refused',
  });
  const pauses: (number | null)[] = [];
  const work: Store['work'] = {
    ...store.work,
    fail(claim, failed) {
      pauses.push(failed.pauseMs);
      isAway = false;
      return store.work.fail(claim, { ...failed, pauseMs: 0 });
    },
  };
  service.work({ leaseMs: LEASE_MS, deps: { store: { ...store, work } } });
  const run = await service.ended(runId);
  expect(run).toMatchObject({ status: 'succeeded', failures: MAX_WORK_FAILURES, failure: null });
  expect(pauses).toEqual([60_000]);
  expect(service.alarms).toEqual([{ raised: runId }, { over: runId }]);
  expect(service.said.filter(({ level }) => level === 'error')).toMatchObject([{ fields: { run: runId } }]);
  await expectAnswerOf(whole);
});

test('a store that is away more often than an attempt may fail, before the commit and after it, is no failure', async () => {
  let isCommitted = false;
  let [before, after] = [MAX_WORK_FAILURES + 1, 2];
  const away = () => new TieoutError('store_unavailable', 'The store is away.');
  const sessions: Store['sessions'] = {
    ...service.store.sessions,
    async commit(key, commit) {
      if (before-- > 0) throw away();
      const answer = await service.store.sessions.commit(key, commit);
      isCommitted = true;
      return answer;
    },
  };
  const summaries: Store['summaries'] = {
    ...service.store.summaries,
    async append(key, row) {
      if (after-- > 0) throw away();
      return service.store.summaries.append(key, row);
    },
  };
  const given: unknown[] = [];
  const work: Store['work'] = {
    ...service.store.work,
    release(claim, _, because) {
      given.push([isCommitted, because?.code]);
      return service.store.work.release(claim, 0, because);
    },
  };
  service.work({ leaseMs: LEASE_MS, deps: { store: { ...service.store, sessions, summaries, work } } });
  const run = await service.run({ fileUrls: whole });
  expect(run).toMatchObject({ status: 'succeeded', failures: 0, interruptions: 0, failure: null, retryAt: null });
  const times = (count: number, committed: boolean) => Array(count).fill([committed, 'store_unavailable']);
  expect(given).toEqual([...times(MAX_WORK_FAILURES + 1, false), ...times(2, true)]);
  expect(service.alarms).toEqual([{ raised: run.runId }, { raised: run.runId }, { over: run.runId }]);
});

test('a run whose workers died as often as makes it poison', async () => {
  const dies = async () => {
    // The next claim finds the last of them gone.
    for (let deaths = 1; deaths < MAX_WORK_INTERRUPTIONS; deaths++) {
      await service.store.work.claimNext({ worker: 'gone', leaseMs: 0, knows: known(), at: 1 });
    }
  };
  const runId = await committedBefore();
  // The first worker is gone after the commit.
  const away = Promise.withResolvers<void>();
  const store = failingAfterCommit(service.store, () => {
    away.resolve();
    return true;
  });
  const gone = service.work({ leaseMs: 300, deps: { store } });
  await away.promise;
  await gone.drain(0).catch(() => {});
  await pause(400);
  await dies();
  service.work();
  expect(await service.ended(runId)).toMatchObject({ status: 'succeeded', interruptions: MAX_WORK_INTERRUPTIONS });
  expect(service.alarms.at(-1)).toEqual({ over: runId });
  await expectAnswerOf(whole);
});

test('one that died so often before its commit ends failed, and its session is as it was', async () => {
  const runId = await committedBefore();
  const before = await answerOf(service.store, KEY);
  for (let deaths = 0; deaths < MAX_WORK_INTERRUPTIONS; deaths++) {
    await service.store.work.claimNext({ worker: 'gone', leaseMs: 0, knows: known(), at: 1 });
  }
  service.work();
  const message = expect.stringContaining(`POST /v1/runs/${runId}/retry`);
  expect(await service.ended(runId)).toMatchObject({ status: 'failed', failure: { code: 'interrupted', message } });
  expect(await answerOf(service.store, KEY)).toEqual(before);
});

test('waiting for rows that another run holds is no failed attempt', async () => {
  let waits = 1;
  const leases: Store['leases'] = {
    ...service.store.leases,
    async take(name, leaseMs) {
      if (name.includes('rows') && waits-- > 0) throw new TieoutError('session_busy', 'Another writer holds the rows.');
      return service.store.leases.take(name, leaseMs);
    },
  };
  service.work({ deps: { store: { ...service.store, leases } } });
  expect(await service.run({ fileUrls: whole })).toMatchObject({ status: 'succeeded', failures: 0, interruptions: 0 });
});

test('a lease that lapsed in the hand of a worker that lives is no death, and the run is made again', async () => {
  let isAway = true;
  const work: Store['work'] = {
    ...service.store.work,
    async renew(claim, leaseMs) {
      if (isAway) throw new TieoutError('store_unavailable', 'It is away.');
      return service.store.work.renew(claim, leaseMs);
    },
    async release(claim, pauseMs) {
      isAway = false;
      return service.store.work.release(claim, pauseMs);
    },
  };
  const leases: Store['leases'] = {
    ...service.store.leases,
    async take(name, leaseMs) {
      if (isAway) await pause(2 * LEASE_MS);
      return service.store.leases.take(name, leaseMs);
    },
  };
  service.work({ leaseMs: LEASE_MS, deps: { store: { ...service.store, work, leases } } });
  expect(await service.run({ fileUrls: whole })).toMatchObject({ status: 'succeeded', failures: 0, interruptions: 0 });
  expect(service.said.map(({ sentence }) => sentence)).toContain('The lease of the run lapsed; it was given back.');
});

test('a worker of another version leaves what it does not know to one that does', async () => {
  const old = KINDS.map((kind) => ({ ...kind, versions: [3] }));
  const later = KINDS.map((kind) => ({ ...kind, versions: [3, 4] }));
  const { run } = await service.accept({ fileUrls: half });
  const next = { runId: 'next', key: { ...KEY, session: 'july' }, kind: 'banking', version: 4 };
  await service.store.runs.accept({
    ...next,
    parameters: { ...run.parameters, mappings: {} },
    acceptedAt: 1,
    keepExisting: false,
  });
  service.work({ deps: { kinds: old } });
  expect((await service.ended(run.runId)).status).toBe('succeeded');
  await pause(200);
  expect((await service.store.runs.get('next'))?.status).toBe('accepted');
  service.work({ deps: { kinds: later } });
  expect((await service.ended('next')).status).toBe('succeeded');
});

test('the watch forgets what another process brought to its end, and counts attempts', async () => {
  const open = new Set(['run-1', 'run-2']);
  const watch = new CommittedWatch(async (runId) => open.has(runId));
  expect(await watch.trouble()).toBeNull();
  for (const raised of ['run-1', 'run-2', 'run-2']) watch.heard({ raised });
  expect(await watch.trouble()).toMatch(/^Run run-1 and 1 more: /);
  open.delete('run-1');
  expect(await watch.trouble()).toMatch(/^Run run-2: /);
  watch.heard({ over: 'run-2' });
  expect(await watch.trouble()).toBeNull();
  expect(watch.attempts()).toBe(3);
});

const known = () => KINDS.map(({ kind, versions }) => ({ kind, versions }));
