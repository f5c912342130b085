// Work: the one durable queue, for runs and everything else that is done later. The store alone keeps attempts, leases,
// pauses and fences, by its own clock; a message on a bus only says that there is work. In a lane only the oldest
// unfinished piece can be claimed, so the lane's work is done one after the other, in the order of arrival. Work
// without a lane is done side by side. A run's lane is its session. Runs are put here by Runs.accept, because a run and
// its work are one document (docs/decisions/work-and-runs.md).

import type { JsonObject } from '../core/records/documents/json.ts';
import type { ClaimedWork, WorkClaim, WorkFailure } from '../core/records/documents/work.ts';

export interface NewWork {
  readonly workId: string;
  readonly kind: string;
  /** The version of the command's form. */
  readonly version: number;
  readonly command: JsonObject;
  /** The tenant whose turn the work takes. */
  readonly tenant: string;
  /** Null: side by side with all other work. */
  readonly lane: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly acceptedAt: number;
}

/** How long a claim holds unless it is renewed. */
export interface Lease {
  /** Who claims, for people to read. */
  readonly worker: string;
  readonly leaseMs: number;
}

/** A kind of work that a worker can do. Other kinds, and later versions, wait for a worker that knows them. */
export interface KnownKind {
  readonly kind: string;
  readonly versions: readonly number[];
}

export interface WaitingAsked {
  readonly knows: readonly KnownKind[] | null;
  readonly forMs: number;
  readonly limit: number;
}

/**
 * Every operation may throw store_unavailable or store_damaged. An operation under a claim answers null, or false, and
 * changes nothing once the claim was taken over or the work has ended.
 */
export interface WorkQueue {
  /** Stores the work durably before it answers. False: work with that id is stored already, and nothing changes. */
  put(work: NewWork): Promise<boolean>;

  /**
   * Claims the next work of a known kind that nobody works on: it is due, or its claim's lease lapsed (an
   * interruption). Tenants take turns: however much waits for one tenant, the next tenant's first piece comes after one
   * piece of the first. Work that was claimed before (interrupted, failed, given back) waits for its next turn; work that
   * was interrupted too often pauses before it is claimed again. Null if there is none. `at`: when the work counts as
   * started. The cost does not grow with the number of waiting pieces.
   */
  claimNext(asked: Lease & { readonly knows: readonly KnownKind[]; readonly at: number }): Promise<ClaimedWork | null>;

  /**
   * Prolongs the lease from now; a lapsed lease that nobody took is prolonged too. If another worker took the claim,
   * this call shows that its worker lives: the counted interruption is taken back.
   */
  renew(claim: WorkClaim, leaseMs: number): Promise<boolean>;

  /**
   * The same worker claims its work again, under a higher fence. Calls under the earlier fence that were not answered
   * change nothing from then on, so that what is read now stays true.
   */
  retake(claim: WorkClaim, leaseMs: number): Promise<WorkClaim | null>;

  /**
   * Gives the work back unfinished, for any worker to claim after a pause; this is no failure and no interruption.
   * `because`: what the work waits for, kept as the reason of the next attempt.
   */
  release(claim: WorkClaim, pauseMs: number, because?: WorkFailure): Promise<boolean>;

  /**
   * Counts a failed attempt. The work is due again after the pause; with null it ends failed. A run stays, to be shown;
   * other work is removed, and its id is free.
   */
  fail(
    claim: WorkClaim,
    failed: { readonly at: number; readonly failure: WorkFailure; readonly pauseMs: number | null },
  ): Promise<boolean>;

  /** Ends the work as done. A run stays, to be shown; other work is removed. */
  finish(claim: WorkClaim, at: number): Promise<boolean>;

  /**
   * Ids of work that could have been claimed for that long already, at most that many, oldest first. `knows`: the kinds
   * of a worker; null: all kinds.
   */
  waiting(asked: WaitingAsked): Promise<readonly string[]>;

  /** How much unfinished work of a kind a tenant has, waiting or claimed; counts up to `limit`. */
  count(of: { readonly kind: string; readonly tenant: string; readonly limit: number }): Promise<number>;
}
