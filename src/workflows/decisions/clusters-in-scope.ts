// The clusters that a decision would take, read page by page: those of its scope with a status from which the decision
// takes them. Nothing is written.

import { isOfBranches } from '../../core/callers/caller.ts';
import type { Cluster, DecisionStatus } from '../../core/records/documents/clusters.ts';
import { verticalNamed } from '../../core/records/documents/clusters.ts';
import type { ClusterFilter } from '../../ports/clusters.ts';
import type { Store } from '../../ports/store.ts';

const PAGE = 1_000;

export interface DecisionScope {
  /** Left out: of every one. */
  readonly session?: string;
  readonly tenant: string;
  readonly partner: string;
  /** mfb, or a service. */
  readonly named: string;
  /** Null: of any id. */
  readonly clusterIds: readonly string[] | null;
  /** Branches whose clusters the caller may decide; null: every one. */
  readonly branches: readonly string[] | null;
}

/** In order of type, status and creation. */
export async function* clustersInScope(
  store: Pick<Store, 'clusters'>,
  { tenant, partner, session, named, clusterIds, branches }: DecisionScope,
  { types, from }: { readonly types: readonly string[]; readonly from: readonly DecisionStatus[] },
): AsyncGenerator<Cluster> {
  const { domain, service } = verticalNamed(named);
  const asked = clusterIds === null ? null : new Set(clusterIds);
  for (const type of types) {
    for (const decisionStatus of from) {
      const filter = { domain, service: service ?? undefined, type, decisionStatus };
      for await (const cluster of pagesOf(
        store,
        { tenant, partner, ...(session !== undefined && { session }) },
        filter,
      )) {
        if ((asked === null || asked.has(cluster.clusterId)) && isOfBranches(cluster, branches)) yield cluster;
      }
    }
  }
}

async function* pagesOf(
  { clusters }: Pick<Store, 'clusters'>,
  scope: Pick<DecisionScope, 'tenant' | 'partner' | 'session'>,
  filter: ClusterFilter,
): AsyncGenerator<Cluster> {
  let after: number | null = null;
  do {
    const page: Awaited<ReturnType<typeof clusters.page>> = await clusters.page(scope, {
      ...filter,
      after,
      limit: PAGE,
    });
    yield* page.clusters;
    after = page.next;
  } while (after !== null);
}
