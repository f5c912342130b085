// Exception clusters: pending ones follow the runs, decided ones stay as they were decided.

import type { ClusterRows } from '../core/records/documents/cluster-rows.ts';
import type {
  Cluster,
  ClusterColumns,
  ClusterCount,
  DecisionStatus,
  LooksLike,
} from '../core/records/documents/clusters.ts';
import type { FollowUpChange, FollowUpStamp } from '../core/records/follow-up.ts';
import type { PartnerScope, SessionKey } from '../core/records/session-key.ts';
import type { ClusterTable } from '../core/worklist/cluster-table.ts';
import type { Fenced } from './leases.ts';

interface ClusterBatch {
  readonly runId: string;
  readonly clusters: ClusterColumns;
  readonly at: number;
  /** The row lease for the write. */
  readonly under?: Fenced;
}

interface ClusterWrite {
  readonly inserted: number;
  /** Pending clusters of an earlier run that this run found again. */
  readonly restored: number;
  /** Decided clusters, and clusters that this run had written already. */
  readonly unchanged: number;
}

/** One session, or all sessions of a partner. */
export interface ClusterScope {
  readonly tenant: string;
  readonly partner: string;
  readonly session?: string | undefined;
}

interface SomeClusters {
  readonly clusterIds: readonly string[];
  readonly reason: string;
  readonly at: number;
  readonly under?: Fenced;
}

interface HintsToAdd {
  readonly hints: readonly { readonly clusterId: string; readonly hint: LooksLike }[];
  readonly at: number;
  readonly under?: Fenced;
}

/** A field that is left out does not narrow. */
export interface ClusterFilter {
  readonly domain?: string | undefined;
  /** Only in domain atm: clusters without a service belong to atm. */
  readonly service?: string | undefined;
  readonly type?: string | undefined;
  readonly decisionStatus?: DecisionStatus | undefined;
  /** Only clusters that this owner looks into. */
  readonly owner?: string | undefined;
  readonly hasOwner?: boolean | undefined;
  /** Only clusters that are due before this day. */
  readonly dueBefore?: number | undefined;
  readonly hasNote?: boolean | undefined;
}

/** Whether the filter selects only clusters on which people noted something: few of all. */
export const isOfFollowed = ({ owner, hasOwner, dueBefore, hasNote }: ClusterFilter): boolean =>
  owner !== undefined || dueBefore !== undefined || hasOwner === true || hasNote === true;

export interface NamedCluster
  extends Pick<
    Cluster,
    | 'clusterId'
    | 'session'
    | 'domain'
    | 'service'
    | 'branchId'
    | 'type'
    | 'rule'
    | 'looksLike'
    | 'followUp'
    | 'deltaDays'
    | 'amountDeltaMinor'
    | 'amountMinor'
    | 'currency'
  > {
  /** Null: it is void, because its rows were matched or a later run says something else of them. */
  readonly decisionStatus: DecisionStatus | null;
}

/** Every operation may throw store_unavailable or store_damaged. */
export interface Clusters {
  /**
   * Inserts new clusters, and takes over pending clusters of other runs that were found again, voided or not. A cluster
   * of this run that was voided since stays voided. Some thousands at a time.
   */
  insertOrRestore(key: SessionKey, batch: ClusterBatch): Promise<ClusterWrite>;

  /** Voids the session's pending clusters that are not of this run, with a reason. Answers how many. */
  voidPending(
    key: SessionKey,
    guard: { readonly exceptRunId: string; readonly reason: string; readonly at: number; readonly under?: Fenced },
  ): Promise<number>;

  /** Voids the named clusters of the session that are pending, with a reason. Answers how many. */
  voidSome(key: SessionKey, of: SomeClusters): Promise<number>;

  /** Undoes voidSome with this reason for the named clusters of the session. Answers how many. */
  restoreSome(key: SessionKey, of: SomeClusters): Promise<number>;

  /**
   * Adds hints to the named clusters of the session that are pending. A hint of the same kind about the same records is
   * there already. A run that finds the cluster again replaces its hints. Some thousands at a time.
   */
  addHints(key: SessionKey, of: HintsToAdd): Promise<void>;

  /**
   * Notes what people say of the named clusters of the partner, void or not; unknown ones are passed over. The later
   * change stands (core/records/follow-up.ts), and the same one again changes nothing.
   */
  followUp(
    scope: PartnerScope,
    of: { readonly clusterIds: readonly string[]; readonly change: FollowUpChange; readonly by: FollowUpStamp },
  ): Promise<void>;

  /** Clusters that are not voided, in order of creation; a page token survives writes in between. */
  page(
    scope: ClusterScope,
    page: ClusterFilter & { readonly after: number | null; readonly limit: number },
  ): Promise<{ readonly clusters: readonly Cluster[]; readonly next: number | null }>;

  /** The rows of all clusters of a session that are not voided, in order of creation: pending ones, or decided ones too. */
  rows(key: SessionKey, of: { readonly decided: boolean }): Promise<ClusterRows>;

  /** Class, money, hints, notes and decision of the named clusters that exist, voided ones too; any number, in any order. */
  named(scope: PartnerScope, clusterIds: readonly string[]): Promise<readonly NamedCluster[]>;

  /** What lists are filtered and sorted by, of clusters that are not voided, in order of creation. */
  table(
    scope: ClusterScope,
    page: { readonly after: number | null; readonly limit: number },
  ): Promise<{ readonly table: ClusterTable; readonly next: number | null }>;

  /** The clusters of the scope with these ids that are not voided, in any order. */
  get(scope: ClusterScope, clusterIds: readonly string[]): Promise<readonly Cluster[]>;

  /** How many clusters the filter selects, on all pages. */
  count(scope: ClusterScope, filter: ClusterFilter): Promise<number>;

  /** Clusters that are not voided, by type and status. */
  counts(key: SessionKey): Promise<readonly ClusterCount[]>;
}
