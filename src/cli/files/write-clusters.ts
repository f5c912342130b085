// clusters.csv: a line for each row of each exception cluster. The cluster's own cells come first: its reason, and how
// much its two rows differ if its type has such a value.

import { type ClusterSet, clusterAt, reasonOf } from '../../core/classification/cluster-set.ts';
import type { OpenSession } from '../../core/classification/open-session.ts';
import { exponentOf, formatMinor } from '../../core/money/money.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import { quotedCell } from '../../core/words/quoted-cell.ts';
import type { CsvFile } from './csv-file.ts';
import { ROW_CELLS, rowCells, writeRowCells } from './row-cells.ts';

export const CLUSTER_CELLS = `cluster_id,cluster_type,rule,reason,amount_delta,date_delta_days,side,${ROW_CELLS}`;

interface ClustersToWrite {
  readonly session: OpenSession;
  readonly clusters: ClusterSet;
  /** Packed ids (records/rows/digest-ids.ts). */
  readonly clusterIds: Uint8Array;
}

export function writeClusters(to: CsvFile, { session, clusters, clusterIds }: ClustersToWrite): void {
  const cells = { gl: rowCells(to, session.columns.gl, 'gl,'), bank: rowCells(to, session.columns.bank, 'bank,') };
  for (let c = 0; c < clusters.count; c++) {
    const { type, rule, amountDelta, dateDeltaDays, currency, glRows, bankRows } = clusterAt(session, clusters, c);
    const amount = amountDelta === null ? '' : formatMinor(amountDelta, exponentOf(currency));
    const reason = quotedCell(reasonOf(session, clusters, c));
    const own = `,${type},${rule},${reason},${amount},${dateDeltaDays ?? ''},`;
    for (const side of SIDES) {
      for (const row of side === 'gl' ? glRows : bankRows) {
        to.digestId(clusterIds, c);
        to.write(own);
        writeRowCells(to, cells[side], row);
        to.newline();
      }
    }
  }
}
