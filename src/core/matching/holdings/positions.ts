// The positions of both sides: the lots of one account, security and currency, summed. Figures are exact
// (records/holdings/scaled.ts). What is of another day than the run's and only history was left out before.

import { CASH, holdingTexts } from '../../records/holdings/holding-fields.ts';
import { roundedQuotient, SCALE, scaledFromDecimal } from '../../records/holdings/scaled.ts';
import { type RowColumns, SIDES, type Side, textsAt } from '../../records/rows/columns.ts';
import { plainNames, SecurityKeys, type SecurityNames } from './security-keys.ts';

export interface Position {
  readonly side: Side;
  /** Rows of the side's columns, in canonical order once they are given it. */
  readonly rows: number[];
  readonly account: number;
  /** '' for what names no security. */
  readonly key: string;
  readonly isCash: boolean;
  readonly currency: string;
  /** The latest of its lots; NO_DAY: the report names none. */
  day: number;
  /** Of lots that are named differently the first of each kind in order. */
  names: SecurityNames;
  units: bigint | null;
  unsettled: bigint;
  /** Of one unit before the factor; null where no lot has a price or they differ. */
  price: bigint | null;
  /** Null where nothing says it: then it counts as 1. */
  factor: bigint | null;
  /** What the lots state, or units times price, in units of 10^-12; null where a lot has neither. */
  worth: bigint | null;
  accrued: bigint | null;
  fxRate: bigint | null;
  /** The rows' amounts, minor units. */
  amount: number;
}

/** `account`: by side and label of its columns, the number of the account. */
export function positionsOf(
  columns: Readonly<Record<Side, RowColumns>>,
  account: Readonly<Record<Side, ArrayLike<number>>>,
): Record<Side, Position[]> {
  const rows = { gl: takingPart(columns.gl), bank: takingPart(columns.bank) };
  const names = { gl: namesOf(columns.gl, rows.gl), bank: namesOf(columns.bank, rows.bank) };
  const keys = new SecurityKeys(SIDES.flatMap((side) => [...names[side].distinct]));
  const of = (side: Side) =>
    summed(side, { columns: columns[side], rows: rows[side], names: names[side].of, keys, account: account[side] });
  return { gl: of('gl'), bank: of('bank') };
}

function takingPart({ count, flags }: RowColumns): Uint32Array {
  const rows = new Uint32Array(count);
  let n = 0;
  for (let row = 0; row < count; row++) if (flags[row] === 0) rows[n++] = row;
  return rows.subarray(0, n);
}

/** Rows that matching put into one position, summed again. */
export function positionOfRows(side: Side, columns: RowColumns, rows: readonly number[]): Position {
  const text = holdingTexts(columns, rows);
  const [names] = namesOf(columns, Uint32Array.from(rows)).of;
  const lots = rows.map((row, k) => {
    const currency = columns.currencies[columns.currency[row]!]!;
    const isCash = text('holding_class', k) === CASH;
    const place = { side, account: 0, key: '', isCash, currency, day: columns.bookingDay[row]!, names: names!, row };
    return lotOf(place, columns, (field) => text(field, k));
  });
  const [position, ...more] = lots;
  for (const lot of more) addLot(position!, lot);
  return position!;
}

interface NamedRows {
  readonly of: readonly SecurityNames[];
  readonly distinct: ReadonlySet<SecurityNames>;
}

function namesOf(columns: RowColumns, rows: Uint32Array): NamedRows {
  const text = holdingTexts(columns, rows);
  const name = textsAt(columns.narration, rows);
  const known = new Map<string, SecurityNames>();
  const of = Array.from(rows, (_, k) => {
    const given = {
      isin: text('isin', k),
      cusip: text('cusip', k),
      sedol: text('sedol', k),
      local_code: text('local_code', k),
      name: name(k),
    };
    const written = `${given.isin}\0${given.cusip}\0${given.sedol}\0${given.local_code}\0${given.name}`;
    const met = known.get(written);
    if (met !== undefined) return met;
    const plain = plainNames(given);
    known.set(written, plain);
    return plain;
  });
  return { of, distinct: new Set(known.values()) };
}

interface ToSum {
  readonly columns: RowColumns;
  readonly rows: Uint32Array;
  readonly names: readonly SecurityNames[];
  readonly keys: SecurityKeys;
  readonly account: ArrayLike<number>;
}

function summed(side: Side, { columns, rows, names, keys, account }: ToSum): Position[] {
  const text = holdingTexts(columns, rows);
  const found = new Map<string, Position>();
  const keyOfNames = new Map<SecurityNames, string>();
  for (let k = 0; k < rows.length; k++) {
    const row = rows[k]!;
    const isCash = text('holding_class', k) === CASH;
    const known = keyOfNames.get(names[k]!);
    const key = isCash ? CASH : (known ?? keys.keyOf(names[k]!));
    if (!isCash && known === undefined) keyOfNames.set(names[k]!, key);
    const currency = columns.currencies[columns.currency[row]!]!;
    const day = columns.bookingDay[row]!;
    const at = account[columns.account[row]!]!;
    // What names no security is a position by itself: nothing says that two of them are one.
    const place = `${at}|${key === '' ? `row ${row}` : key}|${currency}`;
    const lot = lotOf({ side, row, account: at, key, isCash, currency, day, names: names[k]! }, columns, (field) =>
      text(field, k),
    );
    const position = found.get(place);
    if (position === undefined) found.set(place, lot);
    else addLot(position, lot);
  }
  return [...found.values()];
}

type Place = Pick<Position, 'side' | 'account' | 'key' | 'isCash' | 'currency' | 'day' | 'names'> & {
  readonly row: number;
};

function lotOf(
  { row, ...place }: Place,
  columns: RowColumns,
  text: (field: 'units' | 'price' | 'price_factor' | 'market_value' | 'accrued' | 'fx_rate' | 'unsettled') => string,
): Position {
  const figure = (written: string): bigint | null => (written === '' ? null : scaledFromDecimal(written));
  const [units, price, factor] = [figure(text('units')), figure(text('price')), figure(text('price_factor'))];
  return {
    ...place,
    rows: [row],
    units,
    unsettled: figure(text('unsettled')) ?? 0n,
    price,
    factor,
    worth: figure(text('market_value')) ?? (place.isCash ? units : product(units, price, factor)),
    accrued: figure(text('accrued')),
    fxRate: figure(text('fx_rate')),
    amount: columns.amount[row]!,
  };
}

const ONE = 10n ** BigInt(SCALE);

/** Sums, and what lots share: a price or a rate that they do not share is none of the position's. */
function addLot(position: Position, lot: Position): void {
  position.rows.push(lot.rows[0]!);
  position.day = Math.max(position.day, lot.day);
  if (position.names !== lot.names) position.names = firstNames(position.names, lot.names);
  const sum = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a + b);
  position.units = sum(position.units, lot.units);
  position.unsettled += lot.unsettled;
  if (position.price !== lot.price || position.factor !== lot.factor) position.price = null;
  if (position.fxRate !== lot.fxRate) position.fxRate = null;
  position.worth = sum(position.worth, lot.worth);
  position.accrued = position.accrued === null ? lot.accrued : position.accrued + (lot.accrued ?? 0n);
  position.amount += lot.amount;
}

/** In units of 10^-12. */
function product(units: bigint | null, price: bigint | null, factor: bigint | null): bigint | null {
  return units === null || price === null ? null : roundedQuotient(units * price * (factor ?? ONE), ONE * ONE);
}

function firstNames(a: SecurityNames, b: SecurityNames): SecurityNames {
  const first = (kind: keyof SecurityNames): string =>
    a[kind] === '' || b[kind] === '' ? a[kind] || b[kind] : a[kind] < b[kind] ? a[kind] : b[kind];
  return {
    isin: first('isin'),
    cusip: first('cusip'),
    sedol: first('sedol'),
    local_code: first('local_code'),
    name: first('name'),
  };
}
