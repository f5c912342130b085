import { expect, test } from 'vitest';
import { ingest, newIngestion } from './samples.ts';
import { KEY, type OpenStore, OTHER, startRun } from './store-under-test.ts';

export function sessionsContract(open: OpenStore): void {
  test('a session is shown once a run is committed, and stays so', async () => {
    const under = await open();
    const claim = await startRun(under.store, 'run-1');
    await ingest(under.store, 'gl-1');
    expect(await under.store.sessions.get(KEY)).toBeNull();
    expect(await under.store.sessions.list(KEY)).toEqual([]);
    const commit = { expectVersion: 0, ingestions: ['gl-1'], ...claim, at: 5 };
    const counts = { ingestions: ['gl-1'], runId: 'run-1', materialised: false, version: 1 };
    const session = { key: KEY, ...counts, createdAt: 5, updatedAt: 5 };
    expect(await under.store.sessions.commitRun(KEY, commit)).toEqual({ outcome: 'committed', session });
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
      store.sessions.commitRun(KEY, { expectVersion: 0, ingestions: [id], ...claim, at: 5 });
    const outcomes = await Promise.all([commit('gl-1'), commit('gl-2')]);
    // Either of the two may be the first.
    const [first, second] = outcomes.toSorted((a, b) => (a.outcome < b.outcome ? -1 : 1));
    expect(first!.outcome).toBe('committed');
    expect(second).toEqual({ outcome: 'conflict', session: first!.session });
    const third = await store.sessions.commitRun(KEY, { expectVersion: 1, ingestions: [], ...claim, at: 9 });
    expect(third).toEqual({
      outcome: 'committed',
      session: {
        ...{ key: KEY, ingestions: [], runId: 'run-2', materialised: false, version: 2 },
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
      expect(await store.sessions.commitRun(KEY, { ...commit, ...late })).toEqual({
        outcome: 'conflict',
        session: null,
      });
    }
    expect(await store.sessions.commitRun(KEY, { ...commit, ...claim })).toMatchObject({ outcome: 'committed' });
    await dispose();
  });

  test('a commit that was made already can be repeated and changes nothing', async () => {
    const { store, dispose } = await open();
    const claim = await startRun(store, 'run-1');
    await ingest(store, 'gl-1');
    const commit = { expectVersion: 0, ingestions: ['gl-1'], ...claim, at: 5 };
    const first = await store.sessions.commitRun(KEY, commit);
    expect(await store.sessions.commitRun(KEY, { ...commit, at: 6 })).toEqual(first);
    expect(await store.sessions.commitRun(KEY, { ...commit, expectVersion: 1, at: 6 })).toEqual(first);
    expect((await store.sessions.commitRun(KEY, { ...commit, ingestions: [] })).outcome).toBe('conflict');
    await dispose();
  });

  test('an ingestion that lacks a block, or is unknown, cannot be committed', async () => {
    const { store, dispose } = await open();
    const claim = await startRun(store, 'run-1');
    await store.ingestions.add(newIngestion('gl-half', { rows: 3, blocks: 1 }));
    for (const id of ['gl-half', 'gl-none']) {
      const commit = { expectVersion: 0, ingestions: [id], ...claim, at: 5 };
      await expect(store.sessions.commitRun(KEY, commit)).rejects.toMatchObject({ code: 'internal' });
    }
    expect(await store.sessions.get(KEY)).toBeNull();
    await dispose();
  });
}
