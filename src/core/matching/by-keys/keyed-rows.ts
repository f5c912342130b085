// The rows of a session for a matcher by identifiers: the rows that take part, in the order of time, and the texts that
// it compares. A row's number is its place in the side's columns.

import { canonicalOrder } from '../../records/rows/canonical-order.ts';
import { type RowColumns, SIDES, type Side, type TextColumn, textsAt } from '../../records/rows/columns.ts';
import { daysOfRows, type PairWindow } from '../window.ts';

export type BothColumns = Readonly<Record<Side, RowColumns>>;

/** Two rows, one a side. */
export interface PairOfRows {
  readonly gl: number;
  readonly bank: number;
}

export class KeyedRows {
  readonly columns: BothColumns;
  /** For each side the rows that take part, in order of time: day, second of the day, canonical order. */
  readonly inTime: Readonly<Record<Side, Uint32Array>>;

  /** For each side and row its place in that order. */
  readonly place: Readonly<Record<Side, Uint32Array>>;

  constructor(columns: BothColumns) {
    this.columns = columns;
    this.inTime = { gl: orderOf(columns.gl), bank: orderOf(columns.bank) };
    this.place = { gl: placesOf(this.inTime.gl, columns.gl), bank: placesOf(this.inTime.bank, columns.bank) };
  }

  currency(side: Side, row: number): string {
    const { currencies, currency } = this.columns[side];
    return currencies[currency[row]];
  }

  amount(side: Side, row: number): number {
    return this.columns[side].amount[row];
  }

  /** Signed days of a pair inside the window, else OUTSIDE (matching/window.ts). */
  days({ gl, bank }: PairOfRows, window: PairWindow): number {
    return daysOfRows(this.columns.gl, gl, this.columns.bank, bank, window);
  }
}

function orderOf(columns: RowColumns): Uint32Array {
  const taking = Uint32Array.from(
    Array.from({ length: columns.count }, (_, row) => row).filter((row) => columns.flags[row] === 0),
  );
  const order = canonicalOrder(columns, taking);
  const secondOf = secondsOf(columns);
  const place = placesOf(order, columns);
  return order.sort(
    (a, b) => columns.bookingDay[a] - columns.bookingDay[b] || secondOf(a) - secondOf(b) || place[a] - place[b],
  );
}

function placesOf(order: Uint32Array, { count }: RowColumns): Uint32Array {
  const place = new Uint32Array(count);
  order.forEach((row, k) => {
    place[row] = k;
  });
  return place;
}

/** The text of a common or named column; '' where rows have none. */
export function textReader(columns: RowColumns, name: string): (row: number) => string {
  const column = columnOf(columns, name);
  if (column === null) return () => '';
  const all = textsAt(
    column,
    Array.from({ length: columns.count }, (_, row) => row),
  );
  return all;
}

function columnOf(columns: RowColumns, name: string): TextColumn | null {
  if (name === 'reference' || name === 'narration' || name === 'settlementSession') return columns[name];
  return columns.named?.find((one) => one.name === name)?.texts ?? null;
}

/** One list for each side. */
export function readersOf(columns: BothColumns, name: string): Readonly<Record<Side, (row: number) => string>> {
  return { gl: textReader(columns.gl, name), bank: textReader(columns.bank, name) };
}

/** The second of the day, or -1 for a row without a time. */
function secondsOf(columns: RowColumns): (row: number) => number {
  const text = textReader(columns, 'second_of_day');
  return (row) => (text(row) === '' ? -1 : Number(text(row)));
}

/** The state that all steps of one matcher share: which rows are open, which were taken, and which have a marker. */
export class Taken {
  readonly #rows: Readonly<Record<Side, Uint8Array>>;

  constructor({ gl, bank }: BothColumns) {
    this.#rows = { gl: new Uint8Array(gl.count), bank: new Uint8Array(bank.count) };
    for (const side of SIDES) {
      const { flags, count } = { gl, bank }[side];
      for (let row = 0; row < count; row++) if (flags[row] !== 0) this.#rows[side][row] = 1;
    }
  }

  take(side: Side, row: number): void {
    this.#rows[side][row] = 1;
  }

  isOpen(side: Side, row: number): boolean {
    return this.#rows[side][row] === 0;
  }
}
