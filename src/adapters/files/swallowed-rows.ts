// Rows that a stray quote took into the text of another: legal in the format, and lost without a word. The text tells:
// its first line ends a row of the header's width, and a line below has a day where rows have theirs.

import { readsAsDay } from '../../core/mapping/cell-profile.ts';
import type { Layout } from './detect-layout.ts';

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
    const taken = cells.flatMap((cell, i) => {
      const [first, ...below] = cell.split(/\r?\n/);
      return i + first.split(delimiter).length >= titles.length ? below.filter((text) => this.isRow(text)) : [];
    }).length;
    if (taken === 0) return;
    if (this.rows === 0) this.firstLine = line;
    this.rows += taken;
  }

  private isRow(text: string): boolean {
    const { delimiter, proposal } = this.layout;
    const at = proposal.columns.booking_date;
    const cells = text.split(delimiter);
    return cells.length > Math.max(1, at) && readsAsDay((cells[at] ?? '').replaceAll('"', '').trim());
  }
}
