// The figures of one account's rows of a side, without their texts, and the state of each row so far.

import type { RowServices } from '../fees/row-services.ts';
import type { RowColumns } from '../records/rows/columns.ts';
import { dayOf, valueDayOf } from '../records/rows/row-day.ts';

export const OPEN = 0;
export const MATCHED = 1;
export const REVERSED = 2;
/** Matched by tiers 4 to 6, after reversals were netted. */
export const MATCHED_LATE = 3;

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
  /** The service that the row is of (fees/row-services.ts). */
  readonly service: Uint8Array;
  /** OPEN, MATCHED, REVERSED or MATCHED_LATE. */
  readonly state: Uint8Array;
}

interface SideNumbering {
  /** For each currency of the columns its number in the account. */
  readonly codes: readonly number[];
  readonly services: RowServices;
}

/** `row`: rows of the columns. */
export function numbersOf(columns: RowColumns, row: Uint32Array, { codes, services }: SideNumbering): SideNumbers {
  const n = row.length;
  const amount = new Float64Array(n);
  const day = new Int32Array(n);
  const valueDay = new Int32Array(n);
  const statedValueDay = new Int32Array(n);
  const currency = new Uint8Array(n);
  const service = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    const at = row[i];
    amount[i] = columns.amount[at];
    day[i] = dayOf(columns, at);
    valueDay[i] = valueDayOf(columns, at);
    statedValueDay[i] = columns.valueDay[at];
    currency[i] = codes[columns.currency[at]];
    service[i] = services.of(columns, at);
  }
  return { n, row, amount, day, valueDay, statedValueDay, currency, service, state: new Uint8Array(n) };
}
