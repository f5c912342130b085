// The rows of a table of any format: a cursor on one row at a time. A cell is a span of UTF-8 bytes; its text is made
// only on demand.

export interface Rows {
  /** Moves to the next row; false after the last. */
  next(): boolean;
  readonly buffer: Uint8Array;
  /** Cell i of the current row is buffer[starts[i]..ends[i]), without its quotes. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** 1 if the cell has doubled quotes or line ends, which the copier must undo. */
  readonly raw: Uint8Array;
  /** Number of cells in the current row; fewer once some were joined (odd/cut-cells.ts). */
  count: number;
  /** First line of the current row, from 1, and of the next row. */
  readonly line: number;
  readonly nextLine: number;
  /** Whether the current row ends at the end of the file, without a line end. */
  readonly isUnended: boolean;
  /** Place of the current row's sheet among those that are read; absent for a text. */
  readonly part?: number;
}
