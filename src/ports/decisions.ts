// Decisions on clusters: the guarded write, and reading its result back. The write stamps each cluster that it changes
// with the operation. The stamp stays until everything that follows is written, so no cluster is decided twice, and a
// crash does not lose what was decided. One caller at a time holds an operation, as a worker holds its run. Every write
// for an operation names the hold; a write that names an earlier hold, or a finished operation, changes nothing.

import type { SweptValues } from '../core/patterns/sweep.ts';
import type { DecisionStatus, Domain } from '../core/records/documents/clusters.ts';
import type { ClusterFacts, DecidedCluster, Operation, PendingCluster } from '../core/records/documents/decisions.ts';
import type { PartnerScope } from '../core/records/session-key.ts';

export interface Change {
  readonly from: readonly DecisionStatus[];
  readonly to: DecisionStatus;
  /** Null: the whole scope. An unknown id, or an id of another scope, changes nothing. */
  readonly clusterIds: readonly string[] | null;
  /** Given if a match of the clusters' transactions was confirmed: both flags become true. Otherwise the flags stay. */
  readonly matched?: true;
  /** Only clusters whose value lies within the range that a pattern has seen. */
  readonly values?: SweptValues;
  /** Only clusters that got their status from the sweep with this operation id. */
  readonly sweptBy?: string;
  /** Only clusters that stand as this operation left them. */
  readonly standsBy?: string;
  /** Cluster types, instead of the operation's own type. */
  readonly types?: readonly string[];
}

interface PendingScope {
  readonly tenant: string;
  readonly partner: string;
  readonly domain: Domain;
  readonly types: readonly string[];
}

/** When an operation was begun, by the store's clock, and the store's own id of it. */
export interface OperationPlace {
  readonly at: number;
  readonly id: string;
}

export type OperationKey = Pick<Operation, 'tenant' | 'partner' | 'operationId'>;

/** An operation that one caller holds. A later holder has a higher fence. */
export interface HeldOperation extends OperationKey {
  readonly fence: number;
}

/** How an operation is taken. */
export interface Taking {
  /** How long the hold lasts unless it is renewed, by the store's clock. */
  readonly leaseMs: number;
  /** True if work in the queue finishes the operation: `loose` does not answer it. */
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
  /** How many were left out because their sessions are signed, and those sessions, in order. */
  readonly signed: number;
  readonly signedSessions: readonly string[];
}

interface KnownOperation {
  readonly operation: Operation;
  /** The call wrote both the change and the audit. */
  readonly isDecided: boolean;
  /** Everything that follows from the operation is written, or queued. */
  readonly isFinished: boolean;
}

/**
 * Every operation may throw store_unavailable or store_damaged; one that is given a hold throws decision_taken if
 * another caller took the operation since, or if it is finished.
 */
export interface Decisions {
  /**
   * Changes every cluster of the operation's scope that is not voided, has one of the statuses and is of no signed
   * session (core/people/sign-off.ts). Each change is
   * guarded by the cluster's status at that moment, and clears is_reconciled if the cluster goes to pending. Answers
   * how many clusters were changed. A known operation changes only the clusters that it has not changed yet. Without a
   * hold it begins the operation as `begin` does.
   */
  decide(operation: Operation, change: Change, by: HeldOperation | Taking): Promise<Decided | null>;

  /**
   * Stores the operation before anything is done for it, and takes it. A stored operation stays as it is. Null if
   * another caller holds it, or if it is finished.
   */
  begin(operation: Operation, taking: Taking): Promise<HeldOperation | null>;

  /** Takes a stored operation; null if another caller holds it, or if it is finished or unknown. */
  take(operationId: string, leaseMs: number): Promise<TakenOperation | null>;

  /** Prolongs the hold from now; false if another caller took the operation since, or if it is finished. */
  renew(held: HeldOperation, leaseMs: number): Promise<boolean>;

  /**
   * Gives up an unfinished operation, for any caller to take. `isDecided`: the call wrote both the change and the
   * audit.
   */
  release(held: HeldOperation, of: { readonly isDecided: boolean }): Promise<void>;

  /** Every pending cluster of the types that is not voided and of no signed session, in order of creation. */
  pending(scope: PendingScope): Promise<readonly PendingCluster[]>;

  /** Whether a pattern's sweep gave its status to one of the clusters that `decide` would change. */
  hasSwept(operation: Operation, change: Change): Promise<boolean>;

  /** Clears is_reconciled of reconciled clusters, whatever their status. Answers the clusters that it changed. */
  unreconcile(
    scope: Pick<Operation, 'tenant' | 'partner' | 'domain'>,
    of: { readonly clusterIds: readonly string[]; readonly at: number },
    held: HeldOperation,
  ): Promise<readonly (ClusterFacts & { readonly status: DecisionStatus })[]>;

  /** The clusters that carry the operation's stamp, in order of creation. */
  changedBy(key: OperationKey): Promise<readonly DecidedCluster[]>;

  get(operationId: string): Promise<KnownOperation | null>;

  /** Notes that everything that follows is written or queued, and removes the stamps. */
  finish(held: HeldOperation): Promise<void>;

  /** Removes an operation that changed nothing, as if it had never begun. */
  withdraw(held: HeldOperation): Promise<void>;

  /** Unfinished operations that nobody holds and for which no work is queued; oldest first. */
  loose(limit: number): Promise<readonly Operation[]>;

  /** Notes that work is queued that finishes the operation. */
  noteQueued(key: OperationKey): Promise<void>;

  /** A partner's operations whose change and audit are written, the latest begun first. */
  past(
    scope: PartnerScope,
    page: { readonly after: OperationPlace | null; readonly limit: number },
  ): Promise<{ readonly operations: readonly Operation[]; readonly next: OperationPlace | null }>;

  /** A tenant's unfinished operations, oldest first. */
  underWay(tenant: string, limit: number): Promise<readonly Operation[]>;
}
