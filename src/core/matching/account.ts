// One account of both sides, as matching works on it: what can be settled at sight is settled; of the other rows, the
// residue, numbers are gathered in canonical order and texts are read. Local row i is columns row `row[i]`.

import { NO_DAY } from '../calendar.ts';
import { canonicalOrder } from '../records/canonical-order.ts';
import type { RowColumns } from '../records/columns.ts';
import { type AtSight, settleAtSight } from './at-sight.ts';
import type { MatchParameters } from './parameters.ts';
import { type SideText, TextReader } from './row-text.ts';

export const OPEN = 0;
export const MATCHED = 1;
export const REVERSED = 2;

/** The numbers of a side's rows. */
export interface SideNumbers {
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
  /** OPEN, MATCHED or REVERSED. */
  readonly state: Uint8Array;
}

export interface AccountSide extends SideNumbers {
  readonly text: SideText;
  /** 1 for rows that were settled at sight, which are here only when they are to be explained. */
  readonly settled: Uint8Array;
  /** How many rows were not. */
  readonly residue: number;
}

export interface Account {
  readonly gl: AccountSide;
  readonly bank: AccountSide;
  readonly currencies: readonly string[];
  readonly reader: TextReader;
  readonly atSight: AtSight;
}

/** Rows that take part in matching, of one account a side, as ascending indices into the columns. */
export interface AccountRows {
  readonly gl: Uint32Array;
  readonly bank: Uint32Array;
}

export interface AccountSource {
  readonly gl: RowColumns;
  readonly bank: RowColumns;
  readonly rows: AccountRows;
  readonly parameters: MatchParameters;
  /** Whether rows settled at sight are wanted among the others, with their words: to explain them, not to match. */
  readonly withSettled?: boolean;
}

export function readAccount({ gl, bank, rows, parameters, withSettled = false }: AccountSource): Account {
  const reader = new TextReader(rows.gl.length + rows.bank.length);
  // In the order of the file, so that memory is read as it lies.
  const references = { gl: reader.readReferences(gl, rows.gl), bank: reader.readReferences(bank, rows.bank) };
  const currencies: string[] = [];
  const atSight = settleAtSight({ gl, bank, rows, references, texts: reader.texts.count, currencies, parameters });
  const sideOf = (side: 'gl' | 'bank', columns: RowColumns): AccountSide => {
    const taken = atSight.taken[side];
    const kept = withSettled ? rows[side] : rows[side].filter((_, k) => taken[k] === 0);
    const numbers = numbersOf(columns, kept, currencies);
    const settled = new Uint8Array(numbers.n);
    if (withSettled) {
      const takenRows = new Set(rows[side].filter((_, k) => taken[k] === 1));
      for (let i = 0; i < numbers.n; i++) settled[i] = takenRows.has(numbers.row[i]!) ? 1 : 0;
    }
    const text = reader.read(columns, numbers.row, settled);
    return { ...numbers, text, settled, residue: rows[side].length - atSight.count };
  };
  const sides = { gl: sideOf('gl', gl), bank: sideOf('bank', bank) };
  // Rows that are here carry their references themselves.
  return {
    ...sides,
    currencies,
    reader,
    atSight: withSettled ? { ...atSight, references: new Uint32Array(0) } : atSight,
  };
}

function numbersOf(columns: RowColumns, rows: Uint32Array, codes: string[]): SideNumbers {
  const row = canonicalOrder(columns, rows);
  const n = row.length;
  const amount = new Float64Array(n);
  const day = new Int32Array(n);
  const valueDay = new Int32Array(n);
  const statedValueDay = new Int32Array(n);
  const currency = new Uint8Array(n);
  const codeOf = currencyNumbers(columns.currencies, codes);
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
  return { n, row, amount, day, valueDay, statedValueDay, currency, state: new Uint8Array(n) };
}

/** The number of each code in `codes`, to which new ones are added. */
export function currencyNumbers(used: readonly string[], codes: string[]): number[] {
  return used.map((code) => {
    if (!codes.includes(code)) codes.push(code);
    return codes.indexOf(code);
  });
}
