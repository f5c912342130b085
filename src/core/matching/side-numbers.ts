// The figures of one account's rows of a side, without their texts, and the state of each row so far.

import type { RowColumns } from '../records/rows/columns.ts';
import { dayOf, valueDayOf } from '../records/rows/row-day.ts';

export const OPEN = 0;
export const MATCHED = 1;
export const REVERSED = 2;
/** Matched by tiers 4 to 6, after reversals were netted. */
export const MATCHED_AFTER_NETTING = 3;
/** A row with a flag takes no part (records/rows/columns.ts). */
export const SET_ASIDE = 4;

/** The numbers of a side's rows. */
export interface SideNumbers {
  readonly n: number;
  readonly row: Uint32Array;
  readonly amount: Float64Array;
  /** Booking day; the value day of a row without one. */
  readonly day: Int32Array;
  /** Value day; the booking day of a row without one. */
  readonly valueDay: Int32Array;
  /** The value day as the file has it, or NO_DAY; part of a row's class. */
  readonly statedValueDay: Int32Array;
  /** Index into Account.currencies. */
  readonly currency: Uint8Array;
  /** OPEN, MATCHED, REVERSED, MATCHED_AFTER_NETTING or SET_ASIDE. */
  readonly state: Uint8Array;
}

/** The figures of rows by which a fee is looked up. */
export interface ServedRows extends Pick<SideNumbers, 'amount' | 'currency'> {
  /** The service that the row is of (fees/row-services.ts). */
  readonly service: Uint8Array;
}

/** The number of each code in `codes`, to which new ones are added. */
export function currencyNumbers(used: readonly string[], codes: string[]): number[] {
  return used.map((code) => {
    if (!codes.includes(code)) codes.push(code);
    return codes.indexOf(code);
  });
}

/** `row`: rows of the columns; `codes`: for each currency of the columns its number in the account. */
export function sideNumbers(columns: RowColumns, row: Uint32Array, codes: readonly number[]): SideNumbers {
  const n = row.length;
  const amount = new Float64Array(n);
  const day = new Int32Array(n);
  const valueDay = new Int32Array(n);
  const statedValueDay = new Int32Array(n);
  const currency = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    const at = row[i];
    amount[i] = columns.amount[at];
    day[i] = dayOf(columns, at);
    valueDay[i] = valueDayOf(columns, at);
    statedValueDay[i] = columns.valueDay[at];
    currency[i] = codes[columns.currency[at]];
  }
  return { n, row, amount, day, valueDay, statedValueDay, currency, state: new Uint8Array(n) };
}
