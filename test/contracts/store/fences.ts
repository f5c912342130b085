// Who writes under a lease that somebody took after him changes nothing, whatever he writes and whenever it arrives; and
// who takes it learns what the ones before have left to be written.

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type RunClaim, workClaimOf } from '../../../src/core/records/documents/run.ts';
import type { HeldLease } from '../../../src/ports/leases.ts';
import type { Store } from '../../../src/ports/store.ts';
import { clustersOf, ingest, newIngestion, openItemsOf, rowsOf } from './samples.ts';
import { KEY, type OpenStore, OTHER, startRun } from './store-under-test.ts';

const ROWS = 'rows';
const FOUND = { ingestionId: 'gl-1', first: 0 };
const SCOPE = { tenant: KEY.tenant, partner: KEY.partner };

const shown = async (store: Store) => [
  await store.sessions.list(SCOPE),
  await store.runs.get('run-1'),
  await store.clusters.page(KEY, { after: null, limit: 100 }),
  await store.openItems.page(KEY, { side: 'gl', after: null, limit: 100 }),
  await store.summaries.history(KEY),
];

/** All that follows from the commit of the run. */
const steps = (store: Store, { claim, under }: { claim: RunClaim; under: HeldLease }) => {
  const { runId } = claim;
  return [
    () => store.clusters.voidPending(KEY, { exceptRunId: runId, reason: 'replaced by a later run', at: 9, under }),
    () => store.clusters.insertOrRestore(KEY, { runId, clusters: clustersOf(3, FOUND), at: 9, under }),
    () => store.openItems.removeForOtherRuns(KEY, runId, under),
    () => store.openItems.insertIfAbsent(KEY, { runId, items: openItemsOf(rowsOf(2, 4), FOUND), under }),
    () => store.summaries.append(KEY, { cause: runId, createdAt: 9, summary: {}, under }),
    () => store.sessions.materialised(KEY, { runId, under }),
  ];
};

/** Taken and never given back. */
async function lapsed(store: Store): Promise<HeldLease> {
  const lease = (await store.leases.take(ROWS, 1))!;
  await pause(10);
  return lease;
}

export function fencesContract(open: OpenStore): void {
  test('a lease says whether it was given back before it was taken', async () => {
    const { store, dispose } = await open();
    const first = await lapsed(store);
    const second = (await store.leases.take(ROWS, 60_000))!;
    await store.leases.release(second);
    const third = (await store.leases.take(ROWS, 60_000))!;
    expect([first, second, third].map(({ afterLapse }) => afterLapse)).toEqual([false, true, false]);
    await dispose();
  });

  test('what is written under an earlier taking of it changes nothing', async () => {
    const { store, dispose } = await open();
    await store.ingestions.add(newIngestion('gl-1'));
    const before = await startRun(store, 'run-0');
    const stale = await lapsed(store);
    await store.sessions.commit(KEY, { expectVersion: 0, ingestions: [], run: before, at: 1, under: stale });
    for (const step of steps(store, { claim: before, under: stale })) await step();
    await store.work.finish(workClaimOf(before), 2);
    const claim = await startRun(store, 'run-1');
    await store.sessions.commit(KEY, { expectVersion: 1, ingestions: [], run: claim, at: 3, under: stale });
    const under = (await store.leases.take(ROWS, 60_000))!;
    const nothing = await shown(store);
    const late = steps(store, { claim, under: stale });
    for (const step of late) await expect(step()).rejects.toMatchObject({ code: 'session_busy' });
    expect(await shown(store)).toEqual(nothing);
    // The new holder does the rest of it.
    for (const step of steps(store, { claim, under })) await step();
    const done = await shown(store);
    expect(done).not.toEqual(nothing);
    for (const step of late) await expect(step()).rejects.toMatchObject({ code: 'session_busy' });
    expect(await shown(store)).toEqual(done);
    // What it writes again under its own changes nothing either.
    for (const step of steps(store, { claim, under })) await step();
    expect(await shown(store)).toEqual(done);
    await dispose();
  });

  test('whoever takes it learns what is committed and not materialised, and nobody commits under an earlier one', async () => {
    const { store, dispose } = await open();
    await ingest(store, 'gl-1');
    const [claim, other] = [await startRun(store, 'run-1'), await startRun(store, 'run-o', OTHER)];
    const second = { ...KEY, session: 'july' };
    const late = await startRun(store, 'run-2', second);
    const stale = await lapsed(store);
    const commit = { expectVersion: 0, ingestions: [], at: 1 };
    await store.sessions.commit(KEY, { ...commit, run: claim, under: stale });
    await store.sessions.commit(OTHER, { ...commit, run: other });
    const under = (await store.leases.take(ROWS, 60_000))!;
    const left = await store.sessions.unmaterialised(SCOPE, under);
    expect(left).toMatchObject([{ key: KEY, runId: 'run-1', materialised: false }]);
    await expect(store.sessions.unmaterialised(SCOPE, stale)).rejects.toMatchObject({ code: 'session_busy' });
    const committing = store.sessions.commit(second, { ...commit, run: late, under: stale });
    await expect(committing).rejects.toMatchObject({ code: 'session_busy' });
    expect(await store.sessions.get(second)).toBeNull();
    expect(await store.sessions.materialised(KEY, { runId: 'run-2', under })).toBe(false);
    expect(await store.sessions.materialised(KEY, { runId: 'run-1', under })).toBe(true);
    expect(await store.sessions.get(KEY)).toMatchObject({ materialised: true });
    expect(await store.runs.get('run-1')).toMatchObject({ materialised: true });
    expect(await store.sessions.unmaterialised(SCOPE, under)).toEqual([]);
    expect(await store.sessions.commit(second, { ...commit, run: late, under })).toMatchObject({
      outcome: 'committed',
    });
    await dispose();
  });
}
