// Decisions on clusters: the guarded write and what is read back of it. The write stamps each cluster that it changes
// with the operation, and the stamp stays until everything that follows was written; so nothing is decided twice, and
// what was decided is known after a crash.

import type { SweptValues } from '../core/patterns/sweep.ts';
import type { DecisionStatus, Domain } from '../core/records/documents/clusters.ts';
import type { ClusterFacts, DecidedCluster, Operation } from '../core/records/documents/decisions.ts';

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

interface KnownOperation {
  readonly operation: Operation;
  /** Everything that follows from it is written, or queued. */
  readonly isFinished: boolean;
}

/** Every operation may throw store_unavailable or store_damaged. */
export interface Decisions {
  /**
   * Stores the operation and changes every cluster of its scope that is not voided and in one of the statuses; each
   * change is made for the status that the cluster has then, and takes is_reconciled back where it goes to pending.
   * Answers how many. An operation that is known changes what it did not yet.
   */
  decide(operation: Operation, change: Change): Promise<number>;

  /** Stores the operation before anything is done for it. One that is there stays as it is. */
  begin(operation: Operation): Promise<void>;

  /** Every pending cluster of the types that is not voided, in the order of their making. */
  pending(scope: PendingScope): Promise<readonly ClusterFacts[]>;

  /** Takes is_reconciled back of clusters that are reconciled, whatever their status: answers those that it changed. */
  unreconcile(
    scope: Pick<Operation, 'tenant' | 'partner' | 'domain'>,
    of: { readonly clusterIds: readonly string[]; readonly at: number },
  ): Promise<readonly (ClusterFacts & { readonly status: DecisionStatus })[]>;

  /** The clusters that carry its stamp, in the order of their making. */
  changedBy(key: OperationKey): Promise<readonly DecidedCluster[]>;

  get(operationId: string): Promise<KnownOperation | null>;

  /** Notes that everything follows, and takes the stamps off. */
  finish(key: OperationKey): Promise<void>;

  /** Takes back one that changed nothing and is not finished, as if it had never begun. */
  withdraw(key: OperationKey): Promise<void>;

  /** Operations that were begun so long ago and not finished, oldest first. */
  unfinished(asked: { readonly forMs: number; readonly limit: number }): Promise<readonly Operation[]>;
}
