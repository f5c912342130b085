// A worker that was stopped in the middle of what follows from its run's commit, and goes on when the session has a
// later run: it takes nothing away from that run and leaves nothing beside it.

import { expect, test } from 'vitest';
import type { RunClaim } from '../../../src/core/records/documents/run.ts';
import { workClaimOf } from '../../../src/core/records/documents/run.ts';
import type { Store } from '../../../src/ports/store.ts';
import { clustersOf, newIngestion, openItemsOf, rowsOf } from '../../contracts/store/samples.ts';
import { KEY, LEASE, newRun } from '../../contracts/store/store-under-test.ts';
import { withMongodb } from './temporary-database.ts';

withMongodb('a run that is late', (database) => {
  const FOUND = { ingestionId: 'gl-1', first: 0 };
  const materialise = [
    (store: Store, { runId }: RunClaim) =>
      store.clusters.voidPending(KEY, { exceptRunId: runId, reason: 'replaced by a later run', at: 9 }),
    (store: Store, { runId }: RunClaim) =>
      store.clusters.insertOrRestore(KEY, { runId, clusters: clustersOf(3, FOUND), at: 9 }),
    (store: Store, { runId }: RunClaim) => store.openItems.removeForOtherRuns(KEY, runId),
    (store: Store, { runId }: RunClaim) =>
      store.openItems.insertIfAbsent(KEY, { runId, items: openItemsOf(rowsOf(2, 4), FOUND) }),
  ];
  const shown = async (store: Store) => [
    await store.clusters.page(KEY, { after: null, limit: 100 }),
    await store.openItems.page(KEY, { side: 'gl', after: null, limit: 100 }),
  ];

  test('changes nothing', async () => {
    const store = await database.open();
    await store.ingestions.add(newIngestion('gl-1'));
    const committed = async (runId: string, expectVersion: number): Promise<RunClaim> => {
      const { claim } = (await store.runs.start(newRun(runId), LEASE))!;
      await store.sessions.commit(KEY, { expectVersion, ingestions: [], run: claim, at: 1 });
      return claim;
    };
    const late = await committed('run-1', 0);
    for (const step of materialise) await step(store, late);
    await store.work.finish(workClaimOf(late), 2);
    const claim = await committed('run-2', 1);
    // It finds two of three clusters again, and other rows open.
    await store.clusters.voidPending(KEY, { exceptRunId: 'run-2', reason: 'replaced by a later run', at: 3 });
    await store.clusters.insertOrRestore(KEY, { runId: 'run-2', clusters: clustersOf(2, FOUND), at: 3 });
    await store.openItems.removeForOtherRuns(KEY, 'run-2');
    const items = openItemsOf(rowsOf(3, 2), { ingestionId: 'gl-1', first: 50 });
    await store.openItems.insertIfAbsent(KEY, { runId: 'run-2', items });
    await store.work.finish(workClaimOf(claim), 4);
    const before = await shown(store);
    expect(before).toMatchObject([{ clusters: { length: 2 } }, { items: { rows: { count: 2 } } }]);

    for (const step of materialise) {
      await expect(step(store, late)).rejects.toMatchObject({ code: 'version_conflict' });
      expect(await shown(store)).toEqual(before);
    }
    await store.close();
  });

  // It asked whether there is a later run before that one's commit; its write comes after what that one wrote.
  test('changes nothing either when it asked before the commit of the later one', async () => {
    const store = await database.open();
    await store.ingestions.add(newIngestion('gl-1'));
    const late = (await store.runs.start(newRun('run-1'), LEASE))!.claim;
    await store.sessions.commit(KEY, { expectVersion: 0, ingestions: [], run: late, at: 1 });
    for (const step of materialise) await step(store, late);
    await store.work.finish(workClaimOf(late), 2);
    const later = (await store.runs.start(newRun('run-2'), LEASE))!.claim;
    const items = openItemsOf(rowsOf(2, 4), FOUND);
    await store.clusters.voidPending(KEY, { exceptRunId: 'run-2', reason: 'replaced by a later run', at: 3 });
    await store.clusters.insertOrRestore(KEY, { runId: 'run-2', clusters: clustersOf(2, FOUND), at: 3 });
    await store.openItems.removeForOtherRuns(KEY, 'run-2');
    // Between the removal and what the later run inserts.
    expect(await store.openItems.insertIfAbsent(KEY, { runId: 'run-1', items })).toBe(4);
    expect(await store.openItems.insertIfAbsent(KEY, { runId: 'run-2', items })).toBe(0);
    const before = await shown(store);
    expect(before).toMatchObject([{ clusters: { length: 2 } }, { items: { rows: { count: 4 } } }]);

    for (const step of materialise) {
      await step(store, late);
      expect(await shown(store)).toEqual(before);
    }
    await store.sessions.commit(KEY, { expectVersion: 1, ingestions: [], run: later, at: 4 });
    for (const step of materialise) {
      await expect(step(store, late)).rejects.toMatchObject({ code: 'version_conflict' });
      expect(await shown(store)).toEqual(before);
    }
    await store.close();
  });

  test('takes back what it adds beside the later one', async () => {
    const store = await database.open();
    await store.ingestions.add(newIngestion('gl-1'));
    const late = (await store.runs.start(newRun('run-1'), LEASE))!.claim;
    await store.sessions.commit(KEY, { expectVersion: 0, ingestions: [], run: late, at: 1 });
    await store.work.finish(workClaimOf(late), 2);
    const later = (await store.runs.start(newRun('run-2'), LEASE))!.claim;
    await store.sessions.commit(KEY, { expectVersion: 1, ingestions: [], run: later, at: 3 });
    for (const step of materialise) {
      await expect(step(store, late)).rejects.toMatchObject({ code: 'version_conflict' });
    }
    expect(await shown(store)).toMatchObject([{ clusters: [] }, { items: { rows: { count: 0 } } }]);
    await store.close();
  });
});
