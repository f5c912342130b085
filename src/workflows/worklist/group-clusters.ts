// Groups of a list of clusters that are alike. Narrations are of the partner's open rows, of which a cluster has the
// bank's first, else the ledger's; what was decided before is looked for among all clusters of the partner.

import type { PartnerScope } from '../../core/records/session-key.ts';
import { type ClusterGroup, type ClusterGrouping, groupClusters } from '../../core/worklist/group-clusters.ts';
import { type NarrationParts, NO_PARTS } from '../../core/worklist/narration-shape.ts';
import type { Store } from '../../ports/store.ts';
import type { KeptList } from './kept-lists.ts';
import type { OpenParts } from './open-parts.ts';
import { asOfDays, tableOf } from './query-clusters.ts';

export async function groupsOfList(
  { store, parts: open }: { readonly store: Store; readonly parts: OpenParts },
  { tenant, partner }: PartnerScope,
  { list, by }: { readonly list: KeptList; readonly by: readonly ClusterGrouping[] },
): Promise<readonly ClusterGroup[]> {
  const scope = { tenant, partner };
  const table = await tableOf(store, scope);
  const asOf = await asOfDays(store, scope, table.sessions);
  const isOfTexts = by.includes('narration') || by.includes('counterparty');
  const parts = isOfTexts ? await open.of(scope, table.sessions) : new Map<string, NarrationParts>();
  return groupClusters(table, {
    ...{ by, clusterIds: list.clusterIds },
    partsOf: (clusterId) => parts.get(clusterId) ?? NO_PARTS,
    asOf: (session) => asOf.get(session) ?? null,
  });
}
