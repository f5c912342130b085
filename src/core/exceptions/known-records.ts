// The records that a rematch looks for: those of pending not-found clusters, with their clusters, the branch to which a
// call is limited, and the days in which counterparts are searched.

import type { ClusterFacts } from '../records/documents/decisions.ts';
import type { Side } from '../records/rows/columns.ts';

/** The side of the orphans, by cluster type. */
export const ORPHAN_SIDE: Readonly<Record<string, Side>> = { not_found_gl: 'gl', not_found_bank: 'bank' };

/** The orphans of a cluster: its rows on the side that its type names. */
export const orphansOf = (cluster: Pick<ClusterFacts, 'type' | 'glRecordIds' | 'bankRecordIds'>): readonly string[] =>
  ORPHAN_SIDE[cluster.type] === 'gl' ? cluster.glRecordIds : cluster.bankRecordIds;

export interface KnownRecords {
  readonly clusters: readonly ClusterFacts[];
  /** Cluster by record id. */
  readonly byRecord: ReadonlyMap<string, ClusterFacts>;
  /** Orphans of other branches, which take no part. */
  readonly elsewhere: ReadonlySet<string>;
  readonly branchId: string | null;
}

/** `oneBranch`: only the branch with the most pending clusters. Ties go by branch id; a missing one counts as ''. */
export function knownRecords(
  pending: readonly ClusterFacts[],
  { oneBranch }: { readonly oneBranch: boolean },
): KnownRecords {
  const branchId = oneBranch ? largestBranch(pending) : null;
  const clusters = oneBranch ? pending.filter((cluster) => cluster.branchId === branchId) : pending;
  const kept = new Set(clusters);
  return {
    clusters,
    branchId,
    byRecord: new Map(clusters.flatMap((cluster) => orphansOf(cluster).map((id) => [id, cluster]))),
    elsewhere: new Set(pending.filter((cluster) => !kept.has(cluster)).flatMap(orphansOf)),
  };
}

/** Adds clusters of `pending` that are of the same branch and not yet known. */
export function withOthers(known: KnownRecords, pending: readonly ClusterFacts[]): KnownRecords {
  const ids = new Set(known.clusters.map(({ clusterId }) => clusterId));
  const more = pending.filter(({ clusterId, branchId }) => !ids.has(clusterId) && branchId === known.branchId);
  if (more.length === 0) return known;
  const clusters = [...known.clusters, ...more];
  const added = more.flatMap((cluster) => orphansOf(cluster).map((id) => [id, cluster] as const));
  return { ...known, clusters, byRecord: new Map([...known.byRecord, ...added]) };
}

function largestBranch(pending: readonly ClusterFacts[]): string | null {
  const counts = new Map<string, { branchId: string | null; count: number }>();
  for (const { branchId } of pending) {
    const name = branchId ?? '';
    const known = counts.get(name) ?? { branchId, count: 0 };
    counts.set(name, { ...known, count: known.count + 1 });
  }
  const [largest] = [...counts].sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1));
  return largest?.[1].branchId ?? null;
}

/** Days searched before and after the sample dates. */
const WINDOW_DAYS = 30;

/** Null if no cluster has a date. */
export function searchDays(clusters: readonly ClusterFacts[]): { fromDay: number; toDay: number } | null {
  const days = clusters.flatMap(({ sampleGlDay, sampleBankDay }) => [sampleGlDay, sampleBankDay]);
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const day of days) {
    if (day === null) continue;
    from = Math.min(from, day);
    to = Math.max(to, day);
  }
  return from > to ? null : { fromDay: from - WINDOW_DAYS, toDay: to + WINDOW_DAYS };
}

/** The clusters whose orphans are all among the records. A cluster with only some of them stays pending. */
export function matchedClusters(
  { clusters }: Pick<KnownRecords, 'clusters'>,
  matched: ReadonlySet<string>,
): ClusterFacts[] {
  return clusters.filter((cluster) => {
    const orphans = orphansOf(cluster);
    return orphans.length > 0 && orphans.every((id) => matched.has(id));
  });
}
