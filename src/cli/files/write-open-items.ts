// open-items.csv: a line for each open row, the ledger's first, with the type of its cluster, that type in plain words,
// and hints at what the row may be.

import { CLASS_NAMES } from '../../core/classification/class-names.ts';
import type { ClusterSet } from '../../core/classification/cluster-set.ts';
import type { SessionHints } from '../../core/classification/hints/hint.ts';
import type { OpenSession } from '../../core/classification/open-session.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import { quotedCell } from '../../core/words/quoted-cell.ts';
import { type CsvFile, prepared } from './csv-file.ts';
import { ROW_CELLS, rowCells, writeRowCells } from './row-cells.ts';

export const OPEN_ITEM_CELLS = `side,${ROW_CELLS},cluster_type,class_name,looks_like`;

interface OpenItemsToWrite {
  readonly session: OpenSession;
  readonly clusters: ClusterSet;
  readonly hints: SessionHints;
}

export function writeOpenItems(to: CsvFile, { session, clusters, hints }: OpenItemsToWrite): void {
  const types = clusters.grounds.map(({ rule: { type } }) => prepared(`,${type},${quotedCell(CLASS_NAMES[type])},`));
  for (const side of SIDES) {
    const cells = rowCells(to, session.columns[side], `${side},`);
    const { count, row } = session.open[side];
    for (let item = 0; item < count; item++) {
      const cluster = clusters.clusterOf[side][item];
      writeRowCells(to, cells, row[item]);
      to.cells(types[clusters.ground[cluster]]);
      const hint = hints.get(cluster);
      if (hint !== undefined) to.write(quotedCell(hint.map(({ sentence }) => sentence).join(' ')));
      to.newline();
    }
  }
}
