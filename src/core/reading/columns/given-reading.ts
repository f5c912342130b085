// A mapping's facts beside its columns: the sign of amounts, the meaning of marks, the order of day and month, the
// decimal mark, account and currency of rows that name none, where the header is, and which lines are entries. A person
// gave them, so nothing is asked about them any more.

import { MAX_COLUMNS } from '../../limits.ts';
import { isObject } from '../../records/documents/json.ts';
import type { Side } from '../../records/rows/columns.ts';
import type { DecimalMark } from '../cells/amount-text.ts';
import type { DayOrder } from '../cells/day-text.ts';
import { at, type Invalid, requireShortKeys } from './invalid-mapping.ts';

const ACCOUNT_TYPES = ['asset', 'liability'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export interface GivenReading {
  readonly sign?: 'as_is' | 'in' | 'out' | 'debit_positive';
  /** The meaning of each mark of a direction column. */
  readonly marks?: Readonly<Record<string, 'in' | 'out'>>;
  /** The kind of the ledger's account: credits of an asset are money out, those of a liability money in. */
  readonly accountType?: AccountType;
  readonly dateOrder?: DayOrder;
  readonly decimal?: DecimalMark;
  readonly account?: string;
  readonly currency?: string;
  /** The unit of the figures: of the currency, or its smallest, whatever titles say. */
  readonly unit?: 'main' | 'minor';
  /** null: the file has no titles. */
  readonly headerLine?: number | null;
  readonly skipLines?: readonly number[];
  /** Lines that are entries, and lines that are not. */
  readonly entered?: readonly number[];
  readonly leftOut?: readonly number[];
  /** Columns without a field, by title or number from 1 (kept-columns.ts). */
  readonly others?: readonly (string | number)[];
  /** Columns of fees that the account is charged beside the amount. */
  readonly fees?: readonly (string | number)[];
}

export const GIVEN_KEYS = [
  'sign',
  'marks',
  'account_type',
  'date_order',
  'decimal',
  'account',
  'currency',
  'unit',
  'header_line',
  'skip_lines',
  'entries',
  'others',
  'fees',
] as const;

/** Orders of day and month by their names in a mapping. */
export const ORDERS: Readonly<Record<string, DayOrder>> = { dmy: 'day-first', mdy: 'month-first', ymd: 'year-first' };
const SIGNS = ['as_is', 'in', 'out', 'debit_positive'] as const;

const isLine = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** Most marks of one column, most lines in a mapping, and the longest account, which is a key of the store. */
const [MAX_MARKS, MAX_LINES, MAX_ACCOUNT] = [256, 4_096, 256];

/** Parses those keys of a mapping; throws what `invalid` makes of a sentence. */
export function parseGiven(json: Readonly<Record<string, unknown>>, invalid: Invalid): GivenReading {
  const given: { -readonly [K in keyof GivenReading]: GivenReading[K] } = {};
  const has = (key: (typeof GIVEN_KEYS)[number]) => json[key] !== undefined;
  const wrong = (key: string, what: string) => at(invalid, key)(`"${key}" is not ${what}.`);
  if (has('sign')) {
    const sign = SIGNS.find((one) => one === json['sign']);
    if (sign === undefined) throw wrong('sign', `one of ${SIGNS.join(', ')}`);
    given.sign = sign;
  }
  if (has('marks')) {
    const marks = json['marks'];
    if (!isObject(marks) || !Object.values(marks).every((way) => way === 'in' || way === 'out'))
      throw wrong('marks', 'an object from each mark to "in" or "out"');
    requireShortKeys(marks, at(invalid, 'marks'));
    if (Object.keys(marks).length > MAX_MARKS) throw wrong('marks', `an object of at most ${MAX_MARKS} marks`);
    given.marks = marks as Record<string, 'in' | 'out'>;
  }
  if (has('account_type')) {
    const type = ACCOUNT_TYPES.find((one) => one === json['account_type']);
    if (type === undefined) throw wrong('account_type', `one of ${ACCOUNT_TYPES.join(', ')}`);
    given.accountType = type;
  }
  if (has('date_order')) {
    const order = ORDERS[String(json['date_order'])];
    if (order === undefined) throw wrong('date_order', 'one of dmy, mdy, ymd');
    given.dateOrder = order;
  }
  if (has('decimal')) {
    const decimal = json['decimal'];
    if (decimal !== '.' && decimal !== ',') throw wrong('decimal', '"." or ","');
    given.decimal = decimal;
  }
  for (const key of ['account', 'currency'] as const) {
    const value = json[key];
    if (value === undefined) continue;
    if (typeof value !== 'string' || value.trim() === '') throw wrong(key, 'a text');
    if (key === 'currency' && !/^[A-Z]{3}$/.test(value)) throw wrong(key, 'a code of three capitals');
    if (value.length > MAX_ACCOUNT) throw wrong(key, `a text of at most ${MAX_ACCOUNT} characters`);
    given[key] = value;
  }
  if (has('unit')) {
    const unit = json['unit'];
    if (unit !== 'main' && unit !== 'minor') throw wrong('unit', 'one of main, minor');
    given.unit = unit;
  }
  if (has('header_line')) {
    const line = json['header_line'];
    if (line !== null && !isLine(line)) throw wrong('header_line', 'a line number, or null for a file without titles');
    given.headerLine = line;
  }
  if (has('skip_lines')) {
    const lines = json['skip_lines'];
    if (!Array.isArray(lines) || !lines.every(isLine)) throw wrong('skip_lines', 'a list of line numbers');
    if (lines.length > MAX_LINES) throw wrong('skip_lines', `a list of at most ${MAX_LINES} lines`);
    given.skipLines = lines;
  }
  for (const key of ['others', 'fees'] as const) {
    const columns = json[key];
    if (columns === undefined) continue;
    const isColumn = (one: unknown): boolean => isLine(one) || (typeof one === 'string' && one.trim() !== '');
    if (!Array.isArray(columns) || !columns.every(isColumn))
      throw wrong(key, 'a list of titles, or numbers of columns from 1');
    if (columns.length > MAX_COLUMNS) throw wrong(key, `a list of at most ${MAX_COLUMNS} columns`);
    given[key] = columns;
  }
  if (has('entries')) {
    const rows = json['entries'];
    const lines = isObject(rows) ? Object.entries(rows).map(([line, is]) => [Number(line), is] as const) : null;
    if (lines === null || !lines.every(([line, is]) => isLine(line) && typeof is === 'boolean'))
      throw wrong('entries', 'an object from line numbers to true or false');
    if (lines.length > MAX_LINES) throw wrong('entries', `an object of at most ${MAX_LINES} lines`);
    given.entered = lines.flatMap(([line, is]) => (is === true ? [line] : []));
    given.leftOut = lines.flatMap(([line, is]) => (is === false ? [line] : []));
  }
  return given;
}

/**
 * The side in whose sense a file's debits and credits count. The ledger of a liability counts as a bank does, whose
 * customers' money is its liability: a credit is money in.
 */
export const senseOf = ({ accountType }: GivenReading, side: Side): Side =>
  side === 'gl' && accountType === 'liability' ? 'bank' : side;

/** The direction of a positive amount without a mark on that side: 1 money in, -1 money out; null if not given. */
export function givenSign({ sign }: GivenReading, side: Side): 1 | -1 | null {
  if (sign === undefined) return null;
  if (sign === 'debit_positive') return side === 'bank' ? -1 : 1;
  return sign === 'out' ? -1 : 1;
}
