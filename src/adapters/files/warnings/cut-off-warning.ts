// Warns of a file that may have been cut off: its last row has no line end, and its last cell is unlike the column's
// others, or all of it is the beginning of an entry. Most files without a last line end are complete, so both must hold.
// The row itself is read like any.

import { readsAsDay } from '../../../core/reading/cells/cell-profile.ts';
import type { RowsReport } from '../scan/rows-report.ts';

/** Least number of sample rows for a comparison of lengths. */
const LEAST_ROWS = 3;
/** Characters shown of a long last cell. */
const SHOWN = 40;

export function cutOffWarning({ unended, layout }: RowsReport, say: (sentence: string) => void): void {
  if (unended === null) return;
  const { line, cells } = unended;
  const day = layout.proposal.columns.booking_date;
  const isEntry = (row: readonly string[]) => readsAsDay(row[day] ?? '');
  const entries = layout.rowsBelow.filter(isEntry);
  // The last one of the sample may be the file's last row.
  const others = isEntry(cells) ? entries.slice(0, -1) : entries;
  if (others.length === 0) return;
  const last = cells.length - 1;
  const fewest = Math.min(...others.map((row) => row.length));
  const mark = layout.proposal.profiles[last]?.decimal ?? '.';
  // A footer or a note is no entry that was cut off.
  const what = isEntry(cells)
    ? unlike(
        cells,
        others.map((row) => row[last] ?? ''),
        { fewest, mark },
      )
    : cells.length < fewest && others.some((row) => isBeginningOf(cells[0], row[0]))
      ? 'is the beginning of another'
      : null;
  if (what === null) return;
  const end = cells[last].slice(0, SHOWN);
  say(`The last row, line ${line}, has no line end and ${what}; it ends in “${end}”. Was the file cut off?`);
}

/** The difference between the end of the last row and all others; null for none. `column`: the others' last cells. */
function unlike(
  cells: readonly string[],
  column: readonly string[],
  { fewest, mark }: { readonly fewest: number; readonly mark: string },
): string | null {
  if (cells.length < fewest) return `fewer cells than the others (${cells.length} of ${fewest})`;
  const end = cells.at(-1)!;
  const filled = column.filter((cell) => cell !== '');
  if (end === '') return filled.length === column.length ? 'an empty cell where every other row has one' : null;
  const decimals = new Set(filled.map((cell) => decimalsOf(cell, mark)));
  const [usual] = decimals;
  if (decimals.size === 1 && usual > decimalsOf(end, mark)) return `fewer decimals than the others (${usual})`;
  if (filled.length < LEAST_ROWS) return null;
  const lengths = new Set(filled.map(({ length }) => length));
  return lengths.size === 1 && end.length < filled[0].length ? 'a shorter last cell than the others' : null;
}

/** Whether a cell has the form of the first characters of another one, which begins with a digit: a day, a number. */
const isBeginningOf = (cell: string, other: string): boolean => {
  const formOf = (text: string) => text.replaceAll(/\d/g, '0').replaceAll(/\p{L}/gu, 'a');
  return cell !== '' && formOf(other).startsWith('0') && formOf(other).startsWith(formOf(cell));
};

/** Number of digits after the decimal mark; 0 for a cell without a figure. */
function decimalsOf(cell: string, mark: string): number {
  const at = cell.lastIndexOf(mark);
  return at < 0 || !/\d/.test(cell) ? 0 : (/^\d+/.exec(cell.slice(at + 1))?.[0].length ?? 0);
}
