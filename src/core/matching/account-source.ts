// The input of matching for one account: both sides' columns, which of their rows belong to the account, and options.

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
   * Pairs that windows found (windows/date-windows.ts): the ledger row and the bank row at one place carry a reference
   * that no other row of the account carries.
   */
  readonly sharers?: AccountRows | undefined;
}

export interface AccountSource extends AccountColumns {
  readonly calibration: Calibration;
  /** True: rows that were settled early are read too, with their words, so that they can be explained. */
  readonly withSettled?: boolean;
}
