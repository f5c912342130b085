// Runs: ordered for a session, stored before the order is answered, with the report that is shown. A run is a piece of
// work whose lane is its session. The queue (work.ts) says who claims it, for how long, and what follows a failed
// attempt.

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
  /** Id of the caller who ordered it; absent or null where nobody is known. */
  readonly caller?: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly acceptedAt: number;
}

/** A field that is not given matches any. */
export interface RunScope extends Partial<SessionKey> {
  readonly kinds?: readonly string[] | undefined;
  /** Id of the caller who ordered them. */
  readonly caller?: string | undefined;
}

export interface RunPage {
  readonly runs: readonly ListedRun[];
  /** Null on the last page. */
  readonly next: number | null;
  /** How many runs there are on all pages. */
  readonly total: number;
}

export interface RunQueue {
  readonly waiting: number;
  readonly running: number;
  /** When the run that waits longest was accepted; null if none waits. */
  readonly oldestWaiting: number | null;
}

/**
 * Every operation may throw store_unavailable or store_damaged. An operation under a claim answers null, or false, and
 * changes nothing once the claim was taken over or the run has ended.
 */
export interface Runs {
  /**
   * Stores a run durably before it answers, and puts it into its lane. A known run id changes nothing. `keepExisting`:
   * nothing changes if the latest run of the kind in the session did not fail; that run is answered instead. `follows`:
   * nothing changes if the session's latest run is not this one.
   */
  accept(
    run: NewRun & { readonly keepExisting: boolean; readonly follows?: string },
  ): Promise<{ readonly run: Run; readonly accepted: boolean }>;

  /**
   * Ends a waiting run at once, with this failure. A running run is marked; its worker looks at the mark between two
   * steps. A run that its session names, or that has ended, stays. Answers the run after the call, null if there is
   * none.
   */
  cancel(runId: string, ended: { readonly at: number; readonly failure: WorkFailure }): Promise<Run | null>;

  /** Whether the run is marked to end. */
  isCancelled(runId: string): Promise<boolean>;

  /** Runs for operators, newest first. */
  list(
    asked: RunScope & { readonly state?: RunState | undefined; readonly after: number | null; readonly limit: number },
  ): Promise<RunPage>;

  /** Counts of waiting and running runs. */
  queue(scope: RunScope): Promise<RunQueue>;

  /**
   * Records a run and claims it at once, whoever had it before, for a caller that does the run itself and is alone on
   * the store. Null if the run has ended already.
   */
  start(run: NewRun, lease: Lease): Promise<ClaimedRun | null>;

  /** Replaces the report of the run. */
  report(claim: RunClaim, report: RunReport): Promise<boolean>;

  get(runId: string): Promise<Run | null>;

  /** The latest run of a session, in any status. */
  latest(key: SessionKey): Promise<Run | null>;

  /** The session's running run; there is at most one. */
  active(key: SessionKey): Promise<Run | null>;

  /** Runs that are accepted or running, oldest first. */
  unfinished(): Promise<readonly Run[]>;

  /** Sessions of any tenant that have this id and a run, in order of creation. */
  sessionsNamed(session: string): Promise<readonly SessionKey[]>;
}
