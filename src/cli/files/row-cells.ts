// The cells of a row in every output file: file, line, source_id, date, amount, reference and narration. The date is
// the booking date, or the value date if there is none.

import { exponentOf } from '../../core/money/money.ts';
import type { RowColumns } from '../../core/records/rows/columns.ts';
import { dayOf } from '../../core/records/rows/row-day.ts';
import { quotedCell } from '../../core/words/quoted-cell.ts';
import { type CsvFile, type PreparedCells, type TextCells, textCells } from './csv-file.ts';

export const ROW_CELLS = 'file,line,source_id,date,amount,reference,narration';

export interface RowCells {
  readonly columns: RowColumns;
  /** The cells before the row's own, with its file, by file number. */
  readonly starts: readonly PreparedCells[];
  /** Decimals by currency number. */
  readonly exponents: readonly number[];
  readonly sourceId: TextCells;
  readonly reference: TextCells;
  readonly narration: TextCells;
  /** Keeps the reads of fetchRows from being left out. */
  fetched: number;
}

/** `before`: cells in front of the row's own, with their commas. */
export function rowCells(to: CsvFile, columns: RowColumns, before: string): RowCells {
  return {
    columns,
    starts: columns.files.map((file) => to.prepared(`${before}${quotedCell(file)},`)),
    exponents: columns.currencies.map(exponentOf),
    sourceId: textCells(columns.sourceId),
    reference: textCells(columns.reference),
    narration: textCells(columns.narration),
    fetched: 0,
  };
}

/**
 * Reads a little of each row that is written next: rows that lie far apart are then fetched from memory together, and
 * writing does not wait for one after the other.
 */
export function fetchRows(cells: RowCells, rows: Uint32Array): void {
  const { line, amount, bookingDay } = cells.columns;
  let sum = 0;
  for (let k = 0; k < rows.length; k++) sum += line[rows[k]] + amount[rows[k]] + bookingDay[rows[k]];
  for (const { bytes, offsets } of [cells.sourceId, cells.reference, cells.narration]) {
    const last = bytes.length - 1;
    for (let k = 0; k < rows.length && last >= 0; k++) {
      sum += bytes[Math.min(offsets[rows[k]], last)] + bytes[Math.min(offsets[rows[k] + 1], last)];
    }
  }
  cells.fetched += sum;
}

/** Writes the cells of ROW_CELLS, without a comma after the last. */
export function writeRowCells(to: CsvFile, cells: RowCells, row: number): void {
  const { columns, starts, exponents } = cells;
  to.cells(starts[columns.file[row]]);
  to.integer(columns.line[row]);
  to.comma();
  to.text(cells.sourceId, row);
  to.comma();
  to.day(dayOf(columns, row));
  to.comma();
  to.money(columns.amount[row], exponents[columns.currency[row]]);
  to.comma();
  to.text(cells.reference, row);
  to.comma();
  to.text(cells.narration, row);
}
