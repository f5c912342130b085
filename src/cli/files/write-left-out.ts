// rejected.csv and set-aside.csv: rows that took no part. A rejected line was not understood, or says that it was never
// booked. A row that was set aside was understood and is kept, but is not matched: announced and not booked, of zero,
// outside the period, in none of the run's events, matched in another session, or also in another file of the side.
// Together with matches.csv and open-items.csv these files have every row of every file.

import { sessionsElsewhere } from '../../core/records/late/late-matches.ts';
import {
  ROW_MATCHED_LATE,
  ROW_OUT_OF_PERIOD,
  ROW_PENDING,
  ROW_ZERO,
  type RowColumns,
  SIDES,
  type Side,
} from '../../core/records/rows/columns.ts';
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

/** The reason of the first flag that is set, as in the summary. */
function setAsideReason(flags: number): string {
  if (flags & ROW_PENDING) return 'announced, not booked';
  if (flags & ROW_ZERO) return 'amount of zero';
  return flags & ROW_OUT_OF_PERIOD ? 'outside the period' : 'refused by the switch';
}

/** Writes rows of the run with a flag, and rows of its files that were repeated. */
export function writeSetAside(
  to: CsvFile,
  of: Pick<Reconciliation, 'columns' | 'ownRows' | 'itemised' | 'late'> & { readonly files: readonly LeftOutFile[] },
): void {
  const setAside = of.itemised.flatMap(({ itemised }) => itemised).filter(({ kind }) => kind === 'set_aside');
  for (const side of SIDES) {
    const inNoEvent = new Set(
      setAside.flatMap(({ items }) => items.filter((item) => item.side === side).map(({ row }) => row)),
    );
    const columns = of.columns[side];
    const elsewhere = sessionsElsewhere(of.late, side);
    const reasonOf = (row: number): string => {
      const session = elsewhere.get(row);
      if (session !== undefined) return `matched in session ${session}`;
      if (row >= of.ownRows[side] && columns.flags[row] & ROW_OUT_OF_PERIOD)
        return 'no opening item: not of before the period';
      return inNoEvent.has(row) ? 'in none of the run’s events' : setAsideReason(columns.flags[row]);
    };
    const write = (from: RowColumns, rows: Iterable<number>, reasonAt: (row: number) => string) => {
      const cells = rowCells(from, `${side},`);
      for (const row of rows) {
        writeRowCells(to, cells, row);
        to.write(`,${quotedCell(reasonAt(row))}`);
        to.newline();
      }
    };
    write(
      columns,
      rowsWhere(columns.flags, (flags) => flags !== 0 && !(flags & ROW_MATCHED_LATE)),
      reasonOf,
    );
    for (const file of of.files.filter((one) => one.side === side)) {
      write(
        file.columns,
        rowsWhere(file.keep, (keep) => keep === 0),
        (row) => file.leftOut?.get(row) ?? 'in another file of the side too',
      );
    }
  }
}

function* rowsWhere(bytes: Uint8Array, wanted: (byte: number) => boolean): Generator<number> {
  for (let i = 0; i < bytes.length; i++) if (wanted(bytes[i])) yield i;
}
