// One account of both sides, as matching works on it: rows in canonical order with their numbers gathered into local
// arrays, texts read, currencies numbered alike on both sides. Local row i is columns row `row[i]`.

import { NO_DAY } from '../calendar.ts';
import { canonicalOrder } from '../records/canonical-order.ts';
import type { RowColumns } from '../records/columns.ts';
import { type SideText, TextReader } from './row-text.ts';

export const OPEN = 0;
export const MATCHED = 1;
export const REVERSED = 2;

export interface AccountSide {
  readonly n: number;
  readonly row: Uint32Array;
  readonly amount: Float64Array;
  /** Booking day; the value day of a row without one. */
  readonly day: Int32Array;
  /** Value day; the booking day of a row without one. */
  readonly valueDay: Int32Array;
  /** As the file has it, NO_DAY included: part of a row's class. */
  readonly statedValueDay: Int32Array;
  /** Index into Account.currencies. */
  readonly currency: Uint8Array;
  readonly text: SideText;
  /** OPEN, MATCHED or REVERSED. */
  readonly state: Uint8Array;
}

export interface Account {
  readonly gl: AccountSide;
  readonly bank: AccountSide;
  readonly currencies: readonly string[];
  readonly reader: TextReader;
}

function sideOf(columns: RowColumns, rows: Uint32Array, reader: TextReader, codes: string[]): AccountSide {
  const row = canonicalOrder(columns, rows);
  const n = row.length;
  const amount = new Float64Array(n);
  const day = new Int32Array(n);
  const valueDay = new Int32Array(n);
  const statedValueDay = new Int32Array(n);
  const currency = new Uint8Array(n);
  const codeOf = columns.currencies.map((code) => {
    if (!codes.includes(code)) codes.push(code);
    return codes.indexOf(code);
  });
  for (let i = 0; i < n; i++) {
    const at = row[i]!;
    const booked = columns.bookingDay[at]!;
    const valued = columns.valueDay[at]!;
    amount[i] = columns.amount[at]!;
    day[i] = booked === NO_DAY ? valued : booked;
    valueDay[i] = valued === NO_DAY ? booked : valued;
    statedValueDay[i] = valued;
    currency[i] = codeOf[columns.currency[at]!]!;
  }
  return {
    n,
    row,
    amount,
    day,
    valueDay,
    statedValueDay,
    currency,
    text: reader.read(columns, row),
    state: new Uint8Array(n),
  };
}

/** Rows that take part in matching, of one account a side, as indices into the columns. */
export interface AccountRows {
  readonly gl: Uint32Array;
  readonly bank: Uint32Array;
}

export function readAccount(gl: RowColumns, bank: RowColumns, rows: AccountRows): Account {
  const reader = new TextReader(rows.gl.length + rows.bank.length);
  const currencies: string[] = [];
  return {
    gl: sideOf(gl, rows.gl, reader, currencies),
    bank: sideOf(bank, rows.bank, reader, currencies),
    currencies,
    reader,
  };
}
