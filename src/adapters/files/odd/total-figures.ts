// Figures of a row of totals: sums of debits and credits, or one amount, and a number of entries. Totals below a list
// and totals with a date use the same.

import type { Sums } from '../columns/running-sums.ts';

/** A row of totals; null where it states none. */
export interface StatedTotal {
  readonly line: number;
  readonly debit: number | null;
  readonly credit: number | null;
  readonly amount: number | null;
  /** Number of entries that it states. */
  readonly count: number | null;
  /** Entries read so far, and their sums. */
  readonly entries: number;
  readonly sums: Sums;
  /** The row has a date as entries have. */
  readonly isDated: boolean;
  /** Its figures are the sums of all entries above it, or of those since a total before it. */
  readonly agrees: boolean;
}

/** Figures of a row of totals. */
export type Figures = Pick<StatedTotal, 'debit' | 'credit' | 'amount'>;
