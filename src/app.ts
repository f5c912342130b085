// Where everything is put together: the store, the compute threads and the workflow for one call of the command line.
// Constructor calls and nothing else; the service will be put together here too.

import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore } from './adapters/store-embedded/open.ts';
import { startThreads } from './adapters/threads/compute.ts';
import type { Digest } from './core/records/identity.ts';
import { reconcileBanking } from './workflows/reconcile-banking.ts';
import type { ReconcileCommand, Reconciliation, StageProgress } from './workflows/reconciliation.ts';

export const sha256: Digest = (text) => hash('sha256', text, 'hex');

export interface LocalRun {
  readonly command: ReconcileCommand;
  /** The data directory; null: one that is made for this run and removed after it. */
  readonly data: string | null;
  readonly progress?: ((progress: StageProgress) => void) | undefined;
}

/** Reconciles in this process on the embedded store. Throws TieoutError. */
export async function reconcileLocally({ command, data, progress }: LocalRun): Promise<Reconciliation> {
  const compute = startThreads();
  const temporary = data === null ? await mkdtemp(join(tmpdir(), 'tieout-')) : null;
  try {
    const store = await openEmbeddedStore({ directory: data ?? temporary! });
    try {
      return await reconcileBanking({ store, compute, digest: sha256, clock: Date.now, progress }, command);
    } finally {
      await store.close();
    }
  } finally {
    await compute.close();
    if (temporary !== null) await rm(temporary, { recursive: true, force: true });
  }
}
