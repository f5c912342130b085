import { expect, test } from 'vitest';
import { unpackGroupBlocks } from '../../../src/adapters/block-packing/group-blocks.ts';
import { unpackRowBlocks } from '../../../src/adapters/block-packing/row-blocks.ts';
import { TieoutError } from '../../../src/core/errors.ts';
import { workClaimOf } from '../../../src/core/records/documents/run.ts';
import { rowLease } from '../../../src/ports/leases.ts';
import { allRows } from '../../core/records/row-samples.ts';
import { groupBlocksOf, groupsOf, ingest, newIngestion, rowBlocksOf, rowsOf } from './samples.ts';
import { KEY, type OpenStore, OTHER, startRun } from './store-under-test.ts';
import { unpackFingerprints } from './unpack-fingerprints.ts';

export function blocksContract(open: OpenStore): void {
  test('an ingestion is added once; its rejected lines are read apart', async () => {
    const under = await open();
    const ingestion = newIngestion('gl-1');
    const header = { ...ingestion.header, rejectedRows: 2 };
    expect(await under.store.ingestions.add(ingestion)).toEqual({ header, added: true });
    const other = { header: { ...ingestion.header, file: 'other.csv' }, rejected: [] };
    expect(await under.store.ingestions.add(other)).toEqual({ header, added: false });
    const again = await under.reopen();
    expect(await again.ingestions.get('gl-1')).toEqual(header);
    expect(await again.ingestions.rejected('gl-1')).toEqual(ingestion.rejected);
    expect(await again.ingestions.get('gl-2')).toBeNull();
    expect(await again.ingestions.rejected('gl-2')).toEqual([]);
    await under.dispose();
  });

  test('live ingestions are those that the session names, in its order', async () => {
    const { store, dispose } = await open();
    const claim = await startRun(store, 'run-1');
    for (const id of ['a', 'b', 'c']) await ingest(store, id);
    await store.sessions.commit(KEY, { expectVersion: 0, ingestions: ['c', 'a'], run: claim, at: 1 });
    expect((await store.ingestions.live(KEY)).map(({ ingestionId }) => ingestionId)).toEqual(['c', 'a']);
    expect(await store.ingestions.live(OTHER)).toEqual([]);
    await dispose();
  });

  test('row blocks come back as they were put, also after reopening', async () => {
    const under = await open();
    const rows = rowsOf(1, 50);
    const blocks = rowBlocksOf(rows, 16);
    await under.store.ingestions.add(newIngestion('gl-1', { rows: 50, blocks: blocks.length }));
    expect(await under.store.rowBlocks.put('gl-1', blocks.slice(1, 3))).toBe(2);
    expect((await under.store.rowBlocks.headers('gl-1')).map(({ n }) => n)).toEqual([1, 2]);
    expect(await under.store.rowBlocks.put('gl-1', blocks)).toBe(2);
    expect(await under.store.rowBlocks.put('gl-1', blocks)).toBe(0);

    const { rowBlocks } = await under.reopen();
    expect(await rowBlocks.headers('gl-1')).toEqual(blocks.map(({ n, block: { header } }) => ({ n, header })));
    const read = await rowBlocks.read('gl-1', { numbers: [0, 1, 2, 3] });
    expect(allRows(unpackRowBlocks(read))).toEqual(allRows(rows));
    const [figures] = await rowBlocks.read('gl-1', { numbers: [2], parts: ['figures'] });
    expect(Object.keys(figures.packed)).toEqual(['figures']);
    expect(Array.from(unpackRowBlocks([figures]).amount)).toEqual(Array.from(rows.amount.subarray(32, 48)));
    const [last] = await rowBlocks.fingerprints('gl-1', [3]);
    expect(unpackFingerprints(last.packed, last.rows)).toEqual(rows.fingerprint.slice(2 * 48));
    await under.dispose();
  });

  test('a block that is there already is not replaced', async () => {
    const { store, dispose } = await open();
    const [block] = rowBlocksOf(rowsOf(1, 8), 8);
    await store.ingestions.add(newIngestion('gl-1', { rows: 8, blocks: 1 }));
    await store.rowBlocks.put('gl-1', [block]);
    expect(await store.rowBlocks.put('gl-1', rowBlocksOf(rowsOf(2, 8), 8))).toBe(0);
    const rows = unpackRowBlocks(await store.rowBlocks.read('gl-1', { numbers: [0] }));
    expect(allRows(rows)).toEqual(allRows(rowsOf(1, 8)));
    await dispose();
  });

  test('blocks of an unknown ingestion or run are refused, and a missing block is damage', async () => {
    const { store, dispose } = await open();
    await expect(store.rowBlocks.put('gl-1', [])).rejects.toMatchObject({ code: 'internal' });
    await expect(store.groupBlocks.put({ runId: 'run-1', fence: 1 }, [])).rejects.toMatchObject({ code: 'internal' });
    await store.ingestions.add(newIngestion('gl-1'));
    await startRun(store, 'run-1');
    const reads = [
      store.rowBlocks.read('gl-1', { numbers: [0] }),
      store.rowBlocks.fingerprints('gl-1', [0]),
      store.groupBlocks.read('run-1', [0]),
    ];
    for (const result of await Promise.allSettled(reads)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'store_damaged' } });
    }
    await dispose();
  });

  test('group blocks come back as they were put, sums beyond 2^63 included', async () => {
    const under = await open();
    const claim = await startRun(under.store, 'run-1');
    const groups = groupsOf(10, ['gl-1', 'bank-1']);
    const blocks = groupBlocksOf(groups, 4);
    expect(await under.store.groupBlocks.put(claim, blocks)).toBe(3);
    expect(await under.store.groupBlocks.put(claim, blocks)).toBe(0);
    const { groupBlocks } = await under.reopen();
    expect(await groupBlocks.headers('run-1')).toEqual(blocks.map(({ n, block: { header } }) => ({ n, header })));
    const read = unpackGroupBlocks(await groupBlocks.read('run-1', [0, 1, 2]));
    expect(read.gl.positions).toEqual(groups.gl.positions);
    expect(read.bank.positions).toEqual(groups.bank.positions);
    expect(read.ingestions).toEqual(['gl-1', 'bank-1']);
    await under.dispose();
  });

  test('what an attempt wrote is discarded unless the session names its run', async () => {
    const { store, dispose } = await open();
    const claim = await startRun(store, 'run-1');
    const other = await startRun(store, 'run-o', OTHER);
    const blocks = groupBlocksOf(groupsOf(6, ['a', 'b']), 3);
    for (const one of [claim, other]) await store.groupBlocks.put(one, blocks);
    expect(await store.groupBlocks.discard(claim)).toBe(2);
    expect(await store.groupBlocks.headers('run-1')).toEqual([]);
    expect(await store.groupBlocks.headers('run-o')).toHaveLength(2);
    await store.groupBlocks.put(claim, blocks);
    await store.sessions.commit(KEY, { expectVersion: 0, ingestions: [], run: claim, at: 1 });
    expect(await store.groupBlocks.discard(claim)).toBe(0);
    expect(await store.groupBlocks.headers('run-1')).toHaveLength(2);
    await dispose();
  });

  test('of an attempt that was taken over nothing is stored and nothing removed', async () => {
    const { store, dispose } = await open();
    const late = await startRun(store, 'run-1');
    const blocks = groupBlocksOf(groupsOf(6, ['a', 'b']), 3);
    expect(await store.groupBlocks.put(late, blocks)).toBe(2);
    const claim = await startRun(store, 'run-1');
    expect(claim.fence).toBeGreaterThan(late.fence);
    expect(await store.groupBlocks.discard(claim)).toBe(2);
    // Between the two writes of its successor, and after them.
    expect(await store.groupBlocks.put(late, blocks)).toBeNull();
    expect(await store.groupBlocks.headers('run-1')).toEqual([]);
    const own = groupBlocksOf(groupsOf(4, ['c', 'd']), 4);
    expect(await store.groupBlocks.put(claim, own)).toBe(1);
    expect(await store.groupBlocks.discard(late)).toBeNull();
    expect(await store.groupBlocks.put(late, blocks)).toBeNull();
    expect(await store.groupBlocks.headers('run-1')).toEqual([{ n: 0, header: own[0].block.header }]);
    await store.work.finish(workClaimOf(claim), 1);
    expect(await store.groupBlocks.put(claim, blocks)).toBeNull();
    expect(await store.groupBlocks.discard(claim)).toBeNull();
    await dispose();
  });

  test('sweeping removes what no session names and leaves alone what a run is working on', async () => {
    const { store, dispose } = await open();
    const claim = await startRun(store, 'run-1');
    const other = await startRun(store, 'run-2', OTHER);
    for (const id of ['named', 'unnamed']) await ingest(store, id);
    await ingest(store, 'others', { key: OTHER });
    for (const one of [claim, other]) await store.groupBlocks.put(one, groupBlocksOf(groupsOf(3, ['a', 'b']), 3));
    await store.sessions.commit(KEY, { expectVersion: 0, ingestions: ['named'], run: claim, at: 1 });

    expect(await store.upkeep.sweepUnnamed()).toEqual({ ingestions: 0, runs: 0 });
    await store.work.finish(workClaimOf(claim), 2);
    expect(await store.upkeep.sweepUnnamed()).toEqual({ ingestions: 1, runs: 0 });
    expect(await store.ingestions.get('unnamed')).toBeNull();
    expect(await store.rowBlocks.headers('named')).toHaveLength(3);
    expect(await store.groupBlocks.headers('run-1')).toHaveLength(1);

    const failure = { code: 'internal', message: 'interrupted', file: null, line: null } as const;
    await store.work.fail(workClaimOf(other), { at: 2, failure, pauseMs: null });
    expect(await store.upkeep.sweepUnnamed()).toEqual({ ingestions: 1, runs: 1 });
    expect(await store.ingestions.get('others')).toBeNull();
    expect(await store.groupBlocks.headers('run-2')).toEqual([]);
    expect(await store.upkeep.sweepUnnamed()).toEqual({ ingestions: 0, runs: 0 });
    await dispose();
  });

  test('sweeping leaves a document alone while somebody has the row lease of its partner', async () => {
    const { store, dispose } = await open();
    const key = { ...KEY, session: `adhoc-${'0a'.repeat(16)}` };
    const under = (await store.leases.take(rowLease(key), 60_000))!;
    await ingest(store, 'document', { key });
    expect(await store.upkeep.sweepUnnamed()).toEqual({ ingestions: 0, runs: 0 });
    const named = { expectVersion: 0, ingestions: ['document'], run: null, under, at: 1 };
    expect(await store.sessions.commit(key, named)).toMatchObject({ outcome: 'committed' });
    expect(await store.ingestions.live(key)).toHaveLength(1);

    // Whoever let the lease lapse and was swept behind commits nothing any more.
    await store.leases.release(under);
    const late = (await store.leases.take(rowLease(key), 1))!;
    await ingest(store, 'second', { key });
    await expect.poll(() => store.upkeep.sweepUnnamed()).toEqual({ ingestions: 1, runs: 0 });
    const both = { expectVersion: 1, ingestions: ['document', 'second'], run: null, under: late, at: 2 };
    await expect(store.sessions.commit(key, both)).rejects.toBeInstanceOf(TieoutError);
    expect(await store.ingestions.live(key)).toHaveLength(1);
    await dispose();
  });
}
