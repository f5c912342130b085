// The exceptions that the rows of a late group are in.

import type { ClusterRows } from '../../core/records/documents/cluster-rows.ts';
import { type LateGroup, lateRows, lateSessions } from '../../core/records/late/late-groups.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { NamedCluster } from '../../ports/clusters.ts';
import type { Store } from '../../ports/store.ts';

/** `decided`: those that were decided, too. */
export async function clustersOfRows(
  { clusters }: Pick<Store, 'clusters'>,
  { tenant, partner }: PartnerScope,
  { group, decided }: { readonly group: LateGroup; readonly decided: boolean },
): Promise<readonly NamedCluster[]> {
  const rows = new Set(lateRows(group).map(({ recordId }) => recordId));
  const found: NamedCluster[] = [];
  for (const session of lateSessions(group)) {
    const key = { tenant, partner, session };
    const ids = clustersWith(await clusters.rows(key, { decided }), rows);
    found.push(...(await clusters.named(key, ids)));
  }
  return found;
}

/** Ids of the clusters that contain one of the rows. */
export function clustersWith(
  { count, clusterId, offsets, recordId }: ClusterRows,
  rows: ReadonlySet<string>,
): string[] {
  const found: string[] = [];
  for (let i = 0; i < count; i++) {
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      if (!rows.has(digestIdAt(recordId, k))) continue;
      found.push(digestIdAt(clusterId, i));
      break;
    }
  }
  return found;
}
