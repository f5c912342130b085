// A session's facts with its clusters as they stand by now: nothing else of them changes while its run and its late
// groups are the same.

import type { ClusterType } from '../classification/cluster-type.ts';
import type { ClusterCount } from '../records/documents/clusters.ts';
import type { SummaryFacts } from './facts.ts';

export function withClusters(facts: SummaryFacts, counts: readonly ClusterCount[]): SummaryFacts {
  const clusters: Partial<Record<ClusterType, number>> = {};
  for (const { type, clusters: count } of counts) {
    clusters[type as ClusterType] = (clusters[type as ClusterType] ?? 0) + count;
  }
  return { ...facts, clusters, clusterCount: Object.values(clusters).reduce((sum, n) => sum + n, 0) };
}
