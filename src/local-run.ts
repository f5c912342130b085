// Where the command line's own run is put together: the store and the compute threads of one call, closed when it ends.
// Apart from app.ts, so that a command of one second does not load the whole service.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from './adapters/digest/sha256.ts';
import { openEmbeddedStore } from './adapters/store-embedded/open.ts';
import { startThreads } from './adapters/threads/compute.ts';
import { SIDES } from './core/records/columns.ts';
import { reconcileBanking } from './workflows/reconcile-banking.ts';
import type { ReconcileCommand, Reconciliation, StageProgress } from './workflows/reconciliation.ts';

export interface LocalRun {
  readonly command: ReconcileCommand;
  /** The data directory; null: one that is made for this run and removed after it. */
  readonly data: string | null;
  readonly progress?: ((progress: StageProgress) => void) | undefined;
}

/** Reconciles in this process on the embedded store. Throws TieoutError. */
export async function reconcileLocally({ command, data, progress }: LocalRun): Promise<Reconciliation> {
  const compute = startThreads(areSmall(command.files) ? 1 : undefined);
  const folder = data === null ? temporaryFolder() : null;
  // Opened while the files are read: neither needs the other.
  const opening = openEmbeddedStore({ directory: data ?? folder!.path });
  try {
    return await reconcileBanking({ store: opening, compute, digest: sha256, clock: Date.now, progress }, command);
  } finally {
    await Promise.all([compute.close(), opening.then((store) => store.close()).catch(() => {})]);
    folder?.remove();
  }
}

/** Files of fewer bytes together are read and matched by one thread before a second one has started and is warm. */
const SMALL_BYTES = 2_000_000;

function areSmall(files: ReconcileCommand['files']): boolean {
  const sizes = SIDES.flatMap((side) => files[side].map(({ path }) => bytesOf(path)));
  return sizes.reduce((sum, bytes) => sum + bytes, 0) < SMALL_BYTES;
}

/** 0 for what cannot be looked at: the reading says why. */
function bytesOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

const INTERRUPTIONS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** A folder for one run, which is removed also when the run is interrupted. */
function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'tieout-'));
  const remove = () => rmSync(path, { recursive: true, force: true });
  const handlers = Object.entries(INTERRUPTIONS).map(([signal, code]) => {
    const handler = () => {
      remove();
      process.exit(code);
    };
    process.once(signal, handler);
    return () => process.removeListener(signal, handler);
  });
  return {
    path,
    remove() {
      for (const forget of handlers) forget();
      remove();
    },
  };
}
