// The look of a column's values, without its title: how many of a sample's cells read as days, as money, as
// marks, as 30-digit session ids. A title proposes a field; the profile confirms or refutes it, and finds the field
// alone if titles are missing or say nothing.

import { isCurrencyCode } from '../../money/currency-signs.ts';
import { AMOUNT_OK, AmountReader, type DecimalMark } from './amount-text.ts';
import { DAY_PENDING, type DayDigits, type DayOrder, DayReader, isDay } from './day-text.ts';
import { DIRECTION_NONE, type GivenMarks, type MarkWords, profileMarks } from './directions.ts';
import { isPendingWord } from './entry-states.ts';
import { openMarksOf, withOpenMarks } from './open-marks.ts';
import { sessionId } from './session-id.ts';

export interface ColumnProfile {
  /** Cells of the sample, and those not empty. */
  readonly cells: number;
  readonly filled: number;
  /** Cells that read as a day in some order, pending ones included. */
  readonly days: number;
  readonly order: DayOrder;
  readonly digits: DayDigits;
  /** Neither order is proven by a number above 12, and they differ somewhere. */
  readonly orderAmbiguous: boolean;
  /** No number above 12 proved the order, and the order of the rows decided. */
  readonly orderByRows?: true;
  /** Dates of three two-digit numbers that may begin with the day or with the year. */
  readonly yearAmbiguous: boolean;
  /** Cells that read as money with the decimal mark chosen. */
  readonly money: number;
  readonly decimal: DecimalMark;
  /** Money cells with decimals, a currency or a mark, not mere numbers. */
  readonly moneyDressed: number;
  readonly negative: number;
  readonly nonZero: number;
  /** Whole numbers too long, or with leading zeros: identifiers. */
  readonly identifiers: number;
  /** Marks in cells of money whose meaning is open: a plus before some only, a word that is not known. */
  readonly openMarks: readonly string[];
  /** Cells that are marks of debit and credit or of money in and out; those that are a plus or minus alone. */
  readonly directions: number;
  readonly plusMinus: number;
  readonly markWords: MarkWords;
  /** Cells that are an ISO code, in capitals. */
  readonly currencies: number;
  readonly sessions: number;
  readonly pendings: number;
  readonly distinct: number;
  readonly averageLength: number;
  /** Cells with a letter; cells with a space between other characters. */
  readonly lettered: number;
  readonly spaced: number;
  /** Codes that stand beside amounts. */
  readonly currenciesInCells: ReadonlyMap<string, CurrencyInCells>;
}

/**
 * How many amounts name a currency; whether all of them do so by a sign, and by a sign that several currencies share.
 */
interface CurrencyInCells {
  readonly cells: number;
  readonly shared: boolean;
  readonly signs: boolean;
}

const encoder = new TextEncoder();

/** Cells as bytes, cell i being bytes[starts[i]..ends[i]); between two of them stands a line end. */
interface CellBytes {
  readonly bytes: Uint8Array;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function bytesOf(cells: readonly string[]): CellBytes {
  const text = cells.join('\n');
  const bytes = encoder.encode(text);
  const isAscii = bytes.length === text.length;
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const cell of cells) {
    starts.push(at);
    at += isAscii ? cell.length : encoder.encode(cell).length;
    ends.push(at++);
  }
  return { bytes, starts, ends };
}

/** Profile of a column's cells, as a sample has them. */
export function profileCells(cells: readonly string[], marks: GivenMarks = {}): ColumnProfile {
  const filled = cells.map((c) => c.trim()).filter((c) => c !== '');
  const bytes = bytesOf(filled);
  const days = profileDays(bytes, filled);
  const openMarks = openMarksOf(filled, marks);
  const money = profileMoney(bytes, filled, withOpenMarks(marks, openMarks));
  const count = (test: (cell: string) => boolean) => filled.reduce((n, c) => (test(c) ? n + 1 : n), 0);
  return {
    cells: cells.length,
    filled: filled.length,
    ...days,
    ...money,
    openMarks,
    identifiers: count((c) => /^'?(0\d{3,}|\d{12,})$/.test(c)),
    ...profileMarks(filled),
    currencies: count(isCurrencyCode),
    sessions: count((c) => /^'?\d{30}$/.test(c) || sessionId(c) !== null || /^\d[.,]\d+E\+2\d$/i.test(c)),
    pendings: count(isPendingWord),
    distinct: new Set(filled).size,
    averageLength: filled.length === 0 ? 0 : filled.reduce((n, c) => n + c.length, 0) / filled.length,
    lettered: count((c) => /\p{L}/u.test(c)),
    spaced: count((c) => /\S\s+\S/.test(c)),
  };
}

/** Whether a cell alone reads as a day, or as pending, as in the profile's `days`. */
export function readsAsDay(cell: string): boolean {
  const filled = [cell.trim()];
  return filled[0] !== '' && profileDays(bytesOf(filled), filled).days > 0;
}

/** Whether a cell alone reads as money, as in the profile's `money`. */
export function readsAsMoney(cell: string): boolean {
  const filled = [cell.trim()];
  return filled[0] !== '' && profileMoney(bytesOf(filled), filled, {}).money > 0;
}

/** Whether cells may be those of an entry: one reads as a day, and another as money. */
export const readsAsEntry = (cells: readonly string[]): boolean =>
  cells.some(readsAsDay) && cells.some((cell) => !readsAsDay(cell) && readsAsMoney(cell));

/** Three numbers of two digits, and dates that begin with a number that is no day. */
const SHORT_DATE = /^\d{2}([/-])\d{2}\1\d{2}(?!\d)/;
const LATE_YEAR = /^(3[2-9]|[4-9]\d)[./-]\d{1,2}[./-]\d{1,2}\b(?!\d)/;

function profileDays({ bytes, starts, ends }: CellBytes, cells: readonly string[]) {
  const digits = digitsForm(cells);
  const run = (order: DayOrder) => {
    const reader = new DayReader({ order, digits });
    let read = 0;
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = 0; i < starts.length; i++) {
      const day = reader.read(bytes, starts[i], ends[i]);
      if (isDay(day) || day === DAY_PENDING) read++;
      if (!isDay(day)) continue;
      first = Math.min(first, day);
      last = Math.max(last, day);
    }
    return { reader, read, order, span: last - first };
  };
  const dayFirst = run('day-first');
  const { dayFirstOnly, monthFirstOnly, eitherOrder } = dayFirst.reader;
  const monthFirst = monthFirstOnly > dayFirstOnly ? run('month-first') : null;
  const other = monthFirst ?? dayFirst;
  const isShort = cells.some((c) => SHORT_DATE.test(c));
  const yearFirst = isShort || cells.some((c) => LATE_YEAR.test(c)) ? run('year-first') : null;
  // 26-04-13 and 26-04-14 are two days, or the same day of two years: entries of one file lie close together.
  const isCloser = isShort && yearFirst !== null && yearFirst.read >= other.read && yearFirst.span * 4 < other.span;
  const best = yearFirst && (yearFirst.read > dayFirst.read || isCloser) ? yearFirst : other;
  const yearAmbiguous =
    best === other &&
    yearFirst?.read === other.read &&
    other.span * 4 >= yearFirst.span &&
    cells.some((c) => c[2] === '-' && SHORT_DATE.test(c));
  return {
    days: best.read,
    order: best.order,
    digits,
    yearAmbiguous,
    orderAmbiguous: best.order !== 'year-first' && dayFirstOnly === monthFirstOnly && eitherOrder > 0,
  };
}

function digitsForm(cells: readonly string[]): DayDigits {
  const share = (pattern: RegExp) => cells.filter((c) => pattern.test(c)).length / Math.max(cells.length, 1);
  if (share(/^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(\d{4}|\d{6}|[ T].*)?$/) > 0.5) return 'yyyymmdd';
  if (share(/^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d$/) > 0.5) return 'ddmmyyyy';
  return share(/^[2-5]\d{4}([.,]\d+)?$/) > 0.9 ? 'serial' : 'none';
}

function profileMoney({ bytes, starts, ends }: CellBytes, cells: readonly string[], marks: GivenMarks) {
  const run = (decimal: DecimalMark) => {
    const reader = new AmountReader(decimal, undefined, marks);
    const currencies = new Map<string, CurrencyInCells>();
    let money = 0;
    let negative = 0;
    let nonZero = 0;
    let dressed = 0;
    for (let i = 0; i < starts.length; i++) {
      const before = reader.forMark;
      if (reader.read(bytes, starts[i], ends[i], 2) !== AMOUNT_OK) {
        // More than two decimals are money of a currency that has them, or no money; the reader decides.
        if (reader.read(bytes, starts[i], ends[i], 4) !== AMOUNT_OK) continue;
      }
      money++;
      if (reader.currency !== '') {
        const met = currencies.get(reader.currency) ?? { cells: 0, shared: true, signs: true };
        currencies.set(reader.currency, {
          cells: met.cells + 1,
          shared: met.shared && reader.sharedSign,
          signs: met.signs && !cells[i].toUpperCase().includes(reader.currency),
        });
      }
      if (reader.minor < 0) negative++;
      if (reader.minor !== 0) nonZero++;
      if (reader.forMark > before || reader.currency !== '' || reader.direction !== DIRECTION_NONE) dressed++;
    }
    return { reader, decimal, money, negative, nonZero, moneyDressed: dressed, currencies };
  };
  const point = run('.');
  // Cells without either mark read the same with both.
  const comma = cells.some((c) => c.includes('.') || c.includes(',')) ? run(',') : point;
  // 1.234 alone is a thousand. The mark that leaves the fewest cells unread or too fine wins; if equal, the point does.
  const best =
    comma.money > point.money || (comma.money === point.money && voices(comma) > voices(point)) ? comma : point;
  const { money, decimal, negative, nonZero, moneyDressed, currencies } = best;
  return { money, decimal, negative, nonZero, moneyDressed, currenciesInCells: currencies };
}

/**
 * A three-digit group after a single mark is weak evidence for thousands; two decimals are stronger evidence. Few
 * currencies have three decimals, and only the full reading knows the file's currency.
 */
const voices = ({ reader, decimal }: { reader: AmountReader; decimal: DecimalMark }) =>
  reader.forMark * 10 -
  reader.againstMark * 10 +
  (decimal === '.' ? 0.5 : 0) -
  (reader.forMark === 0 ? reader.asDecimals : 0);

/** Text that is not a written-out day. */
export const isText = (p: ColumnProfile) => p.filled > 0 && p.days - p.pendings < p.filled * 0.5;
