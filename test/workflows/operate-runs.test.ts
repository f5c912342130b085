// What operators do with runs while workers are at them: cancelled between two steps, ended after their time, done again.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { ANYBODY } from '../../src/core/callers/caller.ts';
import { type Compute, changedCompute } from '../../src/ports/compute.ts';
import type { Store } from '../../src/ports/store.ts';
import { acceptRun } from '../../src/workflows/runs/accept-run.ts';
import { cancelRun, listRuns, retryRun } from '../../src/workflows/runs/operate-runs.ts';
import { answerOf } from './session-content.ts';
import { monthOf, writePart } from './small-month.ts';
import { KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

const MONTH = monthOf(60);

let service: ServiceUnderTest;
let fileUrls: { gl: string[]; bank: string[] };
let ids = 0;
const deps = () => ({ ...service.deps, newId: () => `again-${++ids}` });
beforeEach(async () => {
  service = await startService();
  fileUrls = {
    gl: [await writePart(service.root, MONTH, { side: 'gl' })],
    bank: [await writePart(service.root, MONTH, { side: 'bank' })],
  };
});
afterEach(() => service.dispose());

/** Compute threads that do something before they match. */
const before = (given: Compute, act: () => Promise<unknown>): Compute =>
  changedCompute(given, (compute) => ({
    async match(...session) {
      await act();
      return compute.match(...session);
    },
  }));

test('a run that is cancelled while it matches ends before its commit, and its session is as it was', async () => {
  let isSecond = false;
  const compute = before(service.deps.compute, async () => {
    if (isSecond) expect(await cancelRun(deps(), 'run-2', ANYBODY)).toBe('running');
  });
  service.work({ deps: { compute } });
  await service.run({ fileUrls });
  const was = await answerOf(service.store, KEY);
  isSecond = true;
  const bank = [await writePart(service.root, MONTH, { side: 'bank', to: 0.5 })];
  const ended = await service.run({ fileUrls: { gl: [], bank } });
  expect(ended).toMatchObject({ status: 'failed', failures: 1, failure: { code: 'cancelled' } });
  expect(await answerOf(service.store, KEY)).toEqual(was);
});

test('a run that is cancelled at its commit is done to its end', async () => {
  const sessions: Store['sessions'] = {
    ...service.store.sessions,
    async commit(...commit) {
      const outcome = await service.store.sessions.commit(...commit);
      expect(await cancelRun(deps(), 'run-1', ANYBODY)).toBe('succeeded');
      return outcome;
    },
  };
  service.work({ deps: { store: { ...service.store, sessions } } });
  expect(await service.run({ fileUrls })).toMatchObject({ status: 'succeeded', failures: 0 });
});

test('a run that takes too long ends before its commit, and is not tried again', async () => {
  service.work({ deps: { mostRunMs: 0 } });
  expect(await service.run({ fileUrls })).toMatchObject({
    status: 'failed',
    failures: 1,
    failure: { code: 'run_took_too_long' },
  });
  expect(await service.store.sessions.get(KEY)).toBeNull();
});

test('what failed or was cancelled is done again, unless something later was ordered', async () => {
  const { run } = await service.accept({ fileUrls });
  expect(await cancelRun(deps(), run.runId, ANYBODY)).toBe('cancelled');
  expect(await cancelRun(deps(), run.runId, ANYBODY)).toBe('cancelled');
  const again = await retryRun(deps(), run.runId, { caller: ANYBODY });
  expect(again).toMatchObject({ key: KEY, kind: 'banking', parameters: run.parameters, status: 'accepted' });
  await expect(retryRun(deps(), run.runId, { caller: ANYBODY })).rejects.toMatchObject({ code: 'run_not_to_retry' });
  await expect(retryRun(deps(), again.runId, { caller: ANYBODY })).rejects.toMatchObject({ code: 'run_not_to_retry' });
  await expect(retryRun(deps(), 'nobody', { caller: ANYBODY })).rejects.toMatchObject({ code: 'run_unknown' });
  await expect(cancelRun(deps(), 'nobody', ANYBODY)).rejects.toMatchObject({ code: 'run_unknown' });
  service.work();
  expect((await service.ended(again.runId)).status).toBe('succeeded');
  expect(await cancelRun(deps(), again.runId, ANYBODY)).toBe('succeeded');
  const { items, queue } = await listRuns(deps(), { scope: {}, state: undefined, page: { after: null, limit: 9 } });
  expect(items.map(({ runId }) => runId)).toEqual([again.runId, run.runId]);
  expect(queue).toEqual({ waiting: 0, running: 0, oldestWaiting: null });
});

test('a tenant’s runs wait in a bounded number, and another tenant’s are none of them', async () => {
  const { run } = await service.accept({ fileUrls });
  const order = { key: KEY, kind: 'banking', version: 1, parameters: run.parameters, keepExisting: false };
  const bounded = { ...deps(), mostWaiting: 1 };
  await expect(acceptRun(bounded, order)).rejects.toMatchObject({ code: 'too_many_waiting' });
  const other = { ...order, key: { ...KEY, tenant: 'bank-b' } };
  expect((await acceptRun(bounded, other)).accepted).toBe(true);
  expect((await service.store.runs.queue({})).waiting).toBe(2);
});
