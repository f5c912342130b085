// Where the command line's own run is put together: the compute threads and, if asked for, the store of one call, closed when it ends.
// Apart from app.ts, so that a command of one second does not load the whole service.

import { sha256 } from './adapters/digest/sha256.ts';
import { openEmbeddedStore } from './adapters/store-embedded/open.ts';
import { startThreads } from './adapters/threads/compute.ts';
import { reconcileBanking } from './workflows/reconcile-banking.ts';
import type { ReconcileCommand, Reconciliation, StageProgress } from './workflows/reconciliation.ts';

export interface LocalRun {
  readonly command: ReconcileCommand;
  /** The data directory; null: nothing is kept. */
  readonly data: string | null;
  readonly progress?: ((progress: StageProgress) => void) | undefined;
}

/** Reconciles in this process, on the embedded store when a data directory is given. Throws TieoutError. */
export async function reconcileLocally({ command, data, progress }: LocalRun): Promise<Reconciliation> {
  const compute = startThreads();
  // Opened while the files are read: neither needs the other.
  const store = data === null ? null : openEmbeddedStore({ directory: data });
  try {
    return await reconcileBanking({ store, compute, digest: sha256, clock: Date.now, progress }, command);
  } finally {
    await Promise.all([compute.close(), store?.then((opened) => opened.close()).catch(() => {})]);
  }
}
