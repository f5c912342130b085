// Runs: what is ordered for a session, stored before it is answered, and what is shown of it. A run is a piece of work
// whose lane is its session; who claims it, how long, and what becomes of a failed attempt is said by the queue (work.ts).

import type { JsonObject } from '../core/records/documents/json.ts';
import type { ClaimedRun, ListedRun, Run, RunClaim, RunReport, RunState } from '../core/records/documents/run.ts';
import type { WorkFailure } from '../core/records/documents/work.ts';
import type { SessionKey } from '../core/records/session-key.ts';
import type { Lease } from './work.ts';

export interface NewRun {
  readonly runId: string;
  readonly key: SessionKey;
  readonly kind: string;
  /** The version of the command's form. */
  readonly version: number;
  readonly parameters: JsonObject;
  /** Milliseconds since 1970, UTC. */
  readonly acceptedAt: number;
}

/** What is not given is any. */
export interface RunScope extends Partial<SessionKey> {
  readonly kinds?: readonly string[] | undefined;
}

export interface RunPage {
  readonly runs: readonly ListedRun[];
  /** Null on the last page. */
  readonly next: number | null;
  /** How many there are on all pages. */
  readonly total: number;
}

export interface RunQueue {
  readonly waiting: number;
  readonly running: number;
  /** When the run was accepted that waits longest; null when none waits. */
  readonly oldestWaiting: number | null;
}

/**
 * Every operation may throw store_unavailable or store_damaged. What is done under a claim answers null, or false, and
 * changes nothing once the claim was taken over or the run has ended.
 */
export interface Runs {
  /**
   * Stores a run durably before it answers, and puts it into its lane. A run id that is known changes nothing.
   * `keepExisting`: nor does a session whose latest run of the kind did not fail; that run is answered instead.
   * `follows`: nor does a session whose latest run is another one than this.
   */
  accept(
    run: NewRun & { readonly keepExisting: boolean; readonly follows?: string },
  ): Promise<{ readonly run: Run; readonly accepted: boolean }>;

  /**
   * Ends a run that waits with this failure, at once; from one that is being done it is wanted to end, which its worker
   * asks for between two steps. One that its session names, or that has ended, is left alone. The run as it is then,
   * null when there is none.
   */
  cancel(runId: string, ended: { readonly at: number; readonly failure: WorkFailure }): Promise<Run | null>;

  /** Whether the run is wanted to end. */
  isCancelled(runId: string): Promise<boolean>;

  /** Runs as operators look for them, newest first. */
  list(
    asked: RunScope & { readonly state?: RunState | undefined; readonly after: number | null; readonly limit: number },
  ): Promise<RunPage>;

  /** What waits and what is being done. */
  queue(scope: RunScope): Promise<RunQueue>;

  /**
   * Records a run and claims it at once for a caller that does it himself and is alone on the store, whoever had it
   * before. Null when it has ended already.
   */
  start(run: NewRun, lease: Lease): Promise<ClaimedRun | null>;

  /** Replaces what was told of the run. */
  report(claim: RunClaim, report: RunReport): Promise<boolean>;

  get(runId: string): Promise<Run | null>;

  /** The latest run of a session, whatever became of it. */
  latest(key: SessionKey): Promise<Run | null>;

  /** The run of the session that is running; there is at most one. */
  active(key: SessionKey): Promise<Run | null>;

  /** Runs that are accepted or running, oldest first. */
  unfinished(): Promise<readonly Run[]>;

  /** Sessions of any tenant that have this id and a run, in the order in which they came to be. */
  sessionsNamed(session: string): Promise<readonly SessionKey[]>;
}
