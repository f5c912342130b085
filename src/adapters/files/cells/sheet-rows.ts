// The rows of sheets, one sheet after the other, as every reading goes through rows. A gap between two lines is one
// empty row: it ends what stands above it. All rows of a sheet have its width, as in a text that is saved from it.

import { MAX_COLUMNS } from '../../../core/limits.ts';
import type { Rows } from '../rows/rows.ts';
import { type CellSheet, ROW_HEAD } from './cell-sheets.ts';

export class SheetRows implements Rows {
  readonly starts = new Int32Array(MAX_COLUMNS + 1);
  readonly ends = new Int32Array(MAX_COLUMNS + 1);
  readonly raw = new Uint8Array(MAX_COLUMNS + 1);
  readonly isUnended = false;
  buffer: Uint8Array = new Uint8Array(0);
  count = 0;
  line = 0;
  /** Place of the current row's sheet among those given. */
  part = 0;
  private readonly sheets: readonly CellSheet[];
  private piece = 0;
  private at = 0;
  private lastLine = 0;

  constructor(sheets: readonly CellSheet[]) {
    this.sheets = sheets;
  }

  get nextLine(): number {
    return this.line + 1;
  }

  next(): boolean {
    for (;;) {
      const sheet = this.sheets[this.part];
      if (sheet === undefined) return false;
      const piece = sheet.pieces[this.piece];
      if (piece === undefined) {
        if (this.part + 1 === this.sheets.length) return false;
        this.part++;
        this.piece = 0;
        this.at = 0;
        this.lastLine = 0;
        continue;
      }
      if (this.at === piece.used) {
        this.piece++;
        this.at = 0;
        continue;
      }
      const { view } = piece;
      this.buffer = piece.bytes;
      const line = view.getUint32(this.at, true);
      if (line > this.lastLine + 1 && this.lastLine > 0) {
        this.line = ++this.lastLine;
        this.lastLine = line - 1;
        this.count = 0;
        return true;
      }
      this.take(view, sheet.width);
      this.line = this.lastLine = line;
      return true;
    }
  }

  private take(view: DataView, width: number): void {
    const { starts, ends } = this;
    const cells = view.getUint32(this.at + 4, true);
    let length = this.at + ROW_HEAD;
    let text = length + 4 * cells;
    for (let c = 0; c < cells; c++, length += 4) {
      starts[c] = text;
      text += view.getUint32(length, true);
      ends[c] = text;
    }
    this.at = text;
    for (let c = cells; c < width; c++) starts[c] = ends[c] = text;
    this.count = width;
  }
}
