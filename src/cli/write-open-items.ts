// open-items.csv: a line for each row that stays open, the ledger's before the bank's, with the type of the cluster
// that speaks of it.

import { type ClusterSet, typeOf } from '../core/classification/cluster-set.ts';
import type { OpenSession } from '../core/classification/open-session.ts';
import { SIDES } from '../core/records/columns.ts';
import type { CsvFile } from './csv-file.ts';
import { ROW_CELLS, rowCells, writeRowCells } from './row-cells.ts';

export const OPEN_ITEM_CELLS = `side,${ROW_CELLS},cluster_type`;

const encoder = new TextEncoder();

export function writeOpenItems(
  to: CsvFile,
  of: { readonly session: OpenSession; readonly clusters: ClusterSet },
): void {
  const { session, clusters } = of;
  for (const side of SIDES) {
    const cells = rowCells(session.columns[side]);
    const { count, row } = session.open[side];
    const first = encoder.encode(`${side},`);
    for (let item = 0; item < count; item++) {
      to.raw(first);
      writeRowCells(to, cells, row[item]!);
      to.comma();
      to.raw(encoder.encode(typeOf(clusters, clusters.clusterOf[side][item]!)));
      to.newline();
    }
  }
}
