// A file that may have been cut off: its last row has no line end, and its last cell is unlike the column's others.
// Most files without a last line end are whole, so both must hold; the row itself is read like any.

import { readsAsDay } from '../../../core/reading/cells/cell-profile.ts';
import type { RowsReport } from '../scan/rows-report.ts';

/** Rows of the sample that must agree before the last one can be unlike them. */
const LEAST_ROWS = 3;
/** Characters of a long last cell that are shown. */
const SHOWN = 40;

export function cutOffWarning({ unended, layout }: RowsReport, say: (sentence: string) => void): void {
  if (unended === null) return;
  const { line, cells } = unended;
  const day = layout.proposal.columns.booking_date;
  const isEntry = (row: readonly string[]) => readsAsDay(row[day] ?? '');
  const others = layout.rowsBefore.filter(isEntry);
  // A footer or a note is no entry cut off.
  if (others.length < LEAST_ROWS || !isEntry(cells)) return;
  const last = cells.length - 1;
  const what = unlike(
    cells,
    others.map((row) => row[last] ?? ''),
    { fewest: Math.min(...others.map((row) => row.length)), mark: layout.proposal.profiles[last]?.decimal ?? '.' },
  );
  if (what === null) return;
  const end = cells[last].slice(0, SHOWN);
  say(`The last row, line ${line}, has no line end and ${what}; it ends in “${end}”. Was the file cut off?`);
}

/** What the end of the last row has that no other row has; null when it is like them. `column`: that of its last cell. */
function unlike(
  cells: readonly string[],
  column: readonly string[],
  { fewest, mark }: { readonly fewest: number; readonly mark: string },
): string | null {
  if (cells.length < fewest) return `fewer cells than the others (${cells.length} of ${fewest})`;
  const end = cells.at(-1)!;
  const filled = column.filter((cell) => cell !== '');
  if (end === '') return filled.length === column.length ? 'an empty cell where every other row has one' : null;
  if (filled.length < LEAST_ROWS) return null;
  const decimals = new Set(filled.map((cell) => decimalsOf(cell, mark)));
  const [usual] = decimals;
  if (decimals.size === 1 && usual! > decimalsOf(end, mark)) return `fewer decimals than the others (${usual})`;
  const lengths = new Set(filled.map(({ length }) => length));
  return lengths.size === 1 && end.length < filled[0].length ? 'a shorter last cell than the others' : null;
}

/** Digits right behind the last decimal mark, of a cell that is nothing but a figure and its signs. */
function decimalsOf(cell: string, mark: string): number {
  const at = cell.lastIndexOf(mark);
  return at < 0 || !/\d/.test(cell) ? 0 : (/^\d+/.exec(cell.slice(at + 1))?.[0].length ?? 0);
}
