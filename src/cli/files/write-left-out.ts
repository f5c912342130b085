// rejected.csv and set-aside.csv: rows that took no part. A rejected line was not understood, or says that it was never
// booked. A row that was set aside was understood and is kept, but is not matched: announced and not booked, of zero,
// outside the period, in none of the run's events, matched in another session, or also in another file of the side.
// Together with matches.csv and open-items.csv these files have every row of every file.

import { type RowColumns, SIDES, type Side } from '../../core/records/rows/columns.ts';
import { type SetAsideRow, setAsideRows } from '../../core/report/left-out-rows.ts';
import { quotedCell } from '../../core/words/quoted-cell.ts';
import type { Reconciliation } from '../../workflows/runs/reconciliation.ts';
import type { CsvFile } from './csv-file.ts';
import { ROW_CELLS, rowCells, writeRowCells } from './row-cells.ts';

export const REJECTED_CELLS = 'side,file,line,reason';
export const SET_ASIDE_CELLS = `side,${ROW_CELLS},reason`;

/** The part of a file that this needs. */
interface LeftOutFile {
  readonly side: Side;
  readonly name: string;
  readonly columns: RowColumns;
  readonly rejected: readonly { readonly line: number; readonly reason: string }[];
  /** For each row of the file, 0 if another file of the side has it too. */
  readonly keep: Uint8Array;
  readonly leftOut?: ReadonlyMap<number, string>;
}

export function writeRejected(to: CsvFile, files: readonly LeftOutFile[]): void {
  for (const side of SIDES) {
    for (const { name, rejected } of files.filter((file) => file.side === side)) {
      for (const { line, reason } of rejected) {
        to.write(`${side},${quotedCell(name)},${line},${quotedCell(reason)}`);
        to.newline();
      }
    }
  }
}

/** Writes rows of the run with a flag, and rows of its files that were repeated. */
export function writeSetAside(
  to: CsvFile,
  of: Pick<Reconciliation, 'columns' | 'ownRows' | 'itemised' | 'late'> & { readonly files: readonly LeftOutFile[] },
): void {
  for (const side of SIDES) {
    const write = (from: RowColumns, rows: Iterable<SetAsideRow>) => {
      const cells = rowCells(to, from, `${side},`);
      for (const { row, reason } of rows) {
        writeRowCells(to, cells, row);
        to.write(`,${quotedCell(reason)}`);
        to.newline();
      }
    };
    write(of.columns[side], setAsideRows(of, side));
    for (const file of of.files.filter((one) => one.side === side)) write(file.columns, repeatedRows(file));
  }
}

function* repeatedRows({ keep, leftOut }: LeftOutFile): Generator<SetAsideRow> {
  for (let row = 0; row < keep.length; row++) {
    if (keep[row] === 0) yield { row, reason: leftOut?.get(row) ?? 'in another file of the side too' };
  }
}
