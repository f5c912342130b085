// Work that was found behind another one of its lane is found again when that one ends, also where the process that
// ended it did not live to say so, or was of a version that knows nothing of lines.

import { expect, test } from 'vitest';
import type { NewWork } from '../../../src/ports/work.ts';
import { withMongodb } from './temporary-database.ts';

const KNOWS = [{ kind: 'sweep', versions: [1] }];
const LEASE = { worker: 'test', leaseMs: 600_000, knows: KNOWS, at: 1 };
const work = (workId: string): NewWork => ({
  ...{ workId, kind: 'sweep', version: 1, tenant: 'bank-a', command: {}, lane: 'lagos', acceptedAt: 1 },
});

withMongodb('MongoDB', (database) => {
  test('what nobody said is first of its lane now is found by whoever looks next', async () => {
    const store = await database.open();
    for (const id of ['one', 'two', 'three']) await store.work.put(work(id));
    await store.work.claimNext(LEASE);
    expect(await store.work.claimNext(LEASE)).toBeNull();
    const runs = (await database.direct()).collection<{ _id: string }>('runs');
    expect(await runs.countDocuments({ behind: true })).toBe(2);
    await runs.deleteOne({ _id: 'one' });
    expect(await store.work.claimNext(LEASE)).toBeNull();
    const other = await database.open();
    expect(await other.work.waiting({ knows: KNOWS, forMs: 0, limit: 9 })).toEqual(['two']);
    expect((await store.work.claimNext(LEASE))?.work.workId).toBe('two');
    await Promise.all([store.close(), other.close()]);
  });

  test('work that another version put has its turn', async () => {
    const store = await database.open();
    const runs = (await database.direct()).collection<{ _id: string }>('runs');
    await runs.deleteMany({});
    for (const id of ['old', 'next']) await store.work.put({ ...work(id), lane: null });
    await runs.updateOne({ _id: 'old' }, { $unset: { of_tenant: '', round: '', command_version: '' } });
    expect((await store.work.claimNext(LEASE))?.work).toMatchObject({ workId: 'old', version: 1 });
    expect((await store.work.claimNext(LEASE))?.work.workId).toBe('next');
    await store.close();
  });
});
