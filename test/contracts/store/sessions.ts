import { expect, test } from 'vitest';
import { workClaimOf } from '../../../src/core/records/documents/run.ts';
import { NO_NATURE } from '../../../src/core/records/documents/session.ts';
import type { SessionKey } from '../../../src/core/records/session-key.ts';
import type { Sessions } from '../../../src/ports/sessions.ts';
import { ingest, newIngestion } from './samples.ts';
import { KEY, newRun, type OpenStore, OTHER, startRun } from './store-under-test.ts';

export function sessionsContract(open: OpenStore): void {
  test('a session is shown once a run is committed, and stays so', async () => {
    const under = await open();
    const claim = await startRun(under.store, 'run-1');
    await ingest(under.store, 'gl-1');
    expect(await under.store.sessions.get(KEY)).toBeNull();
    expect(await under.store.sessions.list(KEY)).toEqual([]);
    const commit = { expectVersion: 0, ingestions: ['gl-1'], run: claim, at: 5 };
    const counts = { ingestions: ['gl-1'], runId: 'run-1', ...NO_NATURE, materialised: false, version: 1 };
    const session = { key: KEY, ...counts, createdAt: 5, updatedAt: 5 };
    expect(await under.store.sessions.commit(KEY, commit)).toEqual({ outcome: 'committed', session });
    const again = await under.reopen();
    expect(await again.sessions.get(KEY)).toEqual(session);
    expect(await again.sessions.get(OTHER)).toBeNull();
    expect(await again.sessions.list(KEY)).toEqual([session]);
    expect(await again.sessions.list(OTHER)).toEqual([]);
    await under.dispose();
  });

  test('a commit on an older version sees the session as it is', async () => {
    const { store, dispose } = await open();
    await startRun(store, 'run-1');
    const claim = await startRun(store, 'run-2');
    for (const id of ['gl-1', 'gl-2']) await ingest(store, id);
    const commit = (id: string) =>
      store.sessions.commit(KEY, { expectVersion: 0, ingestions: [id], run: claim, at: 5 });
    const outcomes = await Promise.all([commit('gl-1'), commit('gl-2')]);
    // Either of the two may be the first.
    const [first, second] = outcomes.toSorted((a, b) => (a.outcome < b.outcome ? -1 : 1));
    expect(first!.outcome).toBe('committed');
    expect(second).toEqual({ outcome: 'conflict', session: first!.session });
    const third = await store.sessions.commit(KEY, { expectVersion: 1, ingestions: [], run: claim, at: 9 });
    expect(third).toEqual({
      outcome: 'committed',
      session: {
        ...{ key: KEY, ingestions: [], runId: 'run-2', ...NO_NATURE, materialised: false, version: 2 },
        ...{ createdAt: 5, updatedAt: 9 },
      },
    });
    await dispose();
  });

  test('whoever claimed the session last commits, and nobody before him', async () => {
    const { store, dispose } = await open();
    const stale = [await startRun(store, 'run-1'), await startRun(store, 'run-2')];
    const claim = await startRun(store, 'run-1');
    await startRun(store, 'run-o', OTHER);
    const commit = { expectVersion: 0, ingestions: [], at: 5 };
    for (const late of stale) {
      expect(await store.sessions.commit(KEY, { ...commit, run: late })).toEqual({
        outcome: 'conflict',
        session: null,
      });
    }
    expect(await store.sessions.commit(KEY, { ...commit, run: claim })).toMatchObject({ outcome: 'committed' });
    await dispose();
  });

  test('a commit that was made already can be repeated and changes nothing', async () => {
    const { store, dispose } = await open();
    const claim = await startRun(store, 'run-1');
    await ingest(store, 'gl-1');
    const commit = { expectVersion: 0, ingestions: ['gl-1'], run: claim, at: 5 };
    const first = await store.sessions.commit(KEY, commit);
    expect(await store.sessions.commit(KEY, { ...commit, at: 6 })).toEqual(first);
    expect(await store.sessions.commit(KEY, { ...commit, expectVersion: 1, at: 6 })).toEqual(first);
    expect((await store.sessions.commit(KEY, { ...commit, ingestions: [] })).outcome).toBe('conflict');
    await dispose();
  });

  test('an ingestion that lacks a block, or is unknown, cannot be committed', async () => {
    const { store, dispose } = await open();
    const claim = await startRun(store, 'run-1');
    await store.ingestions.add(newIngestion('gl-half', { rows: 3, blocks: 1 }));
    for (const id of ['gl-half', 'gl-none']) {
      const commit = { expectVersion: 0, ingestions: [id], run: claim, at: 5 };
      await expect(store.sessions.commit(KEY, commit)).rejects.toMatchObject({ code: 'internal' });
    }
    expect(await store.sessions.get(KEY)).toBeNull();
    await dispose();
  });

  test('rows count without a run, and stay through sweeps; a run of before keeps its place', async () => {
    const under = await open();
    const { store } = under;
    const nip = {
      kind: 'nip',
      flow: 'inward',
      method: 'line_by_line',
      periodStart: 20_500,
      periodEnd: 20_529,
    } as const;
    for (const id of ['gl-1', 'gl-2', 'gl-3', 'gl-4']) await ingest(store, id);
    const first = { expectVersion: 0, ingestions: ['gl-1'], run: null, nature: nip, at: 5 };
    const session = { key: KEY, ingestions: ['gl-1'], runId: null, ...nip, materialised: true, version: 1 };
    const committed = { outcome: 'committed', session: { ...session, createdAt: 5, updatedAt: 5 } };
    expect(await store.sessions.commit(KEY, first)).toEqual(committed);
    // Whoever looked before sees what is there now.
    expect(await store.sessions.commit(KEY, { ...first, ingestions: ['gl-2'] })).toEqual({
      ...committed,
      outcome: 'conflict',
    });
    const claim = await startRun(store, 'run-1');
    const more = { expectVersion: 1, ingestions: ['gl-1', 'gl-2'], run: claim, at: 6 };
    expect(await store.sessions.commit(KEY, more)).toMatchObject({ session: { runId: 'run-1', ...nip } });
    await store.sessions.materialised(KEY, { runId: 'run-1' });
    await store.work.finish(workClaimOf(claim), 7);
    const last = { expectVersion: 2, ingestions: ['gl-1', 'gl-2', 'gl-3'], run: null, at: 8 };
    expect(await store.sessions.commit(KEY, last)).toMatchObject({ outcome: 'committed' });
    await store.upkeep.sweepUnnamed();
    const again = await under.reopen();
    expect(await again.sessions.get(KEY)).toMatchObject({ runId: 'run-1', materialised: true, version: 3, ...nip });
    const live = await again.ingestions.live(KEY);
    expect(live.map(({ ingestionId }) => ingestionId)).toEqual(['gl-1', 'gl-2', 'gl-3']);
    expect([await again.ingestions.get('gl-4'), (await again.ingestions.get('gl-3'))?.rows]).toEqual([null, 10]);
    await under.dispose();
  });

  test('sessions are listed with their latest run, also those without a commit, by tenant, partner, period and state', async () => {
    const { store, dispose } = await open();
    const of = (session: string, more: Partial<typeof KEY> = {}) => ({ ...KEY, session, ...more });
    const done = async (key: typeof KEY, [periodStart, periodEnd]: readonly (number | null)[]) => {
      const runId = `run of ${JSON.stringify(key)}`;
      const claim = await startRun(store, runId, key);
      const nature = { kind: 'banking', flow: null, method: 'line_by_line', periodStart, periodEnd };
      const commit = { expectVersion: 0, ingestions: [], run: claim, nature, at: 5 };
      await store.sessions.commit(key, commit as Parameters<typeof store.sessions.commit>[1]);
      await store.work.finish(workClaimOf(claim), 7);
      return runId;
    };
    const [june, july, everything] = [of('june'), of('july'), of('everything')];
    const runOfJune = await done(june, [100, 129]);
    await done(july, [130, 160]);
    await done(everything, [null, null]);
    await done(of('june', { partner: 'abuja' }), [100, 129]);
    await done(OTHER, [100, 129]);
    await store.runs.accept({ ...newRun('waits', of('august')), keepExisting: false, caller: 'alpha' });
    await store.runs.accept({ ...newRun('waits again', july), keepExisting: false });
    const list = async (asked: Partial<Parameters<typeof store.sessions.page>[0]>) => {
      const page = { after: null, limit: 10, ...asked };
      const { sessions, total } = await store.sessions.page({ tenant: KEY.tenant, ...page });
      expect(total).toBe(sessions.length);
      return sessions.map(({ key }) => `${key.partner} ${key.session}`);
    };
    const all = ['lagos june', 'lagos july', 'lagos everything', 'abuja june', 'lagos august'];
    expect(await list({})).toEqual(all);
    expect(await list({ partner: 'abuja' })).toEqual(['abuja june']);
    expect(await list({ partner: 'lagos', from: 129, to: 129 })).toEqual([
      'lagos june',
      'lagos everything',
      'lagos august',
    ]);
    expect(await list({ from: 161 })).toEqual(['lagos everything', 'lagos august']);
    expect(await list({ state: 'waiting' })).toEqual(['lagos july', 'lagos august']);
    expect(await list({ state: 'succeeded', partner: 'lagos' })).toEqual(['lagos june', 'lagos everything']);
    expect(await list({ state: 'failed' })).toEqual([]);
    const first = await store.sessions.page({ tenant: KEY.tenant, after: null, limit: 2 });
    expect([first.sessions.length, first.total]).toEqual([2, 5]);
    const second = await store.sessions.page({ tenant: KEY.tenant, after: first.next, limit: 10 });
    expect(second.sessions.map(({ key }) => `${key.partner} ${key.session}`)).toEqual(all.slice(2));
    expect(first.sessions[0]).toEqual({
      key: june,
      kind: 'banking',
      ...{ periodStart: 100, periodEnd: 129, version: 1, createdAt: 5, updatedAt: 5 },
      run: { runId: runOfJune, state: 'succeeded', acceptedAt: 1_000 },
    });
    expect(second.sessions.at(-1)).toMatchObject({ kind: null, version: 0, createdAt: null, run: { runId: 'waits' } });
    expect([(await store.runs.get('waits'))?.caller, (await store.runs.get(runOfJune))?.caller]).toEqual([
      'alpha',
      null,
    ]);
    const scopes = (await store.sessions.scopes()).filter(({ tenant }) => tenant === KEY.tenant);
    expect(scopes).toEqual([
      { tenant: KEY.tenant, partner: 'abuja', sessions: 1 },
      { tenant: KEY.tenant, partner: 'lagos', sessions: OTHER.tenant === KEY.tenant ? 5 : 4 },
    ]);
    expect(await store.runs.queue({ caller: 'alpha' })).toMatchObject({ waiting: 1 });
    expect((await store.runs.list({ caller: 'alpha', after: null, limit: 9 })).runs.map(({ runId }) => runId)).toEqual([
      'waits',
    ]);
    await dispose();
  });

  test('finished windows are kept, once for their days, until they are settled', async () => {
    const under = await open();
    const { sessions } = under.store;
    const window = (start: number, end: number, saidAt: number, branchId: string | null = null) => ({
      ...{ start, end, saidAt, branchId },
    });
    expect(await sessions.windows(KEY)).toEqual([]);
    await sessions.addWindow(OTHER, window(1, 9, 4));
    await sessions.addWindow(KEY, window(8, 14, 5, 'lekki'));
    await Promise.all([6, 6].map((saidAt) => sessions.addWindow(KEY, window(1, 7, saidAt))));
    await sessions.addWindow(KEY, window(8, 14, 7));
    expect(await sessions.windows(KEY)).toEqual([window(1, 7, 6), window(8, 14, 7)]);
    expect(await openSessions(sessions, 9)).toEqual(expect.arrayContaining([OTHER, KEY]));
    // Page by page the same ones, each once.
    expect(await openSessions(sessions, 1)).toEqual(await openSessions(sessions, 9));
    await sessions.settleWindows(OTHER, 4);
    await sessions.settleWindows(KEY, 6);
    const again = (await under.reopen()).sessions;
    expect(await openSessions(again, 9)).toEqual([KEY]);
    await again.settleWindows(KEY, 7);
    expect(await openSessions(again, 9)).toEqual([]);
    await again.addWindow(KEY, window(1, 7, 8));
    expect(await openSessions(again, 9)).toEqual([KEY]);
    // A window makes no session.
    expect(await again.get(KEY)).toBeNull();
    expect(await again.list(KEY)).toEqual([]);
    await under.dispose();
  });

  test('windows of which nothing came go with all of their session, and no others', async () => {
    const { store, dispose } = await open();
    const { sessions } = store;
    const window = (start: number, saidAt: number) => ({ start, end: start + 6, saidAt, branchId: null });
    const fed = { ...KEY, session: 'fed' };
    for (const [key, start, saidAt] of [
      [KEY, 1, 5],
      [KEY, 8, 9],
      [fed, 1, 5],
      [fed, 8, 20],
      [OTHER, 1, 5],
    ] as const) {
      await sessions.addWindow(key, window(start, saidAt));
    }
    await sessions.settleWindows(OTHER, 5);
    expect(await sessions.dropWindows(9)).toBe(0);
    expect(await sessions.dropWindows(10)).toBe(1);
    expect(await openSessions(sessions, 9)).toEqual([fed]);
    expect(await Promise.all([KEY, fed, OTHER].map(async (key) => (await sessions.windows(key)).length))).toEqual([
      0, 2, 1,
    ]);
    await dispose();
  });
}

async function openSessions(sessions: Sessions, limit: number): Promise<SessionKey[]> {
  const found: SessionKey[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<Sessions['withOpenWindows']>> = await sessions.withOpenWindows({ after, limit });
    found.push(...page.sessions);
    after = page.next;
  } while (after !== null);
  return found;
}
