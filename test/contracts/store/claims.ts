import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { MAX_WORK_INTERRUPTIONS } from '../../../src/core/limits.ts';
import { runClaimOf, workClaimOf } from '../../../src/core/records/documents/run.ts';
import type { WorkClaim } from '../../../src/core/records/documents/work.ts';
import type { SessionKey } from '../../../src/core/records/session-key.ts';
import type { Store } from '../../../src/ports/store.ts';
import type { KnownKind, NewWork } from '../../../src/ports/work.ts';
import { KEY, KNOWN, LEASE, newRun, type OpenStore, OTHER, startRun } from './store-under-test.ts';

// Longer than a busy machine takes for a claim and a look.
const SHORT = 150;
const FAILURE = { code: 'store_unavailable', message: 'the disk was full', file: null, line: null } as const;
const AGAIN = { at: 3_000, failure: FAILURE, pauseMs: SHORT };

const accept = (store: Store, runId: string, key: SessionKey = KEY) =>
  store.runs.accept({ ...newRun(runId, key), keepExisting: false });

const claim = (store: Store, leaseMs = LEASE.leaseMs, knows: readonly KnownKind[] = KNOWN) =>
  store.work.claimNext({ worker: 'worker', leaseMs, knows, at: 2_000 });

const waiting = (store: Store, forMs = 0, knows: readonly KnownKind[] | null = null) =>
  store.work.waiting({ knows, forMs, limit: 1_000 });

/** Work that is no run. */
const sweep = (workId: string, lane: string | null, tenant = 'bank-a'): NewWork => ({
  workId,
  tenant,
  kind: 'sweep',
  version: 1,
  command: { of: workId, deep: { list: [1, null] } },
  lane,
  acceptedAt: 1_000,
});
const SWEEPS: readonly KnownKind[] = [{ kind: 'sweep', versions: [1] }];

const COMMIT = { expectVersion: 0, ingestions: [], at: 3_000 };
const commit = (store: Store, of: WorkClaim) => store.sessions.commit(KEY, { ...COMMIT, run: runClaimOf(of) });

export function claimsContract(open: OpenStore): void {
  test('runs of one session are claimed one after the other, those of others beside them', async () => {
    const { store, dispose } = await open();
    await accept(store, 'june-1');
    await accept(store, 'june-2');
    await accept(store, 'other-1', OTHER);
    const first = (await claim(store))!;
    expect(first.work).toEqual({
      workId: 'june-1',
      kind: 'banking',
      version: 1,
      command: {},
      session: KEY,
      failure: null,
      failures: 0,
      interruptions: 0,
    });
    expect(await store.runs.get('june-1')).toMatchObject({ status: 'running', startedAt: 2_000 });
    expect((await claim(store))?.work.workId).toBe('other-1');
    expect(await claim(store)).toBeNull();
    expect((await store.runs.active(KEY))?.runId).toBe('june-1');
    await store.work.fail(first.claim, { ...AGAIN, pauseMs: null });
    expect((await claim(store))?.work.workId).toBe('june-2');
    await dispose();
  });

  test('of many who claim at once each run has one', async () => {
    const { store, dispose } = await open();
    const keys = Array.from({ length: 5 }, (_, i) => ({ ...KEY, session: `session-${i}` }));
    for (const [i, key] of keys.entries()) await accept(store, `run-${i}`, key);
    const claims = await Promise.all(Array.from({ length: 12 }, () => claim(store)));
    const taken = claims.flatMap((one) => (one === null ? [] : [one.work.workId]));
    expect(taken).toHaveLength(5);
    expect(new Set(taken).size).toBe(5);
    await dispose();
  });

  test('work that is no run is done side by side, that of a lane one after the other, and goes when it is done', async () => {
    const under = await open();
    const { store } = under;
    for (const [workId, lane] of Object.entries({ a1: 'a', b1: 'b', a2: 'a', free1: null, free2: null })) {
      expect(await store.work.put(sweep(workId, lane))).toBe(true);
    }
    expect(await store.work.put(sweep('a1', 'b'))).toBe(false);
    await accept(store, 'run-1');
    const claims = [];
    for (let next = await claim(store, LEASE.leaseMs, SWEEPS); next; next = await claim(store, LEASE.leaseMs, SWEEPS)) {
      claims.push(next);
    }
    expect(claims.map(({ work }) => work.workId)).toEqual(['a1', 'b1', 'free1', 'free2']);
    expect(claims[0].work).toMatchObject({
      kind: 'sweep',
      version: 1,
      command: { of: 'a1', deep: { list: [1, null] } },
    });
    for (const { claim: one } of claims) expect(await store.work.finish(one, 5_000)).toBe(true);
    expect(await store.work.finish(claims[0].claim, 5_000)).toBe(false);
    const again = await under.reopen();
    expect(await waiting(again)).toEqual(['a2', 'run-1']);
    // It is no run, and none is shown.
    expect(await again.runs.get('a2').catch(() => null)).toBeNull();
    expect((await again.runs.unfinished()).map(({ runId }) => runId)).toEqual(['run-1']);
    // What comes later under the same id is other work: who had the first may not end it.
    await again.work.put(sweep('a1', null));
    const second = [await claim(again, LEASE.leaseMs, SWEEPS), await claim(again, LEASE.leaseMs, SWEEPS)];
    expect(second.map((one) => one?.work.workId)).toEqual(['a2', 'a1']);
    expect(await again.work.finish(claims[0].claim, 6_000)).toBe(false);
    await again.upkeep.sweepUnnamed();
    expect(await again.work.finish(second[1]!.claim, 6_000)).toBe(true);
    await under.dispose();
  });

  test('only known kinds and versions are claimed; others wait for whoever knows them, and hold up their lane alone', async () => {
    const { store, dispose } = await open();
    await store.runs.accept({ ...newRun('new'), version: 2, keepExisting: false });
    await accept(store, 'behind');
    await store.runs.accept({ ...newRun('cards', OTHER), kind: 'cards', keepExisting: false });
    const [old, later] = [
      [{ kind: 'banking', versions: [1] }],
      [
        { kind: 'banking', versions: [1, 2] },
        { kind: 'cards', versions: [1] },
      ],
    ];
    expect(await claim(store, LEASE.leaseMs, old)).toBeNull();
    expect(await claim(store, LEASE.leaseMs, [])).toBeNull();
    expect(await waiting(store, 0, old)).toEqual([]);
    expect(await waiting(store, 0, later)).toEqual(['new', 'cards']);
    const first = (await claim(store, LEASE.leaseMs, later))!;
    expect(first.work).toMatchObject({ workId: 'new', kind: 'banking', version: 2 });
    await store.work.finish(first.claim, 3_000);
    expect((await claim(store, LEASE.leaseMs, old))?.work.workId).toBe('behind');
    expect((await claim(store, LEASE.leaseMs, later))?.work.workId).toBe('cards');
    await dispose();
  });

  test('a lease that lapses is claimed by another, and the first can change nothing any more', async () => {
    const { store, dispose } = await open();
    await accept(store, 'run-1');
    const first = (await claim(store, SHORT))!;
    expect(await claim(store)).toBeNull();
    await pause(2 * SHORT);
    const second = (await claim(store))!;
    expect(second.work).toMatchObject({ workId: 'run-1', interruptions: 1, failures: 0 });
    expect(second.claim.fence).toBeGreaterThan(first.claim.fence);

    const late = first.claim;
    const before = await store.runs.get('run-1');
    expect(await store.runs.report(runClaimOf(late), { stages: [], rejectedRows: 7, warnings: [] })).toBe(false);
    expect((await commit(store, late)).outcome).toBe('conflict');
    expect(await store.runs.get('run-1')).toEqual(before);
    expect(await store.work.retake(late, LEASE.leaseMs)).toBeNull();
    expect(await store.work.renew(late, LEASE.leaseMs)).toBe(false);
    expect(await store.work.release(late, 0)).toBe(false);
    expect(await store.work.fail(late, AGAIN)).toBe(false);
    expect(await store.work.finish(late, 3_000)).toBe(false);
    // It is heard of, and so did not die.
    expect(await store.runs.get('run-1')).toEqual({ ...before, interruptions: 0 });
    expect((await commit(store, second.claim)).outcome).toBe('committed');
    await dispose();
  });

  test('a lease that is renewed does not lapse, nor is one lost that lapsed and nobody took', async () => {
    const { store, dispose } = await open();
    await accept(store, 'run-1');
    const { claim: held } = (await claim(store, SHORT))!;
    await pause(2 * SHORT);
    expect(await store.work.renew(held, LEASE.leaseMs)).toBe(true);
    expect(await claim(store)).toBeNull();
    expect((await store.runs.get('run-1'))?.interruptions).toBe(0);
    await dispose();
  });

  test('who renews late and who claims never have the run both, however often it was interrupted', async () => {
    const { store, dispose } = await open();
    for (let race = 0; race < 24; race++) {
      const key = { ...KEY, session: `race-${race}` };
      await accept(store, `run-${race}`, key);
      for (let n = race % MAX_WORK_INTERRUPTIONS; n > 0; n--) await claim(store, 0);
      const first = (await claim(store, 0))!.claim;
      const [renewed, taken] = await Promise.all([store.work.renew(first, LEASE.leaseMs), claim(store)]);
      expect([race, renewed]).toEqual([race, taken === null]);
      const committed = await store.sessions.commit(key, { ...COMMIT, run: runClaimOf(first) });
      expect([race, committed.outcome]).toEqual([race, renewed ? 'committed' : 'conflict']);
    }
    await dispose();
  });

  test('work that is taken anew commits nothing under the claim before', async () => {
    const { store, dispose } = await open();
    await accept(store, 'run-1');
    const { claim: first } = (await claim(store))!;
    const again = (await store.work.retake(first, LEASE.leaseMs))!;
    expect(again.fence).toBeGreaterThan(first.fence);
    expect((await commit(store, first)).outcome).toBe('conflict');
    expect(await claim(store)).toBeNull();
    expect(await store.runs.get('run-1')).toMatchObject({ status: 'running', interruptions: 0, startedAt: 2_000 });
    expect((await commit(store, again)).outcome).toBe('committed');
    expect(await store.work.finish(again, 4_000)).toBe(true);
    await dispose();
  });

  test('work that is given back is claimed after its pause, and no attempt was made', async () => {
    const { store, dispose } = await open();
    await accept(store, 'run-1');
    const first = (await claim(store))!;
    expect(await store.work.release(first.claim, SHORT, FAILURE)).toBe(true);
    const given = { status: 'accepted', failures: 0, interruptions: 0, failure: FAILURE };
    expect(await store.runs.get('run-1')).toMatchObject({ ...given, retryAt: expect.any(Number) });
    expect(await store.work.renew(first.claim, LEASE.leaseMs)).toBe(false);
    expect(await claim(store)).toBeNull();
    await pause(2 * SHORT);
    const second = (await claim(store))!;
    expect(second.work).toMatchObject({ workId: 'run-1', failures: 0, interruptions: 0, failure: FAILURE });
    expect((await store.runs.get('run-1'))?.retryAt).toBeNull();
    // Without another reason it is the same.
    await store.work.release(second.claim, 60_000);
    const { failure, retryAt } = (await store.runs.get('run-1'))!;
    expect([failure, retryAt! - Date.now() > 30_000]).toEqual([FAILURE, true]);
    await dispose();
  });

  test('a failed attempt is counted and followed by a pause, the last one by the end with its reason', async () => {
    const { store, dispose } = await open();
    await accept(store, 'run-1');
    await accept(store, 'run-2');
    const { claim: held } = (await claim(store))!;
    expect(await store.work.fail(held, AGAIN)).toBe(true);
    const failed = { status: 'accepted', failures: 1, failure: FAILURE, finishedAt: null };
    expect(await store.runs.get('run-1')).toMatchObject(failed);
    // Not due yet; and the session's next run waits for it.
    expect(await claim(store)).toBeNull();
    expect(await waiting(store)).toEqual([]);
    await pause(2 * SHORT);
    expect(await waiting(store)).toEqual(['run-1']);
    const again = (await claim(store))!;
    expect(again.work).toMatchObject({ workId: 'run-1', failures: 1, failure: FAILURE });
    expect(await store.work.fail(again.claim, { ...AGAIN, pauseMs: null })).toBe(true);
    const ended = { status: 'failed', failures: 2, failure: FAILURE, finishedAt: 3_000 };
    expect(await store.runs.get('run-1')).toMatchObject(ended);
    expect(await store.work.fail(again.claim, AGAIN)).toBe(false);
    expect((await claim(store))?.work.workId).toBe('run-2');
    await dispose();
  });

  test('work that is no run goes when it failed for good, with its body, and its id is free', async () => {
    const under = await open();
    const { store } = under;
    const large = { ...sweep('a1', 'a'), command: { body: 'x'.repeat(2_000_000) } };
    await store.work.put(large);
    await store.work.put(sweep('a2', 'a'));
    const { claim: first } = (await claim(store, LEASE.leaseMs, SWEEPS))!;
    expect(await store.work.fail(first, { ...AGAIN, pauseMs: null })).toBe(true);
    expect(await store.work.fail(first, { ...AGAIN, pauseMs: null })).toBe(false);
    expect(await store.work.put({ ...large, command: { body: 'another' } })).toBe(true);
    const again = await under.reopen();
    const next = [await claim(again, LEASE.leaseMs, SWEEPS), await claim(again, LEASE.leaseMs, SWEEPS)];
    expect(next.map((one) => one?.work.workId)).toEqual(['a2', undefined]);
    expect(await again.work.finish(next[0]!.claim, 5_000)).toBe(true);
    const second = (await claim(again, LEASE.leaseMs, SWEEPS))!;
    expect(second.work).toMatchObject({ workId: 'a1', command: { body: 'another' }, failures: 0 });
    await under.dispose();
  });

  test('a run whose workers die again and again lets others go first, and rests from the third time on', async () => {
    const { store, dispose } = await open();
    await accept(store, 'run-1');
    for (let interruptions = 0; interruptions <= MAX_WORK_INTERRUPTIONS; interruptions++) {
      expect((await claim(store, 0))?.work).toMatchObject({ workId: 'run-1', interruptions });
      if (interruptions !== 1) continue;
      await accept(store, 'run-o', OTHER);
      const other = (await claim(store, 0))!;
      expect(other.work.workId).toBe('run-o');
      await store.work.finish(other.claim, 3_000);
    }
    expect(await claim(store)).toBeNull();
    expect(await waiting(store)).toEqual([]);
    expect((await store.runs.get('run-1'))?.status).toBe('running');
    await dispose();
  });

  test('tenants take turns, whoever came first and however much waits for one', async () => {
    const { store, dispose } = await open();
    const put = async (tenant: string, count: number) => {
      for (let n = 1; n <= count; n++) await store.work.put(sweep(`${tenant}${n}`, null, tenant));
    };
    const claimed = async (count: number) => {
      const ids: string[] = [];
      while (ids.length < count) ids.push((await claim(store, LEASE.leaseMs, SWEEPS))!.work.workId);
      return ids.join(' ');
    };
    await put('a', 5);
    await put('b', 2);
    await put('c', 1);
    expect(await claimed(6)).toBe('a1 b1 c1 a2 b2 a3');
    // One that comes late waits for no more than a turn of each.
    await put('d', 2);
    expect(await claimed(4)).toBe('d1 a4 d2 a5');
    expect(await claim(store, LEASE.leaseMs, SWEEPS)).toBeNull();
    await dispose();
  });

  test('work of other kinds takes no turn of a kind', async () => {
    const { store, dispose } = await open();
    for (let n = 0; n < 5; n++) await accept(store, `run-${n}`, { ...KEY, session: `session-${n}` });
    for (let n = 0; n < 3; n++) await store.work.put(sweep(`sweep-${n}`, null));
    // Who does one kind alone leaves the other as it is.
    for (let n = 0; n < 3; n++) expect((await claim(store, 9_000, SWEEPS))?.work.workId).toBe(`sweep-${n}`);
    await accept(store, 'run-o', OTHER);
    const ids = [await claim(store), await claim(store)].map((one) => one?.work.workId);
    expect(ids).toEqual(['run-0', 'run-o']);
    await dispose();
  });

  test('what was interrupted is taken up again however much comes meanwhile', async () => {
    const { store, dispose } = await open();
    await store.work.put(sweep('cut', null, 'a'));
    expect((await claim(store, 0, SWEEPS))?.work.workId).toBe('cut');
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) {
      await store.work.put(sweep(`b${n}`, null, 'b'));
      await store.work.put(sweep(`a${n}`, null, 'a'));
      ids.push((await claim(store, LEASE.leaseMs, SWEEPS))!.work.workId);
    }
    expect(ids.slice(0, 3)).toContain('cut');
    await dispose();
  });

  test('a lane that is long holds up nobody, and its next is found when one ends', async () => {
    const { store, dispose } = await open();
    const long = Array.from({ length: 150 }, (_, n) => sweep(`long-${n}`, 'long'));
    for (const work of long) await store.work.put(work);
    await store.work.put(sweep('other', 'other'));
    await store.work.put(sweep('free', null));
    const first = (await claim(store, LEASE.leaseMs, SWEEPS))!;
    const ids = [await claim(store, LEASE.leaseMs, SWEEPS), await claim(store, LEASE.leaseMs, SWEEPS)];
    expect([first, ...ids].map((one) => one?.work.workId)).toEqual(['long-0', 'other', 'free']);
    expect(await claim(store, LEASE.leaseMs, SWEEPS)).toBeNull();
    expect(await waiting(store)).toEqual([]);
    await store.work.finish(first.claim, 5_000);
    expect(await waiting(store)).toEqual(['long-1']);
    const second = (await claim(store, LEASE.leaseMs, SWEEPS))!;
    expect(second.work.workId).toBe('long-1');
    await store.work.fail(second.claim, { ...AGAIN, pauseMs: null });
    expect((await claim(store, LEASE.leaseMs, SWEEPS))?.work.workId).toBe('long-2');
    await dispose();
  });

  test('waiting is what nobody works on for so long', async () => {
    const { store, dispose } = await open();
    for (const runId of ['run-1', 'run-2']) await accept(store, runId);
    await accept(store, 'run-o', OTHER);
    expect(await waiting(store)).toEqual(['run-1', 'run-o']);
    expect(await store.work.waiting({ knows: KNOWN, forMs: 0, limit: 1 })).toEqual(['run-1']);
    expect(await waiting(store, 60_000)).toEqual([]);
    await claim(store, SHORT);
    expect(await waiting(store)).toEqual(['run-o']);
    await pause(2 * SHORT);
    expect(await waiting(store)).toEqual(['run-1', 'run-o']);
    const of = { kind: 'banking', tenant: KEY.tenant };
    expect([await store.work.count({ ...of, limit: 9 }), await store.work.count({ ...of, limit: 1 })]).toEqual([2, 1]);
    expect(await store.work.count({ ...of, kind: 'sweep', limit: 9 })).toBe(0);
    await dispose();
  });

  test('a caller that is alone on the store waits for no pause', async () => {
    const { store, dispose } = await open();
    const first = workClaimOf(await startRun(store, 'run-1'));
    await store.work.fail(first, { ...AGAIN, pauseMs: 60_000 });
    const second = await startRun(store, 'run-1');
    expect(second.fence).toBeGreaterThan(first.fence);
    await dispose();
  });
}
