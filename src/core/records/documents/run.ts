// A run is one order to reconcile a session. It is stored before it is answered, and each stage is recorded before it
// writes, so that if a process dies the next one knows how far it came.

import type { SessionKey } from '../session-key.ts';
import type { JsonObject } from './json.ts';
import type { WorkClaim, WorkFailure } from './work.ts';

/**
 * accepted: stored, and not claimed (not begun, or to be tried again). running: claimed by a worker. succeeded:
 * committed and materialised. failed: the session is unchanged.
 */
export type RunStatus = 'accepted' | 'running' | 'succeeded' | 'failed';

/** The state for operators: waiting is accepted; cancelled is failed for that reason. */
export type RunState = 'waiting' | 'running' | 'succeeded' | 'failed' | 'cancelled';

export const RUN_STATES: readonly RunState[] = ['waiting', 'running', 'succeeded', 'failed', 'cancelled'];

/** Stages in the order of pipeline status. */
export const RUN_STAGES = [
  'ingress',
  'records_create',
  'reconciliation',
  'gl_reversal',
  'matched_records',
  'chargeback',
  'exceptions',
  'summary',
] as const;
export type StageName = (typeof RUN_STAGES)[number];

export type StageStatus = 'pending' | 'running' | 'succeeded' | 'failed' | 'skipped';

export interface StageRecord {
  readonly name: StageName;
  readonly status: StageStatus;
  /** Milliseconds since 1970, UTC. */
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** Rows, groups or documents that are done. */
  readonly rowsDone: number;
  /** Null if unknown. */
  readonly rowsTotal: number | null;
  readonly message: string | null;
}

/** The progress that a worker reports. */
export interface RunReport {
  /** Stages in the order of RUN_STAGES; empty before the run begins. */
  readonly stages: readonly StageRecord[];
  readonly rejectedRows: number;
  readonly warnings: readonly string[];
  /** Version of the rules by which it was decided; absent before that, and in runs of older versions. */
  readonly rules?: string;
}

export const NOTHING_REPORTED: RunReport = { stages: [], rejectedRows: 0, warnings: [] };

export interface Run {
  readonly runId: string;
  readonly key: SessionKey;
  /** Name of a definition in workflows/kinds, of this process or another version. */
  readonly kind: string;
  /** Version of the command's format. A process that does not know it does not claim the run. */
  readonly version: number;
  /** The run command as the edge parsed it. */
  readonly parameters: JsonObject;
  readonly status: RunStatus;
  readonly report: RunReport;
  /** Whether open items, clusters and summary of the committed run were written. */
  readonly materialised: boolean;
  /** The latest failure: the end of a failed run, else the reason of the next attempt. */
  readonly failure: WorkFailure | null;
  /** Number of attempts that failed. */
  readonly failures: number;
  /** Number of attempts whose worker disappeared. */
  readonly interruptions: number;
  /** The worker that claimed it, for people to read; null while unclaimed. */
  readonly worker: string | null;
  /** Id of the caller who ordered it; null where nobody is known. */
  readonly caller: string | null;
  readonly acceptedAt: number;
  /** When it is tried again after a failure; null if it is not. */
  readonly retryAt: number | null;
  /** When it was first claimed. */
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

/** A run in a list, without its parameters, which may be large. */
export type ListedRun = Omit<Run, 'parameters'>;

/** When a failed run is tried again; null for other runs. `dueAt`: when it can be claimed. */
export const retryAtOf = ({ status, failure }: Pick<Run, 'status' | 'failure'>, dueAt: number | null): number | null =>
  status === 'accepted' && failure !== null ? dueAt : null;

export function stateOf({ status, failure }: Pick<Run, 'status' | 'failure'>): RunState {
  if (status === 'accepted') return 'waiting';
  return status === 'failed' && failure?.code === 'cancelled' ? 'cancelled' : status;
}

/** The failure of a run that an operator cancelled. */
export const CANCELLED: WorkFailure = {
  code: 'cancelled',
  message: 'An operator cancelled the run before it was done: its session is as it was.',
  file: null,
  line: null,
};

/**
 * A claim of a run. The session counts fences, so claiming any of its runs invalidates earlier claims, and the
 * session's commit checks the fence.
 */
export interface RunClaim {
  readonly runId: string;
  readonly fence: number;
}

export interface ClaimedRun {
  readonly run: Run;
  readonly claim: RunClaim;
}

/** The claim of a run as that of work: its work id is the run's id. */
export const runClaimOf = ({ workId, fence }: WorkClaim): RunClaim => ({ runId: workId, fence });
export const workClaimOf = ({ runId, fence }: RunClaim): WorkClaim => ({ workId: runId, fence });

/** The loader's task of each stage, as the run's command names it. */
export const tasksOf = ({ parameters }: Pick<Run, 'parameters'>): Readonly<Partial<Record<StageName, string>>> =>
  (parameters as { readonly taskIds?: Partial<Record<StageName, string>> }).taskIds ?? {};

/** The branch that the run's command names. */
export const branchOf = ({ parameters }: Pick<Run, 'parameters'>): { readonly branchId: string | null } => {
  const { branchId } = parameters as { readonly branchId?: unknown };
  return { branchId: typeof branchId === 'string' ? branchId : null };
};
