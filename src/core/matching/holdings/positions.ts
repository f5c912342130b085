// The positions of both sides: the lots of one account, security and currency, put together. Figures are summed only
// when they are needed (position-figures.ts), because most positions agree digit by digit. Rows of other days, which
// are only history, were left out before.

import { CASH, holdingTexts } from '../../records/holdings/holding-fields.ts';
import { type RowColumns, type Side, textsAt } from '../../records/rows/columns.ts';
import { plainNames, SecurityKeys, type SecurityNames } from './security-keys.ts';

export interface Position {
  readonly side: Side;
  readonly columns: RowColumns;
  /** Rows of the side's columns, in canonical order once they are given it. */
  readonly rows: number[];
  readonly account: number;
  /** '' for a row that names no security. */
  readonly key: string;
  readonly isCash: boolean;
  readonly currency: string;
  /** The latest day of its lots; NO_DAY: the report names none. */
  day: number;
  /** The rows' amounts, minor units. */
  amount: number;
}

/** Positions by account, currency and key; a row without a key is one by itself. */
export interface SidePositions {
  readonly keyed: ReadonlyMap<string, ReadonlyMap<string, Position>>;
  readonly unnamed: readonly Position[];
}

/** `account`: by side and label of its columns, the number of the account. */
export function positionsOf(
  columns: Readonly<Record<Side, RowColumns>>,
  account: Readonly<Record<Side, ArrayLike<number>>>,
): Record<Side, SidePositions> {
  const named = { gl: new NamedRows(columns.gl), bank: new NamedRows(columns.bank) };
  const keys = new SecurityKeys([named.gl, named.bank]);
  const of = (side: Side) => together(side, named[side], { keys, account: account[side] });
  return { gl: of('gl'), bank: of('bank') };
}

/** The rows of a side that take part, with their names. */
class NamedRows {
  readonly columns: RowColumns;
  readonly rows: Uint32Array;
  /** The ISIN as written, in upper case and without blanks; '' where there is none. `k`: place in `rows`. */
  readonly isinAt: (k: number) => string;
  readonly isCashAt: (k: number) => boolean;
  readonly #text: ReturnType<typeof holdingTexts>;
  readonly #name: (k: number) => string;

  constructor(columns: RowColumns) {
    this.columns = columns;
    this.rows = takingPart(columns);
    this.#text = holdingTexts(columns, this.rows);
    this.#name = textsAt(columns.narration, this.rows);
    this.isinAt = (k) => this.#text('isin', k);
    this.isCashAt = (k) => this.#text('holding_class', k) === CASH;
  }

  get count(): number {
    return this.rows.length;
  }

  namesAt(k: number): SecurityNames {
    return plainNames({
      isin: this.isinAt(k),
      cusip: this.#text('cusip', k),
      sedol: this.#text('sedol', k),
      local_code: this.#text('local_code', k),
      name: this.#name(k),
    });
  }
}

function takingPart({ count, flags }: RowColumns): Uint32Array {
  const rows = new Uint32Array(count);
  let n = 0;
  for (let row = 0; row < count; row++) if (flags[row] === 0) rows[n++] = row;
  return rows.subarray(0, n);
}

/** The first name of each kind over all lots, in order. */
export function namesOfPosition({ columns, rows }: Position): SecurityNames {
  const text = holdingTexts(columns, rows);
  const name = textsAt(columns.narration, rows);
  const all = rows.map((_, k) =>
    plainNames({
      isin: text('isin', k),
      cusip: text('cusip', k),
      sedol: text('sedol', k),
      local_code: text('local_code', k),
      name: name(k),
    }),
  );
  const first = (kind: keyof SecurityNames): string =>
    all
      .map((names) => names[kind])
      .filter((one) => one !== '')
      .sort()[0] ?? '';
  return {
    isin: first('isin'),
    cusip: first('cusip'),
    sedol: first('sedol'),
    local_code: first('local_code'),
    name: first('name'),
  };
}

function together(
  side: Side,
  named: NamedRows,
  { keys, account }: { readonly keys: SecurityKeys; readonly account: ArrayLike<number> },
): SidePositions {
  const { columns, rows } = named;
  const keyed = new Map<string, Map<string, Position>>();
  const unnamed: Position[] = [];
  for (let k = 0; k < rows.length; k++) {
    const row = rows[k];
    const isCash = named.isCashAt(k);
    const key = isCash ? CASH : keys.keyAt(named, k);
    const currency = columns.currencies[columns.currency[row]];
    const at = account[columns.account[row]];
    const lot = { side, columns, rows: [row], account: at, key, isCash, currency };
    const position = { ...lot, day: columns.bookingDay[row], amount: columns.amount[row] };
    if (key === '') {
      // Two rows without a key are never put together.
      unnamed.push(position);
      continue;
    }
    const place = `${at}|${currency}`;
    let ofPlace = keyed.get(place);
    if (ofPlace === undefined) keyed.set(place, (ofPlace = new Map()));
    const known = ofPlace.get(key);
    if (known === undefined) ofPlace.set(key, position);
    else addLot(known, position);
  }
  return { keyed, unnamed };
}

/** Rows that matching put into one position. */
export function positionOfRows(side: Side, columns: RowColumns, rows: readonly number[]): Position {
  const text = holdingTexts(columns, rows);
  return {
    side,
    columns,
    rows: [...rows],
    account: 0,
    key: '',
    isCash: text('holding_class', 0) === CASH,
    currency: columns.currencies[columns.currency[rows[0]]],
    day: rows.reduce((day, row) => Math.max(day, columns.bookingDay[row]), columns.bookingDay[rows[0]]),
    amount: rows.reduce((sum, row) => sum + columns.amount[row], 0),
  };
}

function addLot(position: Position, lot: Position): void {
  position.rows.push(lot.rows[0]);
  position.day = Math.max(position.day, lot.day);
  position.amount += lot.amount;
}
