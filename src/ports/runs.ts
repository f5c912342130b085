// Runs: what is to be done, stored before it is answered, and who does it. Attempts, leases, pauses and the end of what
// never succeeds are the store's alone, and so is the time they are counted in; a message on a bus only says that there
// is work. Of one session the oldest run that has not ended is the only one that can be claimed: its runs are done one
// after the other, in the order in which they were accepted.

import type { JsonObject } from '../core/records/documents/json.ts';
import type { ClaimedRun, Run, RunClaim, RunFailure, RunReport } from '../core/records/documents/run.ts';
import type { SessionKey } from '../core/records/documents/session.ts';

export interface NewRun {
  readonly runId: string;
  readonly key: SessionKey;
  readonly kind: string;
  readonly parameters: JsonObject;
  /** Milliseconds since 1970, UTC. */
  readonly acceptedAt: number;
}

/** How long a claim holds unless it is renewed. */
export interface Lease {
  /** Who claims, for people to read. */
  readonly worker: string;
  readonly leaseMs: number;
}

export type RunEnd =
  | { readonly status: 'succeeded'; readonly finishedAt: number }
  | { readonly status: 'failed'; readonly finishedAt: number; readonly failure: RunFailure };

/**
 * Every operation may throw store_unavailable or store_damaged. What is done under a claim answers null, or false, and
 * changes nothing once the claim was taken over or the run has ended.
 */
export interface Runs {
  /**
   * Stores a run durably before it answers. A run id that is known changes nothing. `keepExisting`: nor does a session
   * whose latest run did not fail; that run is answered instead.
   */
  accept(run: NewRun & { readonly keepExisting: boolean }): Promise<{ readonly run: Run; readonly accepted: boolean }>;

  /**
   * Records a run and claims it at once for a caller that does it himself and is alone on the store, whoever had it
   * before. Null when it has ended already.
   */
  start(run: NewRun, lease: Lease): Promise<ClaimedRun | null>;

  /**
   * Claims the next run that nobody works on: accepted and due, or running with a lease that lapsed (an interruption).
   * Runs that were interrupted less often come first, then older ones. A run that was interrupted too often is failed
   * instead (core/records/documents/run-attempts.ts). Null when there is none. `at`: when the run counts as started.
   */
  claimNext(lease: Lease & { readonly at: number }): Promise<ClaimedRun | null>;

  /** Prolongs the lease from now. A lease that lapsed and that nobody took is prolonged too. */
  renew(claim: RunClaim, leaseMs: number): Promise<boolean>;

  /** Gives the run back unfinished, for any worker to claim at once; that is no failure and no interruption. */
  release(claim: RunClaim): Promise<Run | null>;

  /** Replaces what was told of the run. */
  report(claim: RunClaim, report: RunReport): Promise<boolean>;

  finish(claim: RunClaim, end: RunEnd): Promise<Run | null>;

  /**
   * An attempt failed for a reason that may pass: the run is accepted again after a pause, or failed after the last.
   */
  failAttempt(claim: RunClaim, failed: { readonly at: number; readonly failure: RunFailure }): Promise<Run | null>;

  get(runId: string): Promise<Run | null>;

  /** The latest run of a session, whatever became of it. */
  latest(key: SessionKey): Promise<Run | null>;

  /** The run of the session that is running; there is at most one. */
  active(key: SessionKey): Promise<Run | null>;

  /** Ids of runs that could have been claimed for so many milliseconds already, oldest first. */
  waiting(forMs: number): Promise<readonly string[]>;

  /** Runs that are accepted or running, oldest first. */
  unfinished(): Promise<readonly Run[]>;

  /** Sessions of any tenant that have this id and a run, in the order in which they came to be. */
  sessionsNamed(session: string): Promise<readonly SessionKey[]>;
}
