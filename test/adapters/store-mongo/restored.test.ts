// Rows that are stored again after they went: on a database where a former version removed them, and while a removal
// that began before goes on.

import { expect, test } from 'vitest';
import { collectionsOf } from '../../../src/adapters/store-mongo/documents.ts';
import { workClaimOf } from '../../../src/core/records/documents/run.ts';
import { groupBlocksOf, groupsOf, newIngestion, rowBlocksOf, rowsOf } from '../../contracts/store/samples.ts';
import { KEY, startRun } from '../../contracts/store/store-under-test.ts';
import { withMongodb } from './temporary-database.ts';

const BLOCKS = rowBlocksOf(rowsOf(1, 12), 4);
const ID = 'rows';

withMongodb('rows that went', (database) => {
  async function pruned() {
    const store = await database.open();
    const claim = await startRun(store, 'run-1');
    await store.ingestions.add(newIngestion(ID, { rows: 12, blocks: BLOCKS.length }));
    await store.rowBlocks.put(ID, BLOCKS);
    await store.groupBlocks.put(claim, groupBlocksOf(groupsOf(6, [ID, ID]), 3));
    await store.sessions.commit(KEY, { expectVersion: 0, ingestions: [ID], run: claim, at: 10 });
    await store.work.finish(workClaimOf(claim), 10);
    await store.upkeep.prune({ rowsBefore: 20, runsBefore: null });
    return { store, collections: collectionsOf(await database.direct()) };
  }
  const commitAgain = async (store: Awaited<ReturnType<typeof pruned>>['store']) => {
    const claim = await startRun(store, 'run-2');
    expect(await store.rowBlocks.stored(ID)).toEqual([]);
    expect(await store.rowBlocks.put(ID, BLOCKS)).toBe(3);
    return store.sessions.commit(KEY, { expectVersion: 1, ingestions: [ID], run: claim, at: 30 });
  };

  test.each(['pruned', 'pruning'] as const)('in a former version, which says %s alone, come back', async (rows) => {
    const { store, collections } = await pruned();
    await collections.sessions.updateOne({ ...KEY }, { $set: { rows }, $unset: { removal: '' } });
    await collections.ingestions.updateOne({ ingestion_id: ID }, { $unset: { removal: '' } });
    expect(await commitAgain(store)).toMatchObject({ outcome: 'committed' });
    expect(await store.rowBlocks.read(ID, { numbers: [0, 1, 2] })).toHaveLength(3);
    expect((await collections.sessions.findOne({ ...KEY }))?.rows).toBe('kept');
    await store.close();
  });

  test('under a removal that stalled before it marked them, stay when it goes on', async () => {
    const { store, collections } = await pruned();
    // It has said that it begins, and done nothing else yet.
    await collections.ingestions.updateOne({ ingestion_id: ID }, { $unset: { removal: '' } });
    const session = await collections.sessions.findOneAndUpdate({ ...KEY }, { $set: { rows: 'pruning' } });
    expect(await commitAgain(store)).toMatchObject({ outcome: 'committed' });
    // What it removes when it goes on.
    const removal = session!.removal!;
    const late = await collections.block_contents.deleteMany({ ...KEY, after: { $not: { $gte: removal } } });
    expect(late.deletedCount).toBeGreaterThan(0);
    expect(await store.rowBlocks.read(ID, { numbers: [0, 1, 2] })).toHaveLength(3);
    await store.close();
  });
});
