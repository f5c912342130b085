// journals.csv: the entries that the ledger needs by the proof, one a line, each with the row it comes from.

import { CLASS_NAMES } from '../../core/classification/class-names.ts';
import { formatDay, NO_DAY } from '../../core/money/calendar.ts';
import { exponentOf } from '../../core/money/money.ts';
import { textAt } from '../../core/records/rows/columns.ts';
import { journalsOf } from '../../core/summary/proof/journals.ts';
import type { Reconciliation } from '../../workflows/runs/reconciliation.ts';
import { type CsvFile, prepared, quotedCell } from './csv-file.ts';

export const JOURNAL_CELLS = 'date,debit,credit,amount,currency,text,rows';

export function writeJournals(to: CsvFile, { itemised, columns }: Pick<Reconciliation, 'itemised' | 'columns'>): void {
  for (const proof of itemised) {
    for (const { debit, credit, amount, currency, clusterType, side, row } of journalsOf(proof)) {
      const rows = columns[side];
      const booked = rows.bookingDay[row]!;
      const day = formatDay(booked === NO_DAY ? rows.valueDay[row]! : booked) ?? '';
      const why = clusterType === null ? '' : `${CLASS_NAMES[clusterType]}: `;
      const text = `${why}${textAt(rows.narration, row) || textAt(rows.reference, row)}`;
      const place = `${side} ${rows.files[rows.file[row]!]!}:${rows.line[row]!}`;
      to.cells(prepared(`${day},${quotedCell(debit)},${quotedCell(credit)},`));
      to.money(amount, exponentOf(currency));
      to.cells(prepared(`,${currency},${quotedCell(text)},${quotedCell(place)}`));
      to.newline();
    }
  }
}
