// matches.csv, the longest output file, written by its own thread while this one computes and writes the others. Rows
// are in shared memory and not copied. A few matches are written in this thread, sooner than another would start.

import { renameSync, rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import type { LateMatch } from '../../core/records/late/late-matches.ts';
import type { RowColumns, Side } from '../../core/records/rows/columns.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { MatchedRows } from '../../workflows/runs/reconciliation.ts';

/** Below it a thread would still be starting when they are written. */
export const FEW_MATCHES = 50_000;

/** The message to the thread. */
export interface MatchesFile {
  readonly path: string;
  readonly key: SessionKey;
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly outcome: MatchOutcome;
  readonly late: readonly LateMatch[];
}

/** The thread's result: the file is whole, or the reason why it does not exist. */
export type MatchesWritten =
  | { readonly failure: null }
  | { readonly failure: { code: string | null; message: string } };

export interface MatchesToCome {
  /** Resolves once the file is whole, under its temporary name. Throws the error of writing. */
  readonly written: Promise<void>;
  readonly publish: () => void;
  /** Waits for the thread, and removes its file. */
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
  // The caller that awaits it gets the error; this handler avoids an unhandled rejection until then.
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
