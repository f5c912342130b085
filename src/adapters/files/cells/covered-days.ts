// A day in a cell that covers several rows is the day of each of them. Any other cell stands in its first row alone: an
// amount that covers two rows was paid once.

import { readsAsDay } from '../../../core/reading/cells/cell-profile.ts';
import { cellText } from '../rows/cell-text.ts';
import { type CellSheet, CellSheets } from './cell-sheets.ts';
import { SheetRows } from './sheet-rows.ts';

/** The sheet with these days in every row that they cover. `file`: for sentences. Throws file_too_large. */
export function withCoveredDays(sheet: CellSheet, file: string): CellSheet {
  if (sheet.covering.length === 0) return sheet;
  const starting = Map.groupBy(sheet.covering, ({ line }) => line);
  const filled = new CellSheets(file);
  const into = filled.startSheet(sheet.name);
  const days = new Map<number, { readonly day: string; readonly last: number }>();
  const rows = new SheetRows([sheet]);
  while (rows.next()) {
    const { buffer, starts, ends, count, line } = rows;
    if (count === 0) continue;
    for (let c = 0; c < count; c++) filled.cellOf(c, buffer, starts[c], ends[c]);
    for (const [column, { day, last }] of days) {
      if (line > last) days.delete(column);
      else if (column < count && starts[column] === ends[column]) filled.cell(column, day);
    }
    for (const { column, last } of starting.get(line) ?? []) {
      const day = column < count ? cellText(rows, column) : '';
      if (readsAsDay(day)) days.set(column, { day, last });
    }
    filled.endRow(line);
  }
  return { ...into, merged: sheet.merged, isInOthers: sheet.isInOthers };
}
