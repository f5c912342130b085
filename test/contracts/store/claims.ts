import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { MAX_RUN_FAILURES, MAX_RUN_INTERRUPTIONS } from '../../../src/core/limits.ts';
import type { RunClaim } from '../../../src/core/records/documents/run.ts';
import { pauseAfter } from '../../../src/core/records/documents/run-attempts.ts';
import type { SessionKey } from '../../../src/core/records/documents/session.ts';
import type { Store } from '../../../src/ports/store.ts';
import { KEY, LEASE, newRun, type OpenStore, OTHER, startRun } from './store-under-test.ts';

// Longer than a busy machine takes for a claim and a look.
const SHORT = 150;
const FAILURE = { code: 'store_unavailable', message: 'the disk was full', file: null, line: null } as const;

const accept = (store: Store, runId: string, key: SessionKey = KEY) =>
  store.runs.accept({ ...newRun(runId, key), keepExisting: false });

const claim = (store: Store, leaseMs = LEASE.leaseMs) => store.runs.claimNext({ worker: 'worker', leaseMs, at: 2_000 });

export function claimsContract(open: OpenStore): void {
  test('runs of one session are claimed one after the other, those of others beside them', async () => {
    const { store, dispose } = await open();
    await accept(store, 'june-1');
    await accept(store, 'june-2');
    await accept(store, 'other-1', OTHER);
    const first = (await claim(store))!;
    expect(first.run).toMatchObject({ runId: 'june-1', status: 'running', startedAt: 2_000 });
    expect((await claim(store))?.run.runId).toBe('other-1');
    expect(await claim(store)).toBeNull();
    expect((await store.runs.active(KEY))?.runId).toBe('june-1');
    await store.runs.finish(first.claim, { status: 'failed', finishedAt: 3_000, failure: FAILURE });
    expect((await claim(store))?.run.runId).toBe('june-2');
    await dispose();
  });

  test('of many who claim at once each run has one', async () => {
    const { store, dispose } = await open();
    const keys = Array.from({ length: 5 }, (_, i) => ({ ...KEY, session: `session-${i}` }));
    for (const [i, key] of keys.entries()) await accept(store, `run-${i}`, key);
    const claims = await Promise.all(Array.from({ length: 12 }, () => claim(store)));
    const taken = claims.flatMap((one) => (one === null ? [] : [one.run.runId]));
    expect(taken).toHaveLength(5);
    expect(new Set(taken).size).toBe(5);
    await dispose();
  });

  test('a lease that lapses is claimed by another, and the first can change nothing any more', async () => {
    const { store, dispose } = await open();
    await accept(store, 'run-1');
    const first = (await claim(store, SHORT))!;
    expect(await claim(store)).toBeNull();
    await pause(2 * SHORT);
    const second = (await claim(store))!;
    expect(second.run).toMatchObject({ runId: 'run-1', interruptions: 1, failures: 0, startedAt: 2_000 });
    expect(second.claim.fence).toBeGreaterThan(first.claim.fence);

    const late = first.claim;
    expect(await store.runs.renew(late, LEASE.leaseMs)).toBe(false);
    expect(await store.runs.report(late, { stages: [], rejectedRows: 7, warnings: [] })).toBe(false);
    expect(await store.runs.release(late)).toBeNull();
    expect(await store.runs.failAttempt(late, { at: 3_000, failure: FAILURE })).toBeNull();
    expect(await store.runs.finish(late, { status: 'succeeded', finishedAt: 3_000 })).toBeNull();
    const commit = { expectVersion: 0, ingestions: [], at: 3_000 };
    expect((await store.sessions.commitRun(KEY, { ...commit, ...late })).outcome).toBe('conflict');
    expect(await store.runs.get('run-1')).toEqual(second.run);
    expect((await store.sessions.commitRun(KEY, { ...commit, ...second.claim })).outcome).toBe('committed');
    await dispose();
  });

  test('a lease that is renewed does not lapse, nor is one lost that lapsed and nobody took', async () => {
    const { store, dispose } = await open();
    await accept(store, 'run-1');
    const { claim: held } = (await claim(store, SHORT))!;
    await pause(2 * SHORT);
    expect(await store.runs.renew(held, LEASE.leaseMs)).toBe(true);
    expect(await claim(store)).toBeNull();
    expect((await store.runs.get('run-1'))?.interruptions).toBe(0);
    await dispose();
  });

  test('a run that is given back is claimed at once, and no attempt was made', async () => {
    const { store, dispose } = await open();
    await accept(store, 'run-1');
    const first = (await claim(store))!;
    expect(await store.runs.release(first.claim)).toMatchObject({ status: 'accepted', failures: 0, interruptions: 0 });
    expect(await store.runs.renew(first.claim, LEASE.leaseMs)).toBe(false);
    expect((await claim(store))?.run).toMatchObject({ runId: 'run-1', failures: 0, interruptions: 0 });
    await dispose();
  });

  test('a failed attempt is followed by a pause, the last one by the end with its reason', async () => {
    const { store, dispose } = await open();
    await accept(store, 'run-1');
    await accept(store, 'run-2');
    let { claim: held } = (await claim(store))!;
    const first = await store.runs.failAttempt(held, { at: 3_000, failure: FAILURE });
    expect(first).toMatchObject({ status: 'accepted', failures: 1, failure: FAILURE, finishedAt: null });
    // Not due yet; and the session's next run waits for it.
    expect(await claim(store)).toBeNull();
    expect(await store.runs.waiting(0)).toEqual([]);
    await pause(pauseAfter(1)! + SHORT);
    expect(await store.runs.waiting(0)).toEqual(['run-1']);
    for (let failures = 2; failures <= MAX_RUN_FAILURES; failures++) {
      // The caller that is alone on the store waits for no pause.
      held = await startRun(store, 'run-1');
      const run = await store.runs.failAttempt(held, { at: 3_000 + failures, failure: FAILURE });
      const ended = failures === MAX_RUN_FAILURES;
      expect(run).toMatchObject({ failures, status: ended ? 'failed' : 'accepted', failure: FAILURE });
      expect(run?.finishedAt).toBe(ended ? 3_000 + failures : null);
    }
    expect((await claim(store))?.run.runId).toBe('run-2');
    await dispose();
  });

  test('a run whose workers go away again and again lets others go first, and is failed in the end', async () => {
    const { store, dispose } = await open();
    await accept(store, 'run-1');
    let last: RunClaim | undefined;
    for (let claims = 0; claims < MAX_RUN_INTERRUPTIONS; claims++) {
      const claimed = await claim(store, 0);
      expect(claimed?.run).toMatchObject({ runId: 'run-1', interruptions: claims });
      last = claimed!.claim;
    }
    await accept(store, 'run-o', OTHER);
    expect((await claim(store))?.run.runId).toBe('run-o');
    expect(await claim(store)).toBeNull();
    expect(await store.runs.get('run-1')).toMatchObject({
      status: 'failed',
      finishedAt: 2_000,
      failure: { code: 'interrupted', file: null, line: null },
    });
    // A worker that was only slow comes too late.
    const late = { expectVersion: 0, ingestions: [], at: 3_000, ...last! };
    expect((await store.sessions.commitRun(KEY, late)).outcome).toBe('conflict');
    await dispose();
  });

  test('waiting are those that nobody works on for so long', async () => {
    const { store, dispose } = await open();
    for (const runId of ['run-1', 'run-2']) await accept(store, runId);
    await accept(store, 'run-o', OTHER);
    expect(await store.runs.waiting(0)).toEqual(['run-1', 'run-o']);
    expect(await store.runs.waiting(60_000)).toEqual([]);
    await claim(store, SHORT);
    expect(await store.runs.waiting(0)).toEqual(['run-o']);
    await pause(2 * SHORT);
    expect(await store.runs.waiting(0)).toEqual(['run-1', 'run-o']);
    await dispose();
  });
}
