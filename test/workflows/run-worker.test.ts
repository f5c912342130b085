// Workers: runs of a session one after the other, leases that lapse, failures that pass, and draining.

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reconcileOn } from '../../src/compose/local-run.ts';
import { TieoutError } from '../../src/core/errors.ts';
import { type Compute, changedCompute } from '../../src/ports/compute.ts';
import type { Store } from '../../src/ports/store.ts';
import { answerOf, contentOf } from './session-content.ts';
import { monthOf, writePart } from './small-month.ts';
import { commandOf, KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

const MONTH = monthOf(120);

let service: ServiceUnderTest;
let fileUrls: { gl: string[]; bank: string[] };
beforeEach(async () => {
  service = await startService();
  fileUrls = {
    gl: [await writePart(service.root, MONTH, { side: 'gl' })],
    bank: [await writePart(service.root, MONTH, { side: 'bank' })],
  };
});
afterEach(() => service.dispose());

/** Compute threads whose matching begins, says so, and ends when it is let. */
function heldMatching(given: Compute) {
  const begun = Promise.withResolvers<void>();
  const let_ = Promise.withResolvers<void>();
  const held = changedCompute(given, (compute) => ({
    async match(...session) {
      begun.resolve();
      await let_.promise;
      return compute.match(...session);
    },
  }));
  return { compute: held, begun: begun.promise, goOn: let_.resolve };
}

const eventually = async (what: () => Promise<boolean>) => {
  for (const deadline = Date.now() + 20_000; !(await what()); await pause(5)) {
    if (Date.now() > deadline) expect.fail('it did not come to be');
  }
};

test('runs of one session never overlap, with more workers than runs; other sessions go on beside them', async () => {
  const sessions = [KEY, { ...KEY, session: 'july' }];
  const accepted = [];
  for (let i = 0; i < 3; i++) for (const key of sessions) accepted.push(await service.accept({ key, fileUrls }));
  const working = new Map<string, number>();
  let most = 0;
  let together = 0;
  const compute = changedCompute(service.deps.compute, (threads) => ({
    async match(session, progress) {
      const active = (await Promise.all(sessions.map((key) => service.store.runs.active(key)))).flatMap(
        (run) => run ?? [],
      );
      for (const { key } of active) working.set(key.session, (working.get(key.session) ?? 0) + 1);
      together = Math.max(together, active.length);
      const running = (await service.store.runs.unfinished()).filter(({ status }) => status === 'running');
      const names = running.map(({ key }) => key.session);
      most = Math.max(most, names.length - new Set(names).size);
      await pause(20);
      return threads.match(session, progress);
    },
  }));
  for (let i = 0; i < 4; i++) service.work({ deps: { compute } });
  const runs = await Promise.all(accepted.map(({ run }) => service.ended(run.runId)));
  expect(runs.map(({ status }) => status)).toEqual(Array(6).fill('succeeded'));
  expect(most).toBe(0);
  expect(together).toBe(2);
  for (const key of sessions) {
    const own = runs.filter((run) => run.key.session === key.session);
    for (const [i, run] of own.slice(1).entries()) expect(run.startedAt).toBeGreaterThanOrEqual(own[i].finishedAt!);
    expect(await service.store.sessions.get(key)).toMatchObject({ runId: own.at(-1)!.runId, version: 3 });
  }
});

test('a worker that sleeps through its lease is taken over and changes nothing any more', async () => {
  const sleeping = heldMatching(service.deps.compute);
  // It cannot renew: as if its process had been stopped.
  const work = { ...service.store.work, renew: async () => true };
  const store: Store = { ...service.store, work };
  const { run } = await service.accept({ fileUrls });
  const first = service.work({ leaseMs: 50, deps: { compute: sleeping.compute, store } });
  await sleeping.begun;
  service.work();
  expect(await service.ended(run.runId)).toMatchObject({ status: 'succeeded', interruptions: 1 });
  const before = await contentOf(service.store, KEY);
  sleeping.goOn();
  await eventually(async () => first.current() === null);
  expect(await contentOf(service.store, KEY)).toEqual(before);
  expect(service.said.filter(({ level }) => level !== 'info')).toEqual([]);
  expect(service.said.at(-1)!.sentence).toBe('The run was taken over.');
});

/** Its half, that of the rows, is longer than a busy machine keeps a process from renewing it. */
const LEASE_MS = 1_000;

test('a worker that lives keeps its run, however long it takes', async () => {
  const slow = heldMatching(service.deps.compute);
  const { run } = await service.accept({ fileUrls });
  const first = service.work({ leaseMs: LEASE_MS, deps: { compute: slow.compute } });
  await slow.begun;
  const second = service.work();
  await pause(1.5 * LEASE_MS);
  expect([first.current(), second.current()]).toEqual([run.runId, null]);
  slow.goOn();
  expect(await service.ended(run.runId)).toMatchObject({ status: 'succeeded', interruptions: 0 });
});

test('what may pass is tried again after a pause, what must be changed is not', async () => {
  let failures = 0;
  const compute = changedCompute(service.deps.compute, (threads) => ({
    async match(session, progress) {
      if (failures++ === 0) throw new TieoutError('store_refused', 'The server refused an operation.');
      return threads.match(session, progress);
    },
  }));
  service.work({ deps: { compute } });
  const run = await service.run({ fileUrls });
  expect(run).toMatchObject({ status: 'succeeded', failures: 1, failure: null });
  const missing = await service.run({ fileUrls: { gl: ['file:missing.csv'], bank: fileUrls.bank } });
  expect(missing).toMatchObject({ status: 'failed', failures: 1, failure: { code: 'file_unreadable' } });
});

test('an attempt that read other files than the one before leaves nothing of it', async () => {
  // The first attempt stores its groups and fails; then the file is another one.
  let commits = 0;
  const sessions: Store['sessions'] = {
    ...service.store.sessions,
    async commit(...commit) {
      if (commits++ > 0) return service.store.sessions.commit(...commit);
      await writePart(service.root, MONTH, { side: 'bank', to: 0.5 });
      throw new TieoutError('store_unavailable', 'The disk is full.');
    },
  };
  // The rows of a commit whose end is not known are free when their lease lapses, which is half of the run's.
  service.work({ leaseMs: 2 * LEASE_MS, deps: { store: { ...service.store, sessions } } });
  expect(await service.run({ fileUrls })).toMatchObject({ status: 'succeeded', failures: 0 });
  const other = await startService({ root: service.root });
  other.work();
  await other.run({ fileUrls });
  expect(await answerOf(service.store, KEY)).toEqual(await answerOf(other.store, KEY));
  const headersOf = async ({ store }: ServiceUnderTest) =>
    (await store.groupBlocks.headers((await store.sessions.get(KEY))!.runId!)).map(({ header }) => header.groups);
  expect(await headersOf(service)).toEqual(await headersOf(other));
  await other.dispose();
});

test('a ring that is lost delays a run and loses it not', async () => {
  const { run } = await service.accept({ fileUrls });
  service.work();
  await service.ended(run.runId);
  // Stored without a ring, as by a process that died in between.
  const lost = {
    runId: 'lost',
    key: KEY,
    kind: 'banking',
    version: run.version,
    parameters: run.parameters,
    acceptedAt: 1,
  } as const;
  await service.store.runs.accept({ ...lost, keepExisting: false });
  expect((await service.ended('lost')).status).toBe('succeeded');
});

test('what nothing names is looked for once at the start, whatever the kinds, and a store that is away is said once', async () => {
  const { store, said } = service;
  let swept = 0;
  const sweepUnnamed = async () => {
    swept++;
    throw new TieoutError('store_unavailable', 'It refuses.');
  };
  const away = { ...store, upkeep: { ...store.upkeep, sweepUnnamed } };
  service.work({ deps: { store: away } });
  const { run } = await service.accept({ fileUrls });
  await service.ended(run.runId);
  await eventually(async () => swept === 2);
  expect(said.filter(({ sentence }) => sentence === 'What nothing names was not removed.')).toHaveLength(1);
});

test('draining waits for the run in hand and claims nothing more', async () => {
  const slow = heldMatching(service.deps.compute);
  const first = await service.accept({ fileUrls });
  const second = await service.accept({ fileUrls });
  const worker = service.work({ deps: { compute: slow.compute } });
  await slow.begun;
  const drained = worker.drain(20_000);
  slow.goOn();
  await drained;
  expect((await service.store.runs.get(first.run.runId))?.status).toBe('succeeded');
  expect((await service.store.runs.get(second.run.runId))?.status).toBe('accepted');
});

test('a run that does not end in time is given back, and another worker does it', async () => {
  const slow = heldMatching(service.deps.compute);
  const { run } = await service.accept({ fileUrls });
  const worker = service.work({ deps: { compute: slow.compute } });
  await slow.begun;
  await worker.drain(10);
  expect(await service.store.runs.get(run.runId)).toMatchObject({ status: 'accepted', failures: 0, interruptions: 0 });
  service.work();
  expect((await service.ended(run.runId)).status).toBe('succeeded');
  const before = await contentOf(service.store, KEY);
  slow.goOn();
  await eventually(async () => worker.current() === null);
  expect(await contentOf(service.store, KEY)).toEqual(before);
});

test('a run that a command recorded for itself and left is failed before its commit, finished after it', async () => {
  const local = { key: KEY, kind: 'local', version: 1, parameters: {}, acceptedAt: 1 } as const;
  await service.store.runs.start({ ...local, runId: 'local-1' }, { worker: 'gone', leaseMs: 1 });
  const files = (side: 'gl' | 'bank') => [{ path: join(service.root, `${side}.csv`), name: `${side}.csv` }];
  const command = { ...commandOf({}), ...KEY, files: { gl: files('gl'), bank: files('bank') } };
  // The process ends after the commit, before anything follows from it.
  const clusters = { ...service.store.clusters, voidPending: () => Promise.reject(new Error('gone')) };
  const store = Promise.resolve({ ...service.store, clusters });
  await expect(reconcileOn({ ...service.deps, store }, command)).rejects.toThrow('gone');
  const runId = (await service.store.sessions.get(KEY))!.runId!;
  await service.store.runs.start({ ...local, runId }, { worker: 'gone', leaseMs: 1 });
  await pause(5);

  service.work();
  expect(await service.ended('local-1')).toMatchObject({ status: 'failed', failure: { code: 'interrupted' } });
  expect((await service.ended(runId)).status).toBe('succeeded');
  const other = await startService({ root: service.root });
  await reconcileOn({ ...other.deps, store: Promise.resolve(other.store) }, command);
  expect(await answerOf(service.store, KEY)).toEqual(await answerOf(other.store, KEY));
  await other.dispose();
});

test('a command that cannot be read fails its run with a sentence, and is not tried again', async () => {
  const { run } = await service.accept({ fileUrls });
  const wrong = { ...run.parameters, fileUrls: { gl: [7], bank: [] } };
  const stored = {
    runId: 'wrong',
    key: { ...KEY, session: 'july' },
    kind: 'banking',
    version: run.version,
    acceptedAt: 1,
  };
  await service.store.runs.accept({ ...stored, parameters: wrong, keepExisting: false });
  service.work();
  expect((await service.ended(run.runId)).status).toBe('succeeded');
  expect(await service.ended('wrong')).toMatchObject({
    status: 'failed',
    failures: 1,
    failure: {
      code: 'command_unreadable',
      message: 'The stored command, fileUrls, cannot be read: gl is not a list of texts.',
    },
  });
});
