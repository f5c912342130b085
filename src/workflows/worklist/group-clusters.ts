// Groups of a list of clusters that are alike. Narrations are of the partner's open rows, of which a cluster has the
// bank's first, else the ledger's; what was decided before is looked for among all clusters of the partner.

import { SIDES, textAt } from '../../core/records/rows/columns.ts';
import { digestBytesAt, digestIdAt, isNoDigest } from '../../core/records/rows/digest-ids.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import { type ClusterGroup, type ClusterGrouping, groupClusters } from '../../core/worklist/group-clusters.ts';
import { type NarrationParts, NO_PARTS, narrationParts } from '../../core/worklist/narration-shape.ts';
import type { Store } from '../../ports/store.ts';
import type { KeptList } from './kept-lists.ts';
import { asOfDays, eachItem, tableOf } from './query-clusters.ts';

export async function groupsOfList(
  store: Store,
  { tenant, partner }: PartnerScope,
  { list, by }: { readonly list: KeptList; readonly by: readonly ClusterGrouping[] },
): Promise<readonly ClusterGroup[]> {
  const scope = { tenant, partner };
  const table = await tableOf(store, scope);
  const asOf = await asOfDays(store, scope, table.sessions);
  const isOfTexts = by.includes('narration') || by.includes('counterparty');
  const parts = isOfTexts ? await partsByCluster(store, scope, table.sessions) : new Map<string, NarrationParts>();
  return groupClusters(table, {
    ...{ by, clusterIds: list.clusterIds },
    partsOf: (clusterId) => parts.get(clusterId) ?? NO_PARTS,
    asOf: (session) => asOf.get(session) ?? null,
  });
}

async function partsByCluster(
  store: Store,
  scope: PartnerScope,
  sessions: readonly string[],
): Promise<ReadonlyMap<string, NarrationParts>> {
  const texts = new Map<string, string>();
  for (const session of sessions) {
    // The bank's rows come last, so that theirs stand.
    for (const side of SIDES) {
      const seen = new Set<string>();
      await eachItem(store, { key: { ...scope, session }, side }, ({ rows, clusterId }, row) => {
        const narration = textAt(rows.narration, row);
        if (narration === '' || isNoDigest(digestBytesAt(clusterId, row))) return;
        const id = digestIdAt(clusterId, row);
        if (!seen.has(id)) texts.set(id, narration);
        seen.add(id);
      });
    }
  }
  const partsOf = narrationParts([...texts.values()]);
  return new Map(Array.from(texts, ([id, text]) => [id, partsOf(text)]));
}
