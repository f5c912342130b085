// The workbooks of --excel: the statement and the open items, with numbers as numbers, days as days and references as
// texts.

import { workbook } from '../../adapters/spreadsheets/workbook.ts';
import { CLASS_NAMES } from '../../core/classification/class-names.ts';
import { typeOf } from '../../core/classification/cluster-set.ts';
import { SIDES, textAt } from '../../core/records/rows/columns.ts';
import { dayOf } from '../../core/records/rows/row-day.ts';
import { statementSheet } from '../../core/report/statement-sheet.ts';
import {
  dayCell,
  ISO_DAYS,
  type LaidOutCell,
  moneyCell,
  numberCell,
  type Sheet,
  textCell,
} from '../../core/summary/layout/cell.ts';
import type { Reconciliation } from '../../workflows/runs/reconciliation.ts';
import { OPEN_ITEM_CELLS } from './write-open-items.ts';
import type { FurtherFile } from './write-outputs.ts';

export const workbooksOf = (result: Reconciliation): readonly FurtherFile[] => [
  { name: 'statement.xlsx', content: workbook(statementSheet(result)).content },
  { name: 'open-items.xlsx', content: workbook(openItemsSheet(result)).content },
];

/** The columns of open-items.csv, with the currency last. */
const openItemsSheet = (result: Reconciliation): Sheet => ({
  name: 'Open items',
  titles: [...OPEN_ITEM_CELLS.split(','), 'currency'],
  lines: linesOf(result),
  dayFormat: ISO_DAYS,
  isFiltered: true,
  widths: [7, 22, 8, 12, 12, 17, 32, 50, 20, 30, 40, 9],
});

function* linesOf({ openSession, clusters, hints }: Reconciliation): Generator<LaidOutCell[]> {
  for (const side of SIDES) {
    const columns = openSession.columns[side];
    const { count, row: rows } = openSession.open[side];
    for (let item = 0; item < count; item++) {
      const row = rows[item]!;
      const cluster = clusters.clusterOf[side][item]!;
      const type = typeOf(clusters, cluster);
      const currency = columns.currencies[columns.currency[row]!] ?? '';
      const hint = hints.get(cluster)?.map(({ sentence }) => sentence) ?? [];
      yield [
        ...[side, columns.files[columns.file[row]!] ?? ''].map(textCell),
        numberCell(columns.line[row]!),
        textCell(textAt(columns.sourceId, row)),
        dayCell(dayOf(columns, row)),
        moneyCell(columns.amount[row]!, currency),
        ...[textAt(columns.reference, row), textAt(columns.narration, row)].map(textCell),
        ...[type, CLASS_NAMES[type], hint.join(' '), currency].map(textCell),
      ];
    }
  }
}
