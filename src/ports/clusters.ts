// Exception clusters: pending ones follow the runs, decided ones stay as they were decided.

import type { ClusterRows } from '../core/records/documents/cluster-rows.ts';
import type {
  Cluster,
  ClusterColumns,
  ClusterCount,
  DecisionStatus,
  LooksLike,
} from '../core/records/documents/clusters.ts';
import type { SessionKey } from '../core/records/session-key.ts';
import type { Fenced } from './leases.ts';

interface ClusterBatch {
  readonly runId: string;
  readonly clusters: ClusterColumns;
  readonly at: number;
  /** The row lease that it is written under. */
  readonly under?: Fenced;
}

interface ClusterWrite {
  readonly inserted: number;
  /** Pending ones of an earlier run that this run found again. */
  readonly restored: number;
  /** Decided ones, or ones that this run had written already. */
  readonly unchanged: number;
}

/** One session, or all of a partner's. */
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

/** What is left out does not narrow. */
export interface ClusterFilter {
  readonly domain?: string | undefined;
  /** Only in domain atm: clusters that name no service are of atm. */
  readonly service?: string | undefined;
  readonly type?: string | undefined;
  readonly decisionStatus?: DecisionStatus | undefined;
}

/** Every operation may throw store_unavailable or store_damaged. */
export interface Clusters {
  /**
   * Inserts new clusters and takes over pending ones of other runs found again, voided or not; one of its own that was
   * voided since stays so. Some thousands at a time.
   */
  insertOrRestore(key: SessionKey, batch: ClusterBatch): Promise<ClusterWrite>;

  /** Voids the session's pending clusters that are not of this run, with a reason. Answers how many. */
  voidPending(
    key: SessionKey,
    guard: { readonly exceptRunId: string; readonly reason: string; readonly at: number; readonly under?: Fenced },
  ): Promise<number>;

  /** Voids those of the session's clusters that are pending, with a reason. Answers how many. */
  voidSome(key: SessionKey, of: SomeClusters): Promise<number>;

  /** Takes back what voidSome did for the reason to those of the session's clusters. Answers how many. */
  restoreSome(key: SessionKey, of: SomeClusters): Promise<number>;

  /**
   * Adds hints to those of the session's clusters that are pending; one of the same kind about the same records is there
   * already. A run that finds the cluster again says its own anew. Some thousands at a time.
   */
  addHints(key: SessionKey, of: HintsToAdd): Promise<void>;

  /** Clusters that are not voided, in order of creation; a page token survives writes in between. */
  page(
    scope: ClusterScope,
    page: ClusterFilter & { readonly after: number | null; readonly limit: number },
  ): Promise<{ readonly clusters: readonly Cluster[]; readonly next: number | null }>;

  /** All of a session that are pending and not voided, in order of creation. */
  pendingRows(key: SessionKey): Promise<ClusterRows>;

  /** How many clusters all pages of the filter have. */
  count(scope: ClusterScope, filter: ClusterFilter): Promise<number>;

  /** Clusters that are not voided, by type and status. */
  counts(key: SessionKey): Promise<readonly ClusterCount[]>;
}
