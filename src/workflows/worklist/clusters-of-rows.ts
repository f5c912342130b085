// The exceptions that the rows of late groups are in.

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

type Rows = Pick<LateGroup, 'gl' | 'bank'>;

/** Classes of the exceptions, decided ones too, that the rows of each group are in. A session is read once for all. */
export async function typesOfRows(
  { clusters }: Pick<Store, 'clusters'>,
  { tenant, partner }: PartnerScope,
  groups: readonly Rows[],
): Promise<ReadonlyMap<Rows, readonly string[]>> {
  const rows = new Set(groups.flatMap(lateRows).map(({ recordId }) => recordId));
  const typesOf = new Map<string, string[]>();
  for (const session of new Set(groups.flatMap(lateSessions))) {
    const key = { tenant, partner, session };
    const members = [...membersAmong(await clusters.rows(key, { decided: true }), rows)];
    const named = await clusters.named(key, [...new Set(members.map(({ clusterId }) => clusterId))]);
    const types = new Map(named.map(({ clusterId, type }) => [clusterId, type]));
    for (const { clusterId, recordId } of members) {
      const type = types.get(clusterId);
      if (type !== undefined) typesOf.set(recordId, [...(typesOf.get(recordId) ?? []), type]);
    }
  }
  return new Map(
    groups.map((group) => [group, [...new Set(lateRows(group).flatMap((row) => typesOf.get(row.recordId) ?? []))]]),
  );
}

/** Ids of the clusters that contain one of the rows, each once. */
export const clustersWith = (columns: ClusterRows, rows: ReadonlySet<string>): string[] => [
  ...new Set([...membersAmong(columns, rows)].map(({ clusterId }) => clusterId)),
];

/** The members of clusters that are among the rows. */
function* membersAmong(
  { count, clusterId, offsets, recordId }: ClusterRows,
  rows: ReadonlySet<string>,
): Generator<{ readonly clusterId: string; readonly recordId: string }> {
  for (let i = 0; i < count; i++) {
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      const member = digestIdAt(recordId, k);
      if (rows.has(member)) yield { clusterId: digestIdAt(clusterId, i), recordId: member };
    }
  }
}
