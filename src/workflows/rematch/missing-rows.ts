// Clusters that another program wrote into the store may name rows that are not stored: a rematch leaves them pending,
// and says which row is missing.

import { ORPHAN_SIDE, orphansOf } from '../../core/exceptions/known-records.ts';
import type { ClusterFacts } from '../../core/records/documents/decisions.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import { digestIdAt, isDigestId } from '../../core/records/rows/digest-ids.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import { openRecords } from './open-sides.ts';

/** For clusters of no run here: why they cannot be matched, by their ids. */
export async function missingRows(
  store: Pick<Store, 'openItems'>,
  scope: PartnerScope,
  clusters: readonly ClusterFacts[],
): Promise<ReadonlyMap<string, string>> {
  const others = clusters.filter(({ runId }) => runId === null);
  if (others.length === 0) return new Map();
  const wanted = { gl: [] as string[], bank: [] as string[] };
  for (const cluster of others) wanted[ORPHAN_SIDE[cluster.type]].push(...orphansOf(cluster).filter(isDigestId));
  const open = await openRecords(store, scope, wanted);
  const here = new Set(
    SIDES.flatMap((side) =>
      Array.from({ length: open[side].rows.count }, (_, row) => digestIdAt(open[side].recordId, row)),
    ),
  );
  return new Map(
    others.flatMap((cluster) => {
      const orphans = orphansOf(cluster);
      if (orphans.length === 0) return [[cluster.clusterId, 'It names no row of its own side.']];
      const missing = orphans.find((id) => !here.has(id));
      return missing === undefined ? [] : [[cluster.clusterId, `No open row here has its record id ${missing}.`]];
    }),
  );
}
