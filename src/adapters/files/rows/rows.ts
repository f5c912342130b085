// The rows of a file whose content is cells, in any format: a cursor that stands on one row at a time. A cell is a span of
// UTF-8 bytes; its text is made only when it is asked for.

export interface Rows {
  /** Moves to the next row; false behind the last. */
  next(): boolean;
  readonly buffer: Uint8Array;
  /** Cell i of the current row is buffer[starts[i]..ends[i]), its quotes taken off. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** 1 if the cell has doubled quotes or line ends, which copying must undo. */
  readonly raw: Uint8Array;
  /** Cells of the current row; fewer once some of them were joined (odd/cut-cells.ts). */
  count: number;
  /** Line on which the current row starts, from 1, and that of the next row. */
  readonly line: number;
  readonly nextLine: number;
  /** The current row ends where the file does, without a line end behind it. */
  readonly isUnended: boolean;
}
