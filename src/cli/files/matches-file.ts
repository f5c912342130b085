// matches.csv, the longest of the output files, written by a thread of its own while this one works out and writes the
// others. Rows lie on shared memory and are not copied. A few matches are written where one is, sooner than a thread
// would start.

import { renameSync, rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import type { LateMatch } from '../../core/records/late/late-matches.ts';
import type { RowColumns, Side } from '../../core/records/rows/columns.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { MatchedRows } from '../../workflows/runs/reconciliation.ts';

/** Below it a thread would still be starting when they are written. */
export const FEW_MATCHES = 50_000;

/** What crosses to the thread. */
export interface MatchesFile {
  readonly path: string;
  readonly key: SessionKey;
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly outcome: MatchOutcome;
  readonly late: readonly LateMatch[];
}

/** How the thread ended: the file is whole, or why it is not and is not there. */
export type MatchesWritten =
  | { readonly failure: null }
  | { readonly failure: { code: string | null; message: string } };

export interface MatchesToCome {
  /** Resolves once the file is whole, under its unfinished name. Throws what the writing threw. */
  readonly written: Promise<void>;
  readonly publish: () => void;
  /** Waits for the thread, and takes its file back. */
  readonly abandon: () => Promise<void>;
}

export function writeMatchesApart(path: string, { identity, columns, outcome, late }: MatchedRows): MatchesToCome {
  const workerData: MatchesFile = { path, key: identity.key, columns, outcome, late };
  const worker = new Worker(new URL('./matches-thread.ts', import.meta.url), { workerData });
  const written = new Promise<void>((resolve, reject) => {
    worker.once('message', ({ failure }: MatchesWritten) => {
      if (failure === null) resolve();
      else reject(Object.assign(new Error(failure.message), failure.code === null ? {} : { code: failure.code }));
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that writes the matches ended')));
  });
  // Whoever awaits it hears of it; until then a failure is not unheard of.
  written.catch(() => {});
  return {
    written,
    publish: () => renameSync(`${path}.unfinished`, path),
    async abandon() {
      await written.catch(() => {});
      rmSync(`${path}.unfinished`, { force: true });
    },
  };
}
