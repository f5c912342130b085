// Renews a session's facts with the present state of its clusters. All other facts stay while its run and its late
// groups are the same.

import type { ClusterType } from '../records/documents/cluster-type.ts';
import type { ClusterCount } from '../records/documents/clusters.ts';
import type { SummaryFacts } from './facts.ts';

export function withClusters(facts: SummaryFacts, counts: readonly ClusterCount[]): SummaryFacts {
  const clusters = byType(counts);
  const clusterCount = Object.values(clusters).reduce((sum, n) => sum + n, 0);
  return { ...facts, clusters, clusterCount, clustersPending: pendingByType(counts) };
}

type ByType = Partial<Record<ClusterType, number>>;

export function byType(counts: readonly ClusterCount[]): ByType {
  const sums: ByType = {};
  for (const { type, clusters } of counts) {
    sums[type as ClusterType] = (sums[type as ClusterType] ?? 0) + clusters;
  }
  return sums;
}

export const pendingByType = (counts: readonly ClusterCount[]): ByType =>
  byType(counts.filter(({ decisionStatus }) => decisionStatus === 'pending'));
