// matches.csv, the longest output file, is written by its own thread while this one computes and writes the others.
// Rows are in shared memory and not copied. A few matches are written in this thread, which is faster than starting
// another.

import { renameSync, rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import type { LateMatch } from '../../core/records/late/late-matches.ts';
import type { RowColumns, Side } from '../../core/records/rows/columns.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { MatchedRows } from '../../workflows/runs/reconciliation.ts';

/** Below this number, starting a thread takes longer than writing. */
export const FEW_MATCHES = 50_000;

/** The message to the thread. */
export interface MatchesFile {
  readonly path: string;
  readonly forExcel: boolean;
  readonly key: SessionKey;
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly outcome: MatchOutcome;
  readonly late: readonly LateMatch[];
}

/** The thread's result: the file is complete, or the reason why not. */
export type MatchesWritten =
  | { readonly failure: null }
  | { readonly failure: { code: string | null; message: string } };

export interface MatchesToCome {
  /** Resolves once the file is complete, under its temporary name. Throws an error of writing. */
  readonly written: Promise<void>;
  readonly publish: () => void;
  /** Waits for the thread, and removes its file. */
  readonly abandon: () => Promise<void>;
}

export function writeMatchesApart(
  { path, forExcel }: Pick<MatchesFile, 'path' | 'forExcel'>,
  { identity, columns, outcome, late }: MatchedRows,
): MatchesToCome {
  const workerData: MatchesFile = { path, forExcel, key: identity.key, columns, outcome, late };
  const worker = new Worker(new URL('./matches-thread.ts', import.meta.url), { workerData });
  const written = new Promise<void>((resolve, reject) => {
    worker.once('message', ({ failure }: MatchesWritten) => {
      if (failure === null) resolve();
      else reject(Object.assign(new Error(failure.message), failure.code === null ? {} : { code: failure.code }));
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that writes the matches ended')));
  });
  // The caller that awaits it gets the error; until then this avoids an unhandled rejection.
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
