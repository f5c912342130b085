// One row as the reference matcher sees it: plain values, one object a row. The reference is the slow, obviously right
// counterpart of src/core/matching, written only from docs/decisions/matching-definitions.md, so that the two can
// disagree. Texts are byte strings here: one character for each byte of the UTF-8, so that lengths and comparisons
// count bytes as the page does.

import type { Side } from '../../src/core/records/rows/columns.ts';

export interface RefRow {
  /** Row number within its side. */
  readonly id: number;
  readonly account: string;
  readonly currency: string;
  /** Signed minor units, positive is money in. */
  readonly amount: number;
  readonly bookingDay: number;
  readonly valueDay: number | null;
  readonly reference: string;
  readonly settlementSession: string;
  readonly narration: string;
  readonly sourceId: string;
  /** The batch of its file to which it belongs. */
  readonly batch?: string;
  /** References of the payments that it has together. */
  readonly payments?: readonly string[];
}

export type Sides<T> = Readonly<Record<Side, T>>;

/** The UTF-8 bytes of a text, one character each. */
export function byteString(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Smaller first; byte strings compare byte by byte. */
export function ascending<T extends number | bigint | string>(a: T, b: T): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

/** The first comparison that decides. */
export function firstOf(...comparisons: number[]): number {
  return comparisons.find((comparison) => comparison !== 0) ?? 0;
}

const NO_VALUE_DAY = -Infinity;

/**
 * Canonical order of the rows of a side; the reference has one file, so that the row number stands for file and line.
 */
export function canonical(a: RefRow, b: RefRow): number {
  return firstOf(
    a.bookingDay - b.bookingDay,
    Math.abs(a.amount) - Math.abs(b.amount),
    a.amount - b.amount,
    ascending(a.valueDay ?? NO_VALUE_DAY, b.valueDay ?? NO_VALUE_DAY),
    ascending(byteString(a.currency), byteString(b.currency)),
    ascending(byteString(a.reference), byteString(b.reference)),
    ascending(byteString(a.settlementSession), byteString(b.settlementSession)),
    ascending(byteString(a.narration), byteString(b.narration)),
    ascending(byteString(a.sourceId), byteString(b.sourceId)),
    ascending(byteString(a.batch ?? ''), byteString(b.batch ?? '')),
    ascending(byteString((a.payments ?? []).join('|')), byteString((b.payments ?? []).join('|'))),
    a.id - b.id,
  );
}
