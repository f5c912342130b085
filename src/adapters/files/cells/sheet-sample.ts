// A sample of sheets: the first rows of each, and rows from its middle and its end. Each sheet is one way to read the
// file. A title that covers several columns stands above each of them that has a title of its own below.

import type { Cut } from '../layout/best-cut.ts';
import { HEADER_ROWS, type SampleRow } from '../layout/find-header.ts';
import { SAMPLE_ROWS } from '../layout/table-layout.ts';
import { cellsOf } from '../rows/cell-text.ts';
import type { CellSheet, Piece } from './cell-sheets.ts';
import { SheetRows } from './sheet-rows.ts';

const FIRST_ROWS = SAMPLE_ROWS + HEADER_ROWS;
/** Most rows from the middle, and from the end. */
const LATER_ROWS = 100;

export function cutOfSheet(sheet: CellSheet, place: number): Cut {
  const rows = withMergedTitles(firstRows(sheet, sheet.pieces, FIRST_ROWS), sheet);
  const further =
    sheet.rows <= FIRST_ROWS
      ? []
      : [Math.floor(sheet.pieces.length / 2), sheet.pieces.length - 1].flatMap((piece) =>
          firstRows(sheet, sheet.pieces.slice(piece, piece + 1), LATER_ROWS),
        );
  return { delimiter: null, sheet: place, rows, further, failure: null };
}

function firstRows(sheet: CellSheet, pieces: Piece[], most: number): SampleRow[] {
  const rows = new SheetRows([{ ...sheet, pieces }]);
  const out: SampleRow[] = [];
  while (out.length < most && rows.next()) out.push({ cells: cellsOf(rows), line: rows.line });
  return out;
}

function withMergedTitles(rows: readonly SampleRow[], { merged }: CellSheet): SampleRow[] {
  if (merged.length === 0) return [...rows];
  const below = new Map(rows.map((row, i) => [row.line, rows[i + 1]?.cells ?? []] as const));
  const ofLine = Map.groupBy(merged, ({ line }) => line);
  return rows.map((row) => {
    const own = ofLine.get(row.line);
    if (own === undefined) return row;
    const cells = [...row.cells];
    for (const { from, to } of own) {
      const under = below.get(row.line)!.slice(from, to);
      const isGroup = under.filter((cell) => /\p{L}/u.test(cell) && !/\d/.test(cell)).length > 1;
      if (isGroup) cells.fill(cells[from] ?? '', from, Math.min(to, cells.length));
    }
    return { ...row, cells };
  });
}
