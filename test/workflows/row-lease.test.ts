// A worker that stands still between its commit and what follows from it, for longer than its hold of the partner's rows:
// another run of the partner that comes in finds all of it written, and what the late worker then writes changes nothing.

import { expect, test } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { contentOf } from './session-content.ts';
import { monthOf, writePart } from './small-month.ts';
import { KEY, startService, temporaryFolder } from './worker-under-test.ts';

const LEASE_MS = 1_000;

/** Its lease on rows is not renewed, and of what follows from the commit nothing leaves before `goOn`. */
function standsStillAfterCommit(store: Store) {
  const goingOn = Promise.withResolvers<void>();
  const committed = Promise.withResolvers<void>();
  const still: Store = {
    ...store,
    leases: { ...store.leases, renew: () => goingOn.promise.then(() => false) },
    clusters: {
      ...store.clusters,
      async voidPending(...given) {
        committed.resolve();
        await goingOn.promise;
        return store.clusters.voidPending(...given);
      },
    },
    openItems: {
      ...store.openItems,
      async removeForOtherRuns(...given) {
        await goingOn.promise;
        return store.openItems.removeForOtherRuns(...given);
      },
    },
  };
  return { still, committed: committed.promise, goOn: () => goingOn.resolve() };
}

async function lapses(open?: () => Promise<Store>): Promise<void> {
  const root = await temporaryFolder('lease');
  const service = await startService({ root, ...(open && { open }) });
  const { store } = service;
  const month = monthOf(600);
  const gl = await writePart(root, month, { side: 'gl' });
  const part = await writePart(root, month, { side: 'bank', to: 0.1, name: 'part.csv' });
  const bank = await writePart(root, month, { side: 'bank', name: 'bank.csv' });
  const first = service.work();
  const { runId } = await service.run({ fileUrls: { gl: [gl], bank: [part] } });
  await first.drain(10_000);
  const openRows = async () => (await store.openItems.aggregate(KEY)).reduce((sum, { rows }) => sum + rows, 0);
  const before = await openRows();

  const { still, committed, goOn } = standsStillAfterCommit(store);
  service.work({ leaseMs: LEASE_MS, deps: { store: still } });
  const slow = (await service.accept({ fileUrls: { gl: [gl], bank: [bank] } })).run;
  await committed;
  expect(slow.runId).not.toBe(runId);
  expect(await store.sessions.get(KEY)).toMatchObject({ runId: slow.runId });
  expect(await openRows()).toBe(before);

  service.work();
  const key = { ...KEY, session: 'july' };
  expect(await service.run({ key, fileUrls: { gl: [gl], bank: [bank] } })).toMatchObject({ status: 'succeeded' });
  const { stages: _, ...finished } = (await finishedContent(store))!;
  expect(finished.run.materialised).toBe(true);
  expect(await openRows()).toBeLessThan(before);
  // The same files: whatever is open in the one is open in the other.
  expect(finished.totals).toEqual(await store.openItems.aggregate(key));
  expect(finished.counts).toEqual(await store.clusters.counts(key));

  goOn();
  expect(await service.ended(slow.runId)).toMatchObject({ status: 'succeeded' });
  const after = (await finishedContent(store))!;
  expect({ ...after, stages: undefined, run: finished.run }).toEqual({ ...finished, stages: undefined });
  await service.dispose();
}

const finishedContent = async (store: Store) => {
  const content = await contentOf(store, KEY);
  return content && { ...content, stages: content.run.report.stages };
};

test('on the embedded store', () => lapses());

withMongodb('', (database) => {
  test('on MongoDB', () => lapses(() => database.openPrepared()));
});
