// What matching of one account is given: both sides' columns, which of their rows belong to the account, and how.

import type { RowColumns } from '../records/rows/columns.ts';
import type { Calibration } from './calibration.ts';
import type { MatchParameters } from './parameters.ts';

/** Rows that take part in matching, of one account a side, as ascending indices into the columns. */
export interface AccountRows {
  readonly gl: Uint32Array;
  readonly bank: Uint32Array;
}

export interface AccountColumns {
  readonly gl: RowColumns;
  readonly bank: RowColumns;
  readonly rows: AccountRows;
  readonly parameters: MatchParameters;
  /**
   * Ledger rows and bank rows, one with the other at the same place, of which it is known that no other row of the
   * account carries their reference: what windows found (windows/date-windows.ts).
   */
  readonly sharers?: AccountRows | undefined;
}

export interface AccountSource extends AccountColumns {
  readonly calibration: Calibration;
  /** Whether rows settled early are wanted among the others, with their words: to explain them, not to match. */
  readonly withSettled?: boolean;
}
