// The clusters that a decision would take: those of its scope with a status from which the decision takes them. They are
// read by their ids where the decision names them, and page by page otherwise. Nothing is written.

import { isOfBranches } from '../../core/callers/caller.ts';
import type { Cluster, DecisionStatus } from '../../core/records/documents/clusters.ts';
import { verticalName, verticalNamed } from '../../core/records/documents/clusters.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import type { ClusterFilter } from '../../ports/clusters.ts';
import type { Store } from '../../ports/store.ts';

const PAGE = 1_000;
/** Named clusters that are read at a time. */
const AT_ONCE = 10_000;

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
  taken: Taken,
): AsyncGenerator<Cluster> {
  const scope = { tenant, partner, ...(session !== undefined && { session }) };
  if (clusterIds !== null) {
    const found = await byIds(store, scope, clusterIds);
    const isOfScope = (cluster: Cluster) => verticalName(cluster) === named && isOfBranches(cluster, branches);
    yield* inOrder(found.filter(isOfScope), taken);
    return;
  }
  const { domain, service } = verticalNamed(named);
  for (const type of taken.types) {
    for (const decisionStatus of taken.from) {
      const filter = { domain, service: service ?? undefined, type, decisionStatus };
      for await (const cluster of pagesOf(store, scope, filter)) if (isOfBranches(cluster, branches)) yield cluster;
    }
  }
}

interface Taken {
  readonly types: readonly string[];
  readonly from: readonly DecisionStatus[];
}

async function byIds(
  { clusters }: Pick<Store, 'clusters'>,
  scope: Pick<DecisionScope, 'tenant' | 'partner' | 'session'>,
  clusterIds: readonly string[],
): Promise<Cluster[]> {
  const found: Cluster[] = [];
  for (const some of chunksOf([...new Set(clusterIds)], AT_ONCE))
    for (const cluster of await clusters.get(scope, some)) found.push(cluster);
  return found;
}

/** The clusters that the decision takes, in order. */
function inOrder(clusters: readonly Cluster[], { types, from }: Taken): Cluster[] {
  const placeOf = ({ type, decisionStatus }: Cluster) => [types.indexOf(type), from.indexOf(decisionStatus)] as const;
  return clusters
    .map((cluster) => ({ cluster, place: placeOf(cluster) }))
    .filter(({ place: [type, status] }) => type >= 0 && status >= 0)
    .sort(
      (a, b) =>
        a.place[0] - b.place[0] ||
        a.place[1] - b.place[1] ||
        a.cluster.createdAt - b.cluster.createdAt ||
        (a.cluster.clusterId < b.cluster.clusterId ? -1 : 1),
    )
    .map(({ cluster }) => cluster);
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
