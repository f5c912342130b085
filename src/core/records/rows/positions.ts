// The positions of a session's rows: the ingestion of each row, and its ordinal there. A side's columns are its files
// one after the other, so a row's file gives the ingestion, and its index in the file the ordinal.

import type { RowColumns, Side } from './columns.ts';

export interface Positions {
  /** Ingestion ids, those of ledger files first. */
  readonly ingestions: readonly string[];
  /** Index into ingestions, for a row of a side. */
  ingestionOf(side: Side, row: number): number;
  ordinalOf(side: Side, row: number): number;
  /** The row of a side at a position; -1 if there is none. */
  rowAt(side: Side, ingestion: number, ordinal: number): number;
}

/** `ids`: the ingestion of each file of a side, in the order of the columns' files. */
export function positionsOf(
  columns: Readonly<Record<Side, RowColumns>>,
  ids: Readonly<Record<Side, readonly string[]>>,
): Positions {
  const firstRow = { gl: firstRows(columns.gl), bank: firstRows(columns.bank) };
  const first = { gl: 0, bank: ids.gl.length };
  return {
    ingestions: [...ids.gl, ...ids.bank],
    ingestionOf: (side, row) => first[side] + columns[side].file[row],
    ordinalOf: (side, row) => row - firstRow[side][columns[side].file[row]],
    rowAt(side, ingestion, ordinal) {
      const file = ingestion - first[side];
      const row = (firstRow[side][file] ?? columns[side].count) + ordinal;
      return row < columns[side].count && columns[side].file[row] === file ? row : -1;
    },
  };
}

function firstRows({ file, files, count }: RowColumns): Uint32Array {
  const first = new Uint32Array(files.length).fill(count);
  for (let row = count - 1; row >= 0; row--) first[file[row]] = row;
  return first;
}
