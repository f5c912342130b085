import { expect, test } from 'vitest';
import { workClaimOf } from '../../../src/core/records/documents/run.ts';
import type { SessionKey } from '../../../src/core/records/session-key.ts';
import type { Store } from '../../../src/ports/store.ts';
import { clustersOf, groupBlocksOf, groupsOf, newIngestion, openItemsOf, rowBlocksOf, rowsOf } from './samples.ts';
import { KEY, type OpenStore, OTHER, startRun } from './store-under-test.ts';
import { unpackFingerprints } from './unpack-fingerprints.ts';

const ROWS = rowsOf(1, 12);

/** A run that is committed with rows, groups, an open item and a cluster, and ended; times as given. */
async function wholeRun(
  store: Store,
  runId: string,
  { key = KEY, at, version = 0 }: { key?: SessionKey; at: number; version?: number },
) {
  const claim = await startRun(store, runId, key);
  const id = `rows-${runId}`;
  const blocks = rowBlocksOf(ROWS, 4);
  await store.ingestions.add(newIngestion(id, { key, rows: ROWS.count, blocks: blocks.length }));
  await store.rowBlocks.put(id, blocks);
  await store.groupBlocks.put(claim, groupBlocksOf(groupsOf(6, [id, id]), 3));
  await store.sessions.commit(key, { expectVersion: version, ingestions: [id], run: claim, at });
  const first = 100 * at;
  await store.openItems.insertIfAbsent(key, { runId, items: openItemsOf(rowsOf(2, 2), { ingestionId: id, first }) });
  await store.clusters.insertOrRestore(key, { runId, clusters: clustersOf(2, { ingestionId: id, first }), at });
  await store.summaries.append(key, { cause: runId, createdAt: at, summary: {} });
  await store.work.finish(workClaimOf(claim), at);
  return id;
}

const PRUNED = { code: 'content_pruned' };

export function retentionContract(open: OpenStore): void {
  test('a session keeps its rows for so long, and all else for good', async () => {
    const under = await open();
    const { store } = under;
    const [old, recent] = [
      await wholeRun(store, 'run-1', { at: 10 }),
      await wholeRun(store, 'run-2', { key: OTHER, at: 20 }),
    ];
    expect(await store.upkeep.prune({ rowsBefore: null, runsBefore: null })).toEqual({ sessions: 0, runs: 0 });
    const headers = await store.rowBlocks.headers(old);
    const groups = await store.groupBlocks.headers('run-1');
    expect(await store.upkeep.prune({ rowsBefore: 20, runsBefore: null })).toEqual({ sessions: 1, runs: 0 });

    const again = await under.reopen();
    await expect(again.rowBlocks.read(old, { numbers: [0, 1] })).rejects.toMatchObject(PRUNED);
    await expect(again.rowBlocks.read(old, { numbers: [2], parts: ['narration'] })).rejects.toMatchObject(PRUNED);
    await expect(again.groupBlocks.read('run-1', [0])).rejects.toMatchObject(PRUNED);
    const fingerprints = await again.rowBlocks.fingerprints(old, [0, 1, 2]);
    expect(fingerprints.flatMap(({ packed, rows }) => [...unpackFingerprints(packed, rows)])).toEqual([
      ...ROWS.fingerprint,
    ]);
    expect(await again.rowBlocks.headers(old)).toEqual(headers);
    expect(await again.groupBlocks.headers('run-1')).toEqual(groups);
    expect((await again.openItems.page(KEY, { side: 'gl', after: null, limit: 9 })).items.rows.count).toBe(2);
    expect(await again.clusters.count(KEY, {})).toBe(2);
    expect(await again.summaries.history(KEY)).toHaveLength(1);
    expect(await again.sessions.get(KEY)).toMatchObject({ runId: 'run-1', ingestions: [old] });
    expect(await again.rowBlocks.read(recent, { numbers: [0, 1, 2] })).toHaveLength(3);
    expect(await again.groupBlocks.read('run-2', [0, 1])).toHaveLength(2);
    expect(await again.upkeep.prune({ rowsBefore: 20, runsBefore: null })).toEqual({ sessions: 0, runs: 0 });
    await under.dispose();
  });

  test('a session that is being worked on, or was again, keeps its rows', async () => {
    const { store, dispose } = await open();
    const first = await wholeRun(store, 'run-1', { at: 10 });
    const claim = await startRun(store, 'run-2');
    expect(await store.upkeep.prune({ rowsBefore: 99, runsBefore: 99 })).toEqual({ sessions: 0, runs: 0 });
    expect(await store.rowBlocks.read(first, { numbers: [0] })).toHaveLength(1);
    await store.sessions.commit(KEY, { expectVersion: 1, ingestions: [first], run: claim, at: 30 });
    await store.work.finish(workClaimOf(claim), 30);
    expect(await store.upkeep.prune({ rowsBefore: 20, runsBefore: null })).toEqual({ sessions: 0, runs: 0 });
    expect(await store.rowBlocks.read(first, { numbers: [0] })).toHaveLength(1);
    expect((await store.upkeep.prune({ rowsBefore: 31, runsBefore: null })).sessions).toBe(1);
    // New rows are kept anew.
    const second = await wholeRun(store, 'run-3', { at: 40, version: 2 });
    expect(await store.rowBlocks.read(second, { numbers: [0] })).toHaveLength(1);
    expect((await store.upkeep.prune({ rowsBefore: 41, runsBefore: null })).sessions).toBe(1);
    await expect(store.rowBlocks.read(second, { numbers: [0] })).rejects.toMatchObject(PRUNED);
    await dispose();
  });

  test('rows that went are stored again under their ids, and count once all of them are there', async () => {
    const under = await open();
    const { store } = under;
    const id = await wholeRun(store, 'run-1', { at: 10 });
    const blocks = rowBlocksOf(ROWS, 4);
    expect(await store.rowBlocks.stored(id)).toEqual([0, 1, 2]);
    await store.upkeep.prune({ rowsBefore: 20, runsBefore: null });
    expect(await store.rowBlocks.stored(id)).toEqual([]);

    const claim = await startRun(store, 'run-2');
    const commit = { expectVersion: 1, ingestions: [id], run: claim, at: 30 };
    await expect(store.sessions.commit(KEY, commit)).rejects.toMatchObject(PRUNED);
    expect(await store.rowBlocks.put(id, blocks.slice(1))).toBe(2);
    expect(await store.rowBlocks.stored(id)).toEqual([1, 2]);
    await expect(store.sessions.commit(KEY, commit)).rejects.toMatchObject(PRUNED);
    expect(await store.rowBlocks.put(id, blocks)).toBe(1);
    expect(await store.rowBlocks.put(id, blocks)).toBe(0);
    await store.groupBlocks.put(claim, groupBlocksOf(groupsOf(6, [id, id]), 3));
    expect(await store.sessions.commit(KEY, commit)).toMatchObject({ outcome: 'committed' });
    await store.work.finish(workClaimOf(claim), 30);
    await store.upkeep.sweepUnnamed();

    const again = await under.reopen();
    const read = await again.rowBlocks.read(id, { numbers: [0, 1, 2] });
    expect(read.map(({ packed }) => packed)).toEqual(blocks.map(({ block }) => block.packed));
    expect(await again.groupBlocks.read('run-2', [0, 1])).toHaveLength(2);
    expect(await again.upkeep.prune({ rowsBefore: 30, runsBefore: null })).toEqual({ sessions: 0, runs: 0 });
    expect(await again.upkeep.prune({ rowsBefore: 31, runsBefore: null })).toEqual({ sessions: 1, runs: 0 });
    await expect(again.rowBlocks.read(id, { numbers: [0] })).rejects.toMatchObject(PRUNED);
    await under.dispose();
  });

  test('rows that were stored again for a run that failed go again', async () => {
    const { store, dispose } = await open();
    const id = await wholeRun(store, 'run-1', { at: 10 });
    await store.upkeep.prune({ rowsBefore: 20, runsBefore: null });
    const claim = await startRun(store, 'run-2');
    await store.rowBlocks.put(id, rowBlocksOf(ROWS, 4));
    const failure = { code: 'internal', message: 'it broke', file: null, line: null } as const;
    await store.work.fail(workClaimOf(claim), { at: 25, failure, pauseMs: null });
    expect(await store.upkeep.prune({ rowsBefore: 20, runsBefore: null })).toEqual({ sessions: 1, runs: 0 });
    expect(await store.rowBlocks.stored(id)).toEqual([]);
    await expect(store.rowBlocks.read(id, { numbers: [0] })).rejects.toMatchObject(PRUNED);
    expect(await store.upkeep.prune({ rowsBefore: 20, runsBefore: null })).toEqual({ sessions: 0, runs: 0 });
    await dispose();
  });

  test('succeeded runs go after their time, but for the latest and the one that the session names', async () => {
    const { store, dispose } = await open();
    await wholeRun(store, 'run-1', { at: 10 });
    await wholeRun(store, 'run-2', { at: 20, version: 1 });
    const failure = { code: 'internal', message: 'it broke', file: null, line: null } as const;
    for (const runId of ['run-3', 'run-4']) {
      await store.work.fail(workClaimOf(await startRun(store, runId)), { at: 25, failure, pauseMs: null });
    }
    await wholeRun(store, 'run-o', { key: OTHER, at: 10 });
    await store.upkeep.sweepUnnamed();
    expect(await store.upkeep.prune({ rowsBefore: null, runsBefore: 99 })).toEqual({ sessions: 0, runs: 1 });
    const left = await Promise.all(['run-1', 'run-2', 'run-3', 'run-4', 'run-o'].map((runId) => store.runs.get(runId)));
    expect(left.map((run) => run?.runId ?? null)).toEqual([null, 'run-2', 'run-3', 'run-4', 'run-o']);
    expect((await store.runs.latest(KEY))?.runId).toBe('run-4');
    expect(await store.summaries.history(KEY)).toHaveLength(2);
    await dispose();
  });
}
