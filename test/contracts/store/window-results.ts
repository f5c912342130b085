import { expect, test } from 'vitest';
import { KEY, LEASE, newRun, type OpenStore } from './store-under-test.ts';

const pieces = [Uint8Array.of(1, 2, 3), Uint8Array.of(4), new Uint8Array(0)];

export function windowResultsContract(open: OpenStore): void {
  test('a result is kept whole, once, until the run that was cut has ended', async () => {
    const { store, dispose } = await open();
    const { windowResults } = store;
    const { claim } = (await store.runs.start(newRun('run-1', KEY), LEASE))!;
    await Promise.all([1, 2, 3].map(() => windowResults.put({ runId: 'run-1', windowId: 'b', pieces })));
    await windowResults.put({ runId: 'run-1', windowId: 'a', pieces: [pieces[0]] });
    await windowResults.put({ runId: 'gone', windowId: 'a', pieces });
    expect([...(await windowResults.done('run-1'))].sort()).toEqual(['a', 'b']);
    expect(await windowResults.done('run-2')).toEqual([]);
    expect(await windowResults.read({ runId: 'run-1', windowId: 'b' })).toEqual(pieces);
    expect(await windowResults.read({ runId: 'run-1', windowId: 'c' })).toBeNull();
    await store.upkeep.sweepUnnamed();
    expect(await windowResults.done('gone')).toEqual([]);
    expect(await windowResults.read({ runId: 'run-1', windowId: 'b' })).toEqual(pieces);
    await store.work.finish({ workId: claim.runId, fence: claim.fence }, 5);
    await store.upkeep.sweepUnnamed();
    expect(await windowResults.done('run-1')).toEqual([]);
    expect(await windowResults.read({ runId: 'run-1', windowId: 'b' })).toBeNull();
    await dispose();
  });
}
