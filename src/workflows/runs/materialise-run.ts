// Writes what follows from the commit of a run: its clusters, open items and summary, in batches. Every step can be
// repeated, by any worker that takes the run up.

import { clusterColumns, openItemColumns, type StoredExceptions } from '../../core/classification/cluster-columns.ts';
import type { ClusterCount } from '../../core/records/documents/clusters.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import type { Range } from '../../core/records/rows/range.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Fenced } from '../../ports/leases.ts';
import type { StoreDependencies } from '../stored-runs/store-run.ts';
import { allEnded } from '../upkeep/all-ended.ts';

/** Open items and clusters in one call to the store. */
const BATCH = 4_096;

/**
 * Writes open items, clusters and the summary of the committed run, and marks it materialised. Every step can be
 * repeated. `check` is called before each write and throws if the writer must stop; the store also checks that the row
 * lease `under` is still the latest.
 */
export async function materialise(
  { store, clock }: StoreDependencies,
  {
    key,
    runId,
    exceptions,
    summary,
    check,
    under,
    told,
  }: {
    readonly key: SessionKey;
    readonly runId: string;
    readonly exceptions: StoredExceptions;
    /** Makes the summary from the session's cluster counts once they are written. */
    readonly summary: (counts: readonly ClusterCount[]) => JsonObject;
    readonly check: () => void;
    readonly under: Fenced;
    /** Called with the number of clusters written. */
    readonly told?: ((clusters: number) => void) | undefined;
  },
): Promise<void> {
  check();
  await allEnded([
    materialiseClusters({ store, clock }, { key, runId, exceptions, check, under, told }),
    materialiseOpenItems({ store }, { key, runId, exceptions, check, under }),
  ]);
  check();
  const counts = await store.clusters.counts(key);
  await store.summaries.append(key, { cause: runId, createdAt: clock(), summary: summary(counts), under });
  await store.sessions.materialised(key, { runId, under });
}

interface Materialised {
  readonly key: SessionKey;
  readonly runId: string;
  readonly exceptions: StoredExceptions;
  readonly check: () => void;
  readonly under: Fenced;
  readonly told?: ((clusters: number) => void) | undefined;
}

async function materialiseClusters(
  { store, clock }: Pick<StoreDependencies, 'store' | 'clock'>,
  { key, runId, exceptions, check, under, told }: Materialised,
): Promise<void> {
  let written = 0;
  const reason = 'replaced by a later run';
  await store.clusters.voidPending(key, { exceptRunId: runId, reason, at: clock(), under });
  await inBatches(exceptions.set.count, {
    check,
    build: (range) => clusterColumns(exceptions, range),
    write: async (clusters) => {
      await store.clusters.insertOrRestore(key, { runId, clusters, at: clock(), under });
      told?.((written += clusters.count));
    },
  });
}

async function materialiseOpenItems(
  { store }: Pick<StoreDependencies, 'store'>,
  { key, runId, exceptions, check, under }: Materialised,
): Promise<void> {
  // Removed first: an item that stays open under the new run is inserted again with its new cluster.
  await store.openItems.removeForOtherRuns(key, runId, under);
  for (const side of SIDES) {
    await inBatches(exceptions.session.open[side].count, {
      check,
      build: (range) => openItemColumns(exceptions, side, range),
      write: (items) => store.openItems.insertIfAbsent(key, { runId, items, under }),
    });
  }
}

/** Writes batches one after the other, in order; the next is built while the last is written. */
async function inBatches<Columns>(
  count: number,
  {
    check,
    build,
    write,
  }: {
    readonly check: () => void;
    readonly build: (range: Range) => Columns;
    readonly write: (columns: Columns) => Promise<unknown>;
  },
): Promise<void> {
  let writing: Promise<unknown> = Promise.resolve();
  try {
    for (let from = 0; from < count; from += BATCH) {
      const columns = build({ from, to: Math.min(count, from + BATCH) });
      await writing;
      check();
      writing = write(columns);
      // The promise is awaited later. Without this handler a failure until then would end the thread.
      writing.catch(() => {});
      await underWay();
    }
  } finally {
    // Nothing goes on after a failure either.
    await writing;
  }
}

/** Lets the last request leave this thread before the next batch keeps it busy. */
const underWay = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
