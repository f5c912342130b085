// Follows a session's run by its pipeline status until it has ended, as the platform's loader does.

import { setTimeout as pause } from 'node:timers/promises';
import { TieoutError } from '../../core/errors.ts';
import { printable } from '../../core/words/printable.ts';
import type { ProgressBar } from '../terminal.ts';
import type { Query, ServiceClient } from './service-client.ts';

/** The service writes its progress a few times a second, so asking more often shows nothing new. */
const ASK_EVERY_MS = 100;
/** Longest run; the example takes a second. */
const MOST_RUN_MS = 120_000;

interface PipelineStage {
  readonly name: string;
  readonly status: 'pending' | 'running' | 'succeeded' | 'failed' | 'skipped';
  /** RFC 3339, UTC. */
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly rows_done: number;
  readonly rows_total: number | null;
  readonly message: string | null;
}

export interface PipelineStatus {
  readonly session_id: string;
  readonly run_id: string;
  readonly status: 'accepted' | 'running' | 'succeeded' | 'failed';
  readonly stages: readonly PipelineStage[];
  readonly rejected_rows: number;
  readonly warnings: readonly string[];
  readonly error: { readonly message: string; readonly file: string | null; readonly line: number | null } | null;
}

/** The loader's stages, in words. */
export const STAGE_WORDS: Readonly<Record<string, string>> = {
  ingress: 'reading the files',
  records_create: 'storing their rows',
  reconciliation: 'matching',
  gl_reversal: 'netting reversals',
  matched_records: 'storing the matches',
  chargeback: 'chargebacks',
  exceptions: 'sorting exceptions',
  summary: 'summing up',
};

/** The status of the run once it has succeeded. Throws TieoutError with the service's sentence if it failed. */
export async function followRun(
  client: ServiceClient,
  { session, scope, bar, signal }: { session: string; scope: Query; bar: ProgressBar; signal: AbortSignal },
): Promise<PipelineStatus> {
  const until = performance.now() + MOST_RUN_MS;
  try {
    for (;;) {
      const status = await client.get<PipelineStatus>(`/v1/loader/pipeline-status/${session}`, scope);
      bar.show(shareDone(status), wordsOf(status));
      if (status.status === 'succeeded') return status;
      if (status.status === 'failed') throw failureOf(status);
      if (performance.now() > until) {
        throw new TieoutError('internal', `the run has not ended after ${MOST_RUN_MS / 1000} s.`);
      }
      await pause(ASK_EVERY_MS, null, { signal });
    }
  } finally {
    bar.end();
  }
}

/** Progress from 0 to 1: each stage has an equal share, and a running one counts by its rows. */
function shareDone({ stages }: PipelineStatus): number {
  const shares: number[] = stages.map(({ status, rows_done, rows_total }) => {
    if (status === 'succeeded' || status === 'skipped') return 1;
    return status === 'running' && rows_total ? rows_done / rows_total : 0;
  });
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

function wordsOf({ status, stages }: PipelineStatus): string {
  const current = stages.find((stage) => stage.status === 'running') ?? stages.find(({ status: s }) => s === 'pending');
  if (status === 'accepted') return 'waiting for the worker';
  if (current === undefined) return 'done';
  return [STAGE_WORDS[current.name] ?? current.name, printable(current.message ?? '', 40)].filter(Boolean).join(', ');
}

function failureOf({ error }: PipelineStatus): TieoutError {
  if (error === null) return new TieoutError('internal', 'the run failed and does not say why.');
  const { message, file, line } = error;
  return new TieoutError('internal', message, { ...(file !== null && { file }), ...(line !== null && { line }) });
}
