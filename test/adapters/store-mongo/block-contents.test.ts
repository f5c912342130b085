// Bytes of blocks under ids that are derived: written again after an interruption they are there once, and of two attempts
// at a run, one of which was taken over, neither takes away what the other one's headers name.

import { expect, test } from 'vitest';
import { unpackGroupBlocks } from '../../../src/adapters/block-packing/group-blocks.ts';
import { groupBlocksOf, groupsOf, newIngestion, rowBlocksOf, rowsOf } from '../../contracts/store/samples.ts';
import { LEASE, newRun } from '../../contracts/store/store-under-test.ts';
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

  test('of groups that one attempt discards while another one writes their headers are there in the end', async () => {
    const store = await database.open();
    await store.runs.start(newRun('run-1'), LEASE);
    const blocks = groupBlocksOf(groupsOf(10, ['gl-1', 'bank-1']), 4);
    await store.groupBlocks.put('run-1', blocks);
    // The attempt that was taken over writes its headers after the discarding of its bytes.
    await (await database.direct()).collection('block_contents').deleteMany({ owner: 'run-1' });
    expect(await store.groupBlocks.put('run-1', blocks)).toBe(0);
    expect(unpackGroupBlocks(await store.groupBlocks.read('run-1', [0, 1, 2])).count).toBe(10);
    await store.close();
  });
});
