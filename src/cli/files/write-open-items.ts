// open-items.csv: a line for each row that stays open, the ledger's before the bank's, with the type of the cluster
// that speaks of it.

import type { ClusterSet } from '../../core/classification/cluster-set.ts';
import type { OpenSession } from '../../core/classification/open-session.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import { type CsvFile, prepared } from './csv-file.ts';
import { ROW_CELLS, rowCells, writeRowCells } from './row-cells.ts';

export const OPEN_ITEM_CELLS = `side,${ROW_CELLS},cluster_type`;

export function writeOpenItems(
  to: CsvFile,
  of: { readonly session: OpenSession; readonly clusters: ClusterSet },
): void {
  const { session, clusters } = of;
  const types = clusters.grounds.map(({ rule }) => prepared(`,${rule.type}`));
  for (const side of SIDES) {
    const cells = rowCells(session.columns[side], `${side},`);
    const { count, row } = session.open[side];
    for (let item = 0; item < count; item++) {
      writeRowCells(to, cells, row[item]!);
      to.cells(types[clusters.ground[clusters.clusterOf[side][item]!]!]!);
      to.newline();
    }
  }
}
