// Bytes of blocks under ids that are derived: written again after an interruption they are there once. And of two
// attempts at a run, one of which was taken over, neither writes nor takes away what is the other one's.

import { expect, test } from 'vitest';
import { unpackGroupBlocks } from '../../../src/adapters/block-packing/group-blocks.ts';
import { workClaimOf } from '../../../src/core/records/documents/run.ts';
import { groupBlocksOf, groupsOf, newIngestion, rowBlocksOf, rowsOf } from '../../contracts/store/samples.ts';
import { KEY, LEASE, newRun } from '../../contracts/store/store-under-test.ts';
import { withMongodb } from './temporary-database.ts';

withMongodb('block contents', (database) => {
  const counts = async () => {
    const db = await database.direct();
    return Promise.all(['block_contents', 'row_blocks'].map((name) => db.collection(name).countDocuments()));
  };

  test('of rows that were written without their headers are written over', async () => {
    const store = await database.open();
    const blocks = rowBlocksOf(rowsOf(7, 900), 300);
    await store.ingestions.add(newIngestion('gl', { rows: 900, blocks: 3 }));
    await store.rowBlocks.put('gl', blocks);
    const whole = await counts();
    // As an attempt leaves it that ends between the two writes.
    await (await database.direct()).collection('row_blocks').deleteMany({});
    expect(await store.rowBlocks.put('gl', blocks)).toBe(3);
    expect(await counts()).toEqual(whole);
    expect(await store.rowBlocks.read('gl', { numbers: [0, 1, 2] })).toHaveLength(3);
    await store.close();
  });

  test('of parts that are alike are of their own block', async () => {
    const store = await database.open();
    const [block] = rowBlocksOf(rowsOf(7, 300), 300);
    await store.ingestions.add(newIngestion('gl', { rows: 600, blocks: 2 }));
    await store.rowBlocks.put('gl', [block, { ...block, n: 1 }]);
    const [first, second] = await store.rowBlocks.read('gl', { numbers: [0, 1] });
    expect(first).toEqual(second);
    await store.close();
  });

  test('of groups that a stalled attempt writes when its successor has discarded them are nobody’s, and are swept', async () => {
    const store = await database.open();
    const db = await database.direct();
    const names = ['block_contents', 'group_blocks'];
    const late = (await store.runs.start(newRun('run-1'), LEASE))!.claim;
    await store.groupBlocks.put(late, groupBlocksOf(groupsOf(10, ['gl-1', 'bank-1']), 4));
    // What it is about to write: its claim held when it was looked at.
    const stalled = await Promise.all(names.map((name) => db.collection(name).find().toArray()));
    const { claim } = (await store.runs.start(newRun('run-1'), LEASE))!;
    expect(await store.groupBlocks.discard(claim)).toBe(3);
    for (const [i, name] of names.entries()) await db.collection(name).insertMany(stalled[i]);
    expect(await store.groupBlocks.put(claim, groupBlocksOf(groupsOf(6, ['gl-2', 'bank-2']), 3))).toBe(2);
    // And what it is about to remove.
    for (const name of names) await db.collection(name).deleteMany({ fence: { $lte: late.fence } });
    for (const [i, name] of names.entries()) await db.collection(name).insertMany(stalled[i]);

    const readsOwn = async () => {
      expect((await store.groupBlocks.headers('run-1')).map(({ n }) => n)).toEqual([0, 1]);
      const read = unpackGroupBlocks(await store.groupBlocks.read('run-1', [1, 0]));
      expect([read.count, read.ingestions]).toEqual([6, ['gl-2', 'bank-2']]);
      await expect(store.groupBlocks.read('run-1', [2])).rejects.toMatchObject({ code: 'store_damaged' });
    };
    await readsOwn();
    await store.sessions.commit(KEY, { expectVersion: 0, ingestions: [], run: claim, at: 1 });
    await store.work.finish(workClaimOf(claim), 2);
    await store.upkeep.sweepUnnamed();
    expect(await Promise.all(names.map((name) => db.collection(name).countDocuments()))).toEqual([2, 2]);
    await readsOwn();
    await store.close();
  });

  test('of an ingestion that a stalled attempt adds when its session has been swept are swept too', async () => {
    const store = await database.open();
    const db = await database.direct();
    const names = ['ingestions', 'row_blocks', 'block_contents'];
    const left = () => Promise.all(names.map((name) => db.collection(name).countDocuments()));
    await store.ingestions.add(newIngestion('gl-1'));
    await store.rowBlocks.put('gl-1', rowBlocksOf(rowsOf(3, 10), 10));
    // What it is about to write when it is stopped.
    const stalled = await Promise.all(names.map((name) => db.collection(name).find().toArray()));
    expect(await store.upkeep.sweepUnnamed()).toEqual({ ingestions: 1, runs: 0 });
    expect(await left()).toEqual([0, 0, 0]);
    expect(await db.collection('sessions').countDocuments({ unswept: true })).toBe(0);
    for (const [i, name] of names.entries()) await db.collection(name).insertMany(stalled[i]);
    expect(await store.upkeep.sweepUnnamed()).toEqual({ ingestions: 1, runs: 0 });
    expect(await left()).toEqual([0, 0, 0]);
    await store.close();
  });

  test('of groups that two attempts wrote alike are each its own', async () => {
    const store = await database.open();
    const blocks = groupBlocksOf(groupsOf(10, ['gl-1', 'bank-1']), 4);
    const late = (await store.runs.start(newRun('run-1'), LEASE))!.claim;
    await store.groupBlocks.put(late, blocks);
    const { claim } = (await store.runs.start(newRun('run-1'), LEASE))!;
    await store.groupBlocks.put(claim, blocks);
    const contents = (await database.direct()).collection('block_contents');
    await contents.deleteMany({ fence: late.fence });
    expect(unpackGroupBlocks(await store.groupBlocks.read('run-1', [0, 1, 2])).count).toBe(10);
    await store.close();
  });
});
