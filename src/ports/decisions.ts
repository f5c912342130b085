// Decisions on clusters: the guarded write and what is read back of it. The write stamps each cluster that it changes
// with the operation, and the stamp stays until everything that follows was written; so nothing is decided twice, and
// what was decided is known after a crash. An operation is held by one caller at a time, as a run is by its worker: every
// write for it names the hold, and one that names an earlier hold, or a finished operation, changes nothing.

import type { SweptValues } from '../core/patterns/sweep.ts';
import type { DecisionStatus, Domain } from '../core/records/documents/clusters.ts';
import type { ClusterFacts, DecidedCluster, Operation, PendingCluster } from '../core/records/documents/decisions.ts';

export interface Change {
  readonly from: readonly DecisionStatus[];
  readonly to: DecisionStatus;
  /** Null: the whole scope. An id that is none, or another scope's, changes nothing. */
  readonly clusterIds: readonly string[] | null;
  /** A match of their transactions was confirmed: both flags become true. Not given, neither does. */
  readonly matched?: true;
  /** Those alone whose value lies within what a pattern has seen. */
  readonly values?: SweptValues;
  /** Those alone that have their status by the sweep of this operation id. */
  readonly sweptBy?: string;
  /** In the place of the operation's own type. */
  readonly types?: readonly string[];
}

interface PendingScope {
  readonly tenant: string;
  readonly partner: string;
  readonly domain: Domain;
  readonly types: readonly string[];
}

export type OperationKey = Pick<Operation, 'tenant' | 'partner' | 'operationId'>;

/** An operation in the hand of one caller. Whoever takes it later has a higher fence. */
export interface HeldOperation extends OperationKey {
  readonly fence: number;
}

/** How an operation is taken. */
export interface Taking {
  /** How long it is held unless that is renewed, by the store's clock. */
  readonly leaseMs: number;
  /** Work of the queue brings it to its end: it is not among the loose ones. */
  readonly isQueued: boolean;
}

export interface TakenOperation {
  readonly operation: Operation;
  readonly held: HeldOperation;
  readonly isDecided: boolean;
}

interface Decided {
  readonly held: HeldOperation;
  /** How many clusters were changed. */
  readonly changed: number;
}

interface KnownOperation {
  readonly operation: Operation;
  /** Its call wrote all that it had to: the change and the audit. */
  readonly isDecided: boolean;
  /** Everything that follows from it is written, or queued. */
  readonly isFinished: boolean;
}

/**
 * Every operation may throw store_unavailable or store_damaged; one that is given a hold throws decision_taken where
 * somebody took the operation later, or where it is finished.
 */
export interface Decisions {
  /**
   * Changes every cluster of the operation's scope that is not voided and in one of the statuses; each change is made
   * for the status that the cluster has then, and takes is_reconciled back where it goes to pending. Answers how many.
   * An operation that is known changes what it did not yet. Given no hold it begins the operation as `begin` does.
   */
  decide(operation: Operation, change: Change, by: HeldOperation | Taking): Promise<Decided | null>;

  /**
   * Stores the operation before anything is done for it, and takes it. One that is there stays as it is. Null where it
   * is held by somebody, or finished.
   */
  begin(operation: Operation, taking: Taking): Promise<HeldOperation | null>;

  /** Takes one that is stored; null where it is held by somebody, finished, or none. */
  take(operationId: string, leaseMs: number): Promise<TakenOperation | null>;

  /** Prolongs the hold from now; false where somebody took the operation later, or it is finished. */
  renew(held: HeldOperation, leaseMs: number): Promise<boolean>;

  /** Gives it up unfinished, to whoever takes it next. `isDecided`: its call wrote all that it had to. */
  release(held: HeldOperation, of: { readonly isDecided: boolean }): Promise<void>;

  /** Every pending cluster of the types that is not voided, in the order of their making. */
  pending(scope: PendingScope): Promise<readonly PendingCluster[]>;

  /** Whether one of the clusters that `decide` would change has its status by a pattern's sweep. */
  hasSwept(operation: Operation, change: Change): Promise<boolean>;

  /** Takes is_reconciled back of clusters that are reconciled, whatever their status: answers those that it changed. */
  unreconcile(
    scope: Pick<Operation, 'tenant' | 'partner' | 'domain'>,
    of: { readonly clusterIds: readonly string[]; readonly at: number },
    held: HeldOperation,
  ): Promise<readonly (ClusterFacts & { readonly status: DecisionStatus })[]>;

  /** The clusters that carry its stamp, in the order of their making. */
  changedBy(key: OperationKey): Promise<readonly DecidedCluster[]>;

  get(operationId: string): Promise<KnownOperation | null>;

  /** Notes that everything follows, and takes the stamps off. */
  finish(held: HeldOperation): Promise<void>;

  /** Takes back one that changed nothing, as if it had never begun. */
  withdraw(held: HeldOperation): Promise<void>;

  /** Operations that are not finished, that nobody holds and of which no work is queued; oldest first. */
  loose(limit: number): Promise<readonly Operation[]>;

  /** Notes that work is queued that brings it to its end. */
  noteQueued(key: OperationKey): Promise<void>;

  /** A tenant's operations that are not finished, oldest first. */
  underWay(tenant: string, limit: number): Promise<readonly Operation[]>;
}
