// Rows that a stray quote made part of another row's text: valid in the format, and lost silently. They are recognised
// in the text: its first line completes a row of the header's width, and a lower line has a day and an amount in their
// columns.

import { readsAsDay, readsAsMoney } from '../../../core/reading/cells/cell-profile.ts';
import type { Layout } from '../layout/table-layout.ts';

const isAmount = (cell: string): boolean => /\d/.test(cell) && readsAsMoney(cell);

export class SwallowedRows {
  /** Number of lines inside quotes that read as rows, and the first line of the first such text. */
  rows = 0;
  firstLine = 0;

  private readonly layout: Layout;

  constructor(layout: Layout) {
    this.layout = layout;
  }

  /** Examines the cells of an entry that spans several lines. */
  look(cells: readonly string[], line: number): void {
    const { delimiter, titles } = this.layout;
    if (delimiter === null) return;
    const swallowed = cells.flatMap((cell, i) => {
      const [first, ...below] = cell.split(/\r?\n/);
      if (i + first.split(delimiter).length < titles.length) return [];
      // The row on the last line continues in the cells after the text.
      const behind = cells.slice(i + 1);
      return below.filter((text, n) =>
        this.isRow((n < below.length - 1 ? text : [text, ...behind].join(delimiter)).split(delimiter)),
      );
    }).length;
    if (swallowed === 0) return;
    if (this.rows === 0) this.firstLine = line;
    this.rows += swallowed;
  }

  private isRow(parts: readonly string[]): boolean {
    const { booking_date: at, amount, debit, credit } = this.layout.proposal.columns;
    const cells = parts.map((cell) => cell.replaceAll('"', '').trim());
    // A day alone may begin a line of a remark: “01/03/2026, paid by hand”.
    const hasAmount = [amount, debit, credit].some((i) => i >= 0 && isAmount(cells[i] ?? ''));
    return cells.length > Math.max(1, at) && readsAsDay(cells[at] ?? '') && hasAmount;
  }
}
