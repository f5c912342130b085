// How far a session's latest run is, for the loader and people: every stage in order, rejected rows, warnings, and the
// error of a failed run.

import { TieoutError } from '../../core/errors.ts';
import { RUN_STAGES, type Run, type RunStatus, type StageRecord, tasksOf } from '../../core/records/documents/run.ts';
import type { WorkFailure } from '../../core/records/documents/work.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';

interface PipelineStage extends StageRecord {
  /** The loader's task for the stage, as the request named it. */
  readonly taskId: string | null;
}

export interface PipelineStatus {
  readonly key: SessionKey;
  readonly runId: string;
  readonly status: RunStatus;
  /** All stages in the order of RUN_STAGES; times in milliseconds since 1970, UTC. */
  readonly stages: readonly PipelineStage[];
  readonly rejectedRows: number;
  readonly warnings: readonly string[];
  /** Why the run failed; null while it may still succeed. */
  readonly error: WorkFailure | null;
  /** Time and reason of the next attempt; null if none is planned. */
  readonly retry: { readonly at: number; readonly reason: string } | null;
}

interface SessionAsked {
  readonly session: string;
  /** Null: any tenant that has the session id. */
  readonly tenant: string | null;
  readonly partner: string | null;
}

/** Throws session_unknown, or session_ambiguous if several tenants or partners use the id. */
export async function pipelineStatus(
  { store }: { readonly store: Store },
  asked: SessionAsked,
): Promise<PipelineStatus> {
  const named = (await store.runs.sessionsNamed(asked.session)).filter(
    ({ tenant, partner }) =>
      (asked.tenant === null || asked.tenant === tenant) && (asked.partner === null || asked.partner === partner),
  );
  if (named.length > 1) {
    throw new TieoutError(
      'session_ambiguous',
      `Several tenants or partners have a session ${asked.session}: name tenant_id and partner_id.`,
    );
  }
  const run = named.length === 0 ? null : await store.runs.latest(named[0]);
  if (run === null) throw new TieoutError('session_unknown', `There is no session ${asked.session} with a run.`);
  return statusOf(run);
}

/** The status of a run that was read already. */
export function statusOf(run: Run): PipelineStatus {
  const taskIds = tasksOf(run);
  const stages = RUN_STAGES.map((name): PipelineStage => {
    const known = run.report.stages.find((stage) => stage.name === name);
    return { ...(known ?? { name, ...NOT_BEGUN }), taskId: taskIds[name] ?? null };
  });
  const { rejectedRows, warnings } = run.report;
  const error = run.status === 'failed' ? run.failure : null;
  const { key, runId, status, failure, retryAt } = run;
  const retry = retryAt === null || failure === null ? null : { at: retryAt, reason: failure.message };
  return { key, runId, status, stages, rejectedRows, warnings, error, retry };
}

const NOT_BEGUN = {
  status: 'pending',
  startedAt: null,
  finishedAt: null,
  rowsDone: 0,
  rowsTotal: null,
  message: null,
} as const;
