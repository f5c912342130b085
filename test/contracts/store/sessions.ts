import { expect, test } from 'vitest';
import { ingest, newIngestion } from './samples.ts';
import { KEY, type OpenStore, OTHER, startRun } from './store-under-test.ts';

export function sessionsContract(open: OpenStore): void {
  test('a session is shown once a run is committed, and stays so', async () => {
    const under = await open();
    await startRun(under.store, 'run-1');
    await ingest(under.store, 'gl-1');
    expect(await under.store.sessions.get(KEY)).toBeNull();
    expect(await under.store.sessions.list(KEY)).toEqual([]);
    const commit = { expectVersion: 0, ingestions: ['gl-1'], runId: 'run-1', at: 5 };
    const session = { key: KEY, ingestions: ['gl-1'], runId: 'run-1', version: 1, createdAt: 5, updatedAt: 5 };
    expect(await under.store.sessions.commitRun(KEY, commit)).toEqual({ outcome: 'committed', session });
    const again = await under.reopen();
    expect(await again.sessions.get(KEY)).toEqual(session);
    expect(await again.sessions.get(OTHER)).toBeNull();
    expect(await again.sessions.list(KEY)).toEqual([session]);
    expect(await again.sessions.list(OTHER)).toEqual([]);
    await under.dispose();
  });

  test('of two runs on the same version one commits and the other sees the session as it is', async () => {
    const { store, dispose } = await open();
    await startRun(store, 'run-1');
    await startRun(store, 'run-2');
    await ingest(store, 'gl-1');
    const commit = (runId: string) =>
      store.sessions.commitRun(KEY, { expectVersion: 0, ingestions: ['gl-1'], runId, at: 5 });
    const [first, second] = await Promise.all([commit('run-1'), commit('run-2')]);
    expect(first.outcome).toBe('committed');
    expect(second).toEqual({ outcome: 'conflict', session: first.session });
    const third = await store.sessions.commitRun(KEY, { expectVersion: 1, ingestions: [], runId: 'run-2', at: 9 });
    expect(third).toEqual({
      outcome: 'committed',
      session: { key: KEY, ingestions: [], runId: 'run-2', version: 2, createdAt: 5, updatedAt: 9 },
    });
    await dispose();
  });

  test('a commit that was made already can be repeated and changes nothing', async () => {
    const { store, dispose } = await open();
    await startRun(store, 'run-1');
    await ingest(store, 'gl-1');
    const commit = { expectVersion: 0, ingestions: ['gl-1'], runId: 'run-1', at: 5 };
    const first = await store.sessions.commitRun(KEY, commit);
    expect(await store.sessions.commitRun(KEY, { ...commit, at: 6 })).toEqual(first);
    expect((await store.sessions.commitRun(KEY, { ...commit, ingestions: [] })).outcome).toBe('conflict');
    await dispose();
  });

  test('an ingestion that lacks a block, or is unknown, cannot be committed', async () => {
    const { store, dispose } = await open();
    await startRun(store, 'run-1');
    await store.ingestions.add(newIngestion('gl-half', { rows: 3, blocks: 1 }));
    for (const id of ['gl-half', 'gl-none']) {
      const commit = { expectVersion: 0, ingestions: [id], runId: 'run-1', at: 5 };
      await expect(store.sessions.commitRun(KEY, commit)).rejects.toMatchObject({ code: 'internal' });
    }
    expect(await store.sessions.get(KEY)).toBeNull();
    await dispose();
  });
}
