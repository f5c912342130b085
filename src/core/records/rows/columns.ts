// The rows of one side, or of one file, as typed arrays on shared memory: a reader fills them, threads match them, the
// store compresses them. There is no row object: a row is an index, and all threads see the same bytes. Texts are
// UTF-8.

import type { ColumnDefinition } from './kind-columns.ts';

export type Side = 'gl' | 'bank';
export const SIDES: readonly Side[] = ['gl', 'bank'];
export const otherSide = (side: Side): Side => (side === 'gl' ? 'bank' : 'gl');

/** Texts of variable length: row i is bytes[offsets[i] .. offsets[i + 1]). An empty text means none. */
export interface TextColumn {
  readonly bytes: Uint8Array;
  /** Length rows + 1. */
  readonly offsets: Uint32Array;
}

/** A column that a kind adds (named-columns.ts). */
export interface NamedColumn extends ColumnDefinition {
  readonly texts: TextColumn;
}

/** In ascending order of names, each name once. */
export type NamedColumns = readonly NamedColumn[];

/** Flags of a row. A row with any flag is not matched and makes no cluster. */
export const ROW_PENDING = 1; // announced by the bank, not booked
export const ROW_ZERO = 2; // an amount of zero: kept as information
export const ROW_OUT_OF_PERIOD = 4; // outside the run's period (set by the run, not by a reader)
export const ROW_DECLINED = 8; // refused by the switch: no money moved (set by the run)
export const ROW_MATCHED_LATE = 16; // a late group holds it (set by the run: late-matches.ts)
export const ROW_MATCHED_ELSEWHERE = 32; // a late group holds its copy in another session (set by the run, as above)

export interface RowColumns {
  readonly count: number;
  /** Signed cash effect in minor units, at most MAX_AMOUNT_MINOR; positive is money in. */
  readonly amount: Float64Array;
  /** Booking date as a day number (core/money/calendar.ts); NO_DAY only for a pending row without one. */
  readonly bookingDay: Int32Array;
  /** Value date, or NO_DAY. */
  readonly valueDay: Int32Array;
  /** Index into accounts. */
  readonly account: Uint16Array;
  /** Index into currencies. */
  readonly currency: Uint8Array;
  /** Bits of the ROW_ flags. */
  readonly flags: Uint8Array;
  /** Index into files. */
  readonly file: Uint16Array;
  /** Line number as in an editor, from 1. */
  readonly line: Uint32Array;
  /** 64-bit fingerprint of the row's content (fingerprint.ts), two words for each row: low, high. */
  readonly fingerprint: Uint32Array;
  readonly reference: TextColumn;
  readonly settlementSession: TextColumn;
  readonly narration: TextColumn;
  /** The file's own row id, as text; never a matching key. */
  readonly sourceId: TextColumn;
  /** Account labels as in the file; '' for rows without one. */
  readonly accounts: readonly string[];
  /** ISO 4217 codes. */
  readonly currencies: readonly string[];
  /** File names as given. */
  readonly files: readonly string[];
  /** Columns that the kind adds; absent if it adds none. */
  readonly named?: NamedColumns;
}

export const TEXT_COLUMNS = ['reference', 'settlementSession', 'narration', 'sourceId'] as const;
export type TextColumnName = (typeof TEXT_COLUMNS)[number];

const decoder = new TextDecoder();

/** Row i of a text column as a string; '' means none. */
export function textAt(column: TextColumn, i: number): string {
  const from = column.offsets[i];
  const to = column.offsets[i + 1];
  if (from === to) return '';
  // slice copies from shared memory, which some runtimes require for TextDecoder.
  return decoder.decode(column.bytes.slice(from, to));
}

/** Most bytes to decode together. Texts of open rows may exceed the longest string (half a gigabyte). */
const MOST_TOGETHER = 64 << 20;

/**
 * The texts of some rows, by index into `rows`. If all are ASCII, as they nearly always are, they are decoded together
 * in a fifth of the time.
 */
export function textsAt(column: TextColumn, rows: ArrayLike<number>): (k: number) => string {
  const { bytes, offsets } = column;
  let length = 0;
  for (let k = 0; k < rows.length; k++) length += offsets[rows[k] + 1] - offsets[rows[k]];
  if (length > MOST_TOGETHER) return (k) => textAt(column, rows[k]);
  const ends = new Uint32Array(rows.length + 1);
  for (let k = 0; k < rows.length; k++) ends[k + 1] = ends[k] + offsets[rows[k] + 1] - offsets[rows[k]];
  const picked = new Uint8Array(length);
  let at = 0;
  let bits = 0;
  for (let k = 0; k < rows.length; k++) {
    const to = offsets[rows[k] + 1];
    for (let p = offsets[rows[k]]; p < to; p++) {
      const byte = bytes[p];
      bits |= byte;
      picked[at++] = byte;
    }
  }
  if (bits >= 0x80) return (k) => decoder.decode(picked.subarray(ends[k], ends[k + 1]));
  const text = decoder.decode(picked);
  return (k) => text.slice(ends[k], ends[k + 1]);
}
