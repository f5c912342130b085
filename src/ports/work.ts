// Work: the one durable queue, below runs and everything else that is done later. Attempts, leases, pauses and fences
// are the store's alone, and so is the time they are counted in; a message on a bus only says that there is work. Of
// one lane the oldest piece that is not done is the only one that can be claimed: its work is done one after the other,
// in the order in which it came. Work without a lane is done side by side. A run's lane is its session. Runs are put
// here by Runs.accept, for a run and its work are one document (docs/decisions/work-and-runs.md).

import type { JsonObject } from '../core/records/documents/json.ts';
import type { ClaimedWork, WorkClaim, WorkFailure } from '../core/records/documents/work.ts';

export interface NewWork {
  readonly workId: string;
  readonly kind: string;
  /** The version of the command's form. */
  readonly version: number;
  readonly command: JsonObject;
  /** Whose turn it takes. */
  readonly tenant: string;
  /** Null: beside all other work. */
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

/** What a worker can do: work of another kind, or of a later version, waits for one that knows it. */
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
 * Every operation may throw store_unavailable or store_damaged. What is done under a claim answers null, or false, and
 * changes nothing once the claim was taken over or the work has ended.
 */
export interface WorkQueue {
  /** Stores it durably before it answers. False: work of that id is there already, and nothing changes. */
  put(work: NewWork): Promise<boolean>;

  /**
   * Claims the next work of a known kind that nobody works on: put and due, or claimed under a lease that lapsed (an
   * interruption). Tenants take turns: however much waits for one, the next one's first piece comes after one of his.
   * What was claimed before (interrupted, failed, given back) takes its turn anew; what was interrupted too often rests
   * before it is claimed again. Null when there is none. `at`: when it counts as started. What it costs does not grow
   * with what waits.
   */
  claimNext(asked: Lease & { readonly knows: readonly KnownKind[]; readonly at: number }): Promise<ClaimedWork | null>;

  /**
   * Prolongs the lease from now. A lease that lapsed and that nobody took is prolonged too. One that was taken shows by
   * asking that its worker lives: the interruption that was counted is taken back.
   */
  renew(claim: WorkClaim, leaseMs: number): Promise<boolean>;

  /**
   * The same worker takes its work anew, under a higher fence: whatever it asked for under the one before and was not
   * answered changes nothing from then on, so that what is read now stays so.
   */
  retake(claim: WorkClaim, leaseMs: number): Promise<WorkClaim | null>;

  /**
   * Gives it back unfinished, for any worker to claim after a pause; that is no failure and no interruption. `because`:
   * what it waits for, which is kept as the reason of the next attempt.
   */
  release(claim: WorkClaim, pauseMs: number, because?: WorkFailure): Promise<boolean>;

  /**
   * An attempt failed, which is counted: it is due again after a pause, or ends so when that is null. A run stays, to be
   * shown; other work goes, and its id is free.
   */
  fail(
    claim: WorkClaim,
    failed: { readonly at: number; readonly failure: WorkFailure; readonly pauseMs: number | null },
  ): Promise<boolean>;

  /** It is done. A run stays, to be shown; other work goes. */
  finish(claim: WorkClaim, at: number): Promise<boolean>;

  /**
   * Ids of what could have been claimed for so long already, so many of them, oldest first. `knows`: by whom; null: by
   * anybody.
   */
  waiting(asked: WaitingAsked): Promise<readonly string[]>;

  /** How much of a kind is not done for a tenant, whoever works on it; no more than `limit` is counted. */
  count(of: { readonly kind: string; readonly tenant: string; readonly limit: number }): Promise<number>;
}
