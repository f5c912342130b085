// A run is one order to reconcile a session. It is stored before it is answered and recorded before it writes anything,
// stage by stage, so that a process that dies is followed by one that knows what was being done and how far it came.

import type { SessionKey } from '../session-key.ts';
import type { JsonObject } from './json.ts';
import type { WorkClaim, WorkFailure } from './work.ts';

/**
 * accepted: stored, and nobody works on it (not begun, or to be tried again). running: claimed by a worker.
 * succeeded: committed and materialised. failed: the session is as it was.
 */
export type RunStatus = 'accepted' | 'running' | 'succeeded' | 'failed';

/** As operators see it: what waits is accepted, and what was cancelled is a run that failed for that reason. */
export type RunState = 'waiting' | 'running' | 'succeeded' | 'failed' | 'cancelled';

export const RUN_STATES: readonly RunState[] = ['waiting', 'running', 'succeeded', 'failed', 'cancelled'];

/** Stages as pipeline status lists them, in this order (design/contract.md). */
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
  /** Rows, groups or documents that the stage has dealt with. */
  readonly rowsDone: number;
  /** Null while nobody knows. */
  readonly rowsTotal: number | null;
  readonly message: string | null;
}

/** What a worker tells of a run while it works on it. */
export interface RunReport {
  /** In the order of RUN_STAGES; empty before the run was begun. */
  readonly stages: readonly StageRecord[];
  readonly rejectedRows: number;
  readonly warnings: readonly string[];
  /** The version of the rules that it was decided by, once it is; runs of former versions have none. */
  readonly rules?: string;
}

export const NOTHING_REPORTED: RunReport = { stages: [], rejectedRows: 0, warnings: [] };

export interface Run {
  readonly runId: string;
  readonly key: SessionKey;
  /** One of the definitions in workflows/kinds, of this process or of another version's. */
  readonly kind: string;
  /** The version of the command's form: who does not know it leaves the run alone. */
  readonly version: number;
  /** The run command as the edge understood it. */
  readonly parameters: JsonObject;
  readonly status: RunStatus;
  readonly report: RunReport;
  /** True once open items, clusters and the summary of the committed run were written. */
  readonly materialised: boolean;
  /** The latest failure: the end of a run that failed, the reason of the next attempt of one that did not. */
  readonly failure: WorkFailure | null;
  /** Attempts that failed. */
  readonly failures: number;
  /** Attempts whose worker was gone before they ended and was not heard of again. */
  readonly interruptions: number;
  /** Who has claimed it, for people to read; null while nobody has. */
  readonly worker: string | null;
  readonly acceptedAt: number;
  /** From when on it is tried again, for the reason of its failure; null where it does not wait for that. */
  readonly retryAt: number | null;
  /** When it was first claimed. */
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

/** A run in a list: what was ordered is as long as its order was. */
export type ListedRun = Omit<Run, 'parameters'>;

/** From when on a run is tried again, where it waits because it failed; `dueAt`: when it can be claimed. */
export const retryAtOf = ({ status, failure }: Pick<Run, 'status' | 'failure'>, dueAt: number | null): number | null =>
  status === 'accepted' && failure !== null ? dueAt : null;

export function stateOf({ status, failure }: Pick<Run, 'status' | 'failure'>): RunState {
  if (status === 'accepted') return 'waiting';
  return status === 'failed' && failure?.code === 'cancelled' ? 'cancelled' : status;
}

/** How a run ends that an operator wants no more. */
export const CANCELLED: WorkFailure = {
  code: 'cancelled',
  message: 'An operator cancelled the run before it was done: its session is as it was.',
  file: null,
  line: null,
};

/**
 * A claim of the work that the run is. Its fence is counted by the session, so that a claim of any of its runs ends the
 * one before, and the session's commit asks for it.
 */
export interface RunClaim {
  readonly runId: string;
  readonly fence: number;
}

export interface ClaimedRun {
  readonly run: Run;
  readonly claim: RunClaim;
}

/** The work that a run is has the run's id. */
export const runOf = ({ workId, fence }: WorkClaim): RunClaim => ({ runId: workId, fence });
export const workOf = ({ runId, fence }: RunClaim): WorkClaim => ({ workId: runId, fence });

/** The loader's tasks as a run's command names them, by stage. */
export const tasksOf = ({ parameters }: Pick<Run, 'parameters'>): Readonly<Partial<Record<StageName, string>>> =>
  (parameters as { readonly taskIds?: Partial<Record<StageName, string>> }).taskIds ?? {};
