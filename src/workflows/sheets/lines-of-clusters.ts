// Exceptions with every row that they are about, as a sheet of decisions has them.

import { NOTHING_WRITTEN, type SheetLine } from '../../core/decision-sheet/sheet-lines.ts';
import type { Cluster } from '../../core/records/documents/clusters.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { ageOf } from '../../core/worklist/select-clusters.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';
import { asOfDays, firstDayOf } from '../worklist/query-clusters.ts';
import { rowsOfMembers } from '../worklist/rows-of-members.ts';

/** Clusters whose rows are read together. */
const AT_ONCE = 2_000;

export interface WrittenCluster {
  readonly cluster: Cluster;
  readonly written?: SheetLine['written'];
}

/** Lines are in the order of the clusters. Throws store_damaged. */
export async function linesOfClusters(
  deps: Pick<ReadingDependencies, 'store' | 'compute'>,
  key: SessionKey,
  clusters: readonly WrittenCluster[],
): Promise<readonly SheetLine[]> {
  const asOf = (await asOfDays(deps.store, key, [key.session])).get(key.session) ?? null;
  const lines: SheetLine[] = [];
  for (const some of chunksOf(clusters, AT_ONCE)) {
    const rows = await rowsOfMembers(
      deps,
      key,
      some.flatMap(({ cluster }) => cluster.members),
    );
    const rowsOf = ({ members }: Cluster, side: Side) =>
      members.filter((member) => member.side === side).flatMap(({ recordId }) => rows.get(recordId) ?? []);
    for (const { cluster, written = NOTHING_WRITTEN } of some) {
      const [gl, bank] = SIDES.map((side) => rowsOf(cluster, side));
      lines.push({ cluster, written, ageDays: ageOf(firstDayOf(cluster), asOf), rows: { gl: gl!, bank: bank! } });
    }
  }
  return lines;
}
