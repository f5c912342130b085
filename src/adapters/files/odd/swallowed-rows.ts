// Rows that a stray quote took into another row's text: valid in the format, and lost silently. The text shows it: its
// first line ends a row of the header's width, and a lower line has a day and an amount in their columns.

import { readsAsDay, readsAsMoney } from '../../../core/reading/cells/cell-profile.ts';
import type { Layout } from '../layout/table-layout.ts';

const isAmount = (cell: string): boolean => /\d/.test(cell) && readsAsMoney(cell);

export class SwallowedRows {
  /** Lines that read as rows and stand within quotes, and the line on which the first of such texts begins. */
  rows = 0;
  firstLine = 0;

  private readonly layout: Layout;

  constructor(layout: Layout) {
    this.layout = layout;
  }

  /** Looks at the cells of an entry that goes over several lines. */
  look(cells: readonly string[], line: number): void {
    const { delimiter, titles } = this.layout;
    if (delimiter === null) return;
    const taken = cells.flatMap((cell, i) => {
      const [first, ...below] = cell.split(/\r?\n/);
      if (i + first.split(delimiter).length < titles.length) return [];
      // The row that the last line begins goes on in the cells behind the text.
      const behind = cells.slice(i + 1);
      return below.filter((text, n) =>
        this.isRow((n < below.length - 1 ? text : [text, ...behind].join(delimiter)).split(delimiter)),
      );
    }).length;
    if (taken === 0) return;
    if (this.rows === 0) this.firstLine = line;
    this.rows += taken;
  }

  private isRow(parts: readonly string[]): boolean {
    const { booking_date: at, amount, debit, credit } = this.layout.proposal.columns;
    const cells = parts.map((cell) => cell.replaceAll('"', '').trim());
    // A day alone begins many a line of a remark: “01/03/2026, paid by hand”.
    const hasAmount = [amount, debit, credit].some((i) => i >= 0 && isAmount(cells[i] ?? ''));
    return cells.length > Math.max(1, at) && readsAsDay(cells[at] ?? '') && hasAmount;
  }
}
