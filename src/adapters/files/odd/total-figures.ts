// Figures of a row of totals: sums of debits and credits, or one amount, and a number of entries.

import type { Sums } from '../columns/running-sums.ts';

/** A row of totals. A figure that it does not state is null. */
export interface StatedTotal {
  readonly line: number;
  readonly debit: number | null;
  readonly credit: number | null;
  readonly amount: number | null;
  /** The stated number of entries. */
  readonly count: number | null;
  /** The number of entries above, and their sums. */
  readonly entries: number;
  readonly sums: Sums;
  /** Whether the row has a date like an entry. */
  readonly isDated: boolean;
  /** Whether its figures are the sums of all entries above, or of those since an earlier total. */
  readonly agrees: boolean;
}

/** Figures of a row of totals. */
export type Figures = Pick<StatedTotal, 'debit' | 'credit' | 'amount'>;
