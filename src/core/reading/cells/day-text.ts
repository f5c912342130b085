// Calendar days straight from the bytes of a cell, in any form a bank writes them: 31/12/2019, 2019.12.31.,
// 31-Dec-2019, Dec 31, 2019, 20191231, with or without a time. The cell does not show which of two small numbers is the
// day; its column does. The reader is told an order and counts the evidence for and against it, and its caller reads
// again if the column turns out to use the other order.

import { dayNumber, daysInMonth, NO_DAY } from '../../money/calendar.ts';
import {
  asciiDigits,
  dateWithMonthName,
  fullYear,
  isNoDate,
  plainDate,
  saysNoDay,
  saysPending,
  withoutWeekday,
  withPlainSpaces,
} from './day-words.ts';

/** Results for cells that are no day. All lie below any real day. */
export const DAY_EMPTY = NO_DAY;
export const DAY_BAD = NO_DAY + 1;
/** The cell says that the entry is pending. */
export const DAY_PENDING = NO_DAY + 2;
/** No date in the order of the column, but one in the other order. */
export const DAY_OTHER_ORDER = NO_DAY + 3;
/** Written like a date that no calendar has. */
export const DAY_IMPOSSIBLE = NO_DAY + 4;
export const isDay = (code: number) => code > DAY_IMPOSSIBLE;

export type DayOrder = 'day-first' | 'month-first' | 'year-first';
/**
 * How a cell of only digits is read: as 20191231, 31122019, 191231, 311219, as a spreadsheet's serial number, or as
 * seconds or milliseconds since 1970 in UTC.
 */
export type DayDigits = 'yyyymmdd' | 'ddmmyyyy' | 'yymmdd' | 'ddmmyy' | 'serial' | 'seconds' | 'milliseconds' | 'none';

/** Day number of a spreadsheet's serial 0 (1899-12-30). */
const SERIAL_EPOCH = -25_569;
/** Digits of an instant between 2001 and 2286. */
const SECONDS = 10;
const MILLISECONDS = 13;
const decoder = new TextDecoder();

export class DayReader {
  readonly order: DayOrder;
  readonly digits: DayDigits;
  /** Cells that are a date only day-first, or only month-first; and cells that are a different date in each order. */
  dayFirstOnly = 0;
  monthFirstOnly = 0;
  eitherOrder = 0;
  /** Cells that said 30 February: read as the month's last day. */
  clamped = 0;

  private last = new Uint8Array(0);
  private lastDay = DAY_EMPTY;

  constructor({ order, digits }: { order: DayOrder; digits: DayDigits }) {
    this.order = order;
    this.digits = digits;
  }

  /** Whether cells may be read in either order, and none decides. */
  get isOrderOpen(): boolean {
    return this.order !== 'year-first' && this.eitherOrder > 0 && this.dayFirstOnly === 0 && this.monthFirstOnly === 0;
  }

  /** Day number of the cell bytes[from..to), or one of the DAY_ codes. */
  read(bytes: Uint8Array, from: number, to: number): number {
    let p = from;
    while (p < to && (bytes[p] === 0x20 || bytes[p] === 0x27)) p++;
    while (to > p && bytes[to - 1] === 0x20) to--;
    if (p === to) return DAY_EMPTY;
    const start = p;
    let a = 0;
    let c = bytes[p] ^ 0x30;
    while (c <= 9 && p < to) {
      a = a * 10 + c;
      c = bytes[++p] ^ 0x30;
    }
    const firstLength = p - start;
    if (firstLength === 0) return this.readWords(bytes, start, to);
    if (p >= to || firstLength > 4) return this.readDigits(bytes, start, to, firstLength);
    const separator = bytes[p];
    if (separator !== 0x2f && separator !== 0x2d && separator !== 0x2e) return this.readWords(bytes, start, to);
    p++;
    if (bytes[p] === 0x20) p++;
    const second = p;
    let b = 0;
    c = bytes[p] ^ 0x30;
    while (c <= 9 && p < to) {
      b = b * 10 + c;
      c = bytes[++p] ^ 0x30;
    }
    if (p === second || p - second > 2 || bytes[p] !== separator || p >= to) return this.readWords(bytes, start, to);
    p++;
    if (bytes[p] === 0x20) p++;
    const third = p;
    let y = 0;
    c = bytes[p] ^ 0x30;
    while (c <= 9 && p < to) {
      y = y * 10 + c;
      c = bytes[++p] ^ 0x30;
    }
    const thirdLength = p - third;
    if (p < to && !isTimeOrStop(bytes, p, to)) return DAY_BAD;
    if (firstLength === 4) return thirdLength <= 2 && thirdLength > 0 ? this.day(a, b, y) : DAY_BAD;
    if (firstLength > 2 || (thirdLength !== 4 && thirdLength !== 2)) return DAY_BAD;
    if (this.order === 'year-first' && thirdLength === 2) return this.day(fullYear(a), b, y);
    return this.ordered(a, b, thirdLength === 2 ? fullYear(y) : y);
  }

  private ordered(a: number, b: number, year: number): number {
    if (a === 0 && b === 0) return DAY_EMPTY;
    if (a > 12 && b <= 12) this.dayFirstOnly++;
    else if (b > 12 && a <= 12) this.monthFirstOnly++;
    else if (a !== b) this.eitherOrder++;
    if (this.order === 'month-first') {
      if (a > 12 && b <= 12) return DAY_OTHER_ORDER;
      return this.day(year, a, b);
    }
    if (b > 12 && a <= 12) return DAY_OTHER_ORDER;
    return this.day(year, b, a);
  }

  private day(year: number, month: number, day: number): number {
    if (year === 0 && month === 0) return DAY_EMPTY;
    if (month < 1 || month > 12 || day < 1 || year < 1000) return DAY_IMPOSSIBLE;
    if (day > 28) {
      const most = daysInMonth(year, month);
      if (day > most) {
        // Banks of the 30/360 year do book on 30 February.
        if (month !== 2 || day > 30) return DAY_IMPOSSIBLE;
        this.clamped++;
        return dayNumber(year, 2, most);
      }
    }
    return dayNumber(year, month, day);
  }

  private readDigits(bytes: Uint8Array, from: number, to: number, length: number): number {
    let p = from;
    const number = (digits: number) => {
      let n = 0;
      for (const end = p + digits; p < end; p++) n = n * 10 + (bytes[p] - 0x30);
      return n;
    };
    if (this.digits === 'serial') {
      if (length !== 5 || (from + 5 < to && bytes[from + 5] !== 0x2e && bytes[from + 5] !== 0x2c)) return DAY_BAD;
      return number(5) + SERIAL_EPOCH;
    }
    if (this.digits === 'seconds') {
      const isWhole = from + SECONDS === to || bytes[from + SECONDS] === 0x2e;
      return length === SECONDS && isWhole ? Math.floor(number(SECONDS) / 86_400) : DAY_BAD;
    }
    if (this.digits === 'milliseconds') {
      const isAll = length === MILLISECONDS && from + MILLISECONDS === to;
      return isAll ? Math.floor(number(MILLISECONDS) / 86_400_000) : DAY_BAD;
    }
    if (this.digits === 'yymmdd' || this.digits === 'ddmmyy') {
      if (length !== 6 || from + 6 < to) return DAY_BAD;
      const [a, month, b] = [number(2), number(2), number(2)];
      return this.digits === 'yymmdd' ? this.day(fullYear(a), month, b) : this.day(fullYear(b), month, a);
    }
    const isStamp =
      length === 14 || length === 12 || (length === 8 && (from + 8 === to || isTimeOrStop(bytes, from + 8, to)));
    if (!isStamp || this.digits === 'none') return DAY_BAD;
    if (this.digits === 'yyyymmdd') return this.day(number(4), number(2), number(2));
    const day = number(2);
    const month = number(2);
    return this.day(number(4), month, day);
  }

  /**
   * Dates with a month's name, and cells that are no date. This way is slow, so the result is kept for the next row of
   * the same day.
   */
  private readWords(bytes: Uint8Array, from: number, to: number): number {
    if (to - from > 48 || isNoDate(bytes, from, to)) return DAY_BAD;
    const last = this.last;
    let same = last.length === to - from;
    for (let i = 0; same && i < last.length; i++) same = last[i] === bytes[from + i];
    if (same) return this.lastDay;
    const cell = bytes.slice(from, to);
    // Reading words recurses for the text after a weekday, which changes these fields.
    const day = this.words(decoder.decode(cell));
    this.last = cell;
    this.lastDay = day;
    return day;
  }

  private words(cell: string): number {
    const text = withPlainSpaces(cell);
    if (saysPending(text)) return DAY_PENDING;
    if (saysNoDay(text)) return DAY_EMPTY;
    const inDigits = asciiDigits(text);
    if (inDigits !== cell && /^[\d/.: T-]+$/.test(inDigits)) return readDayText(this, inDigits);
    const plain = plainDate(inDigits);
    // “Mon 13/04/2026”: the rest is a date. “Mar 5, 2026” begins like martes and mardi, but its rest is no date.
    const rest = withoutWeekday(plain);
    if (rest !== plain && /^\d/.test(rest) && !/[a-z]{3}/.test(rest)) {
      const day = readDayText(this, rest);
      if (day !== DAY_BAD) return day;
    }
    const named = dateWithMonthName(plain) ?? (rest === plain ? null : dateWithMonthName(rest));
    if (named !== null) return this.day(named.year, named.month, named.day);
    const spaced = /^(\d{1,2}|\d{4}) (\d{1,2}) (\d{4}|\d{1,2})$/.exec(plain);
    if (!spaced) return DAY_BAD;
    const [a, b, y] = [Number(spaced[1]), Number(spaced[2]), Number(spaced[3])];
    if (spaced[1].length === 4) return this.day(a, b, y);
    return this.ordered(a, b, y < 100 ? fullYear(y) : y);
  }
}

const encoder = new TextEncoder();

/** The day of a text, as `reader` reads a cell: for samples, not for whole files. */
export function readDayText(reader: DayReader, text: string): number {
  const bytes = encoder.encode(text);
  return reader.read(bytes, 0, bytes.length);
}

/** The text that may follow a date: a full stop, or a time of day in any form. */
function isTimeOrStop(bytes: Uint8Array, from: number, to: number): boolean {
  // 03-01-2024 / 12:13
  if (bytes[from] === 0x20 && bytes[from + 1] === 0x2f && bytes[from + 2] === 0x20) from += 2;
  const first = bytes[from];
  if (first === 0x2e && from + 1 === to) return true;
  if (first !== 0x20 && first !== 0x54 && first !== 0x2c && first !== 0x2e && first !== 0x2d && first !== 0x3a)
    return false;
  let digits = 0;
  for (let p = from + 1; p < to; p++) {
    const c = bytes[p];
    if (c >= 0x30 && c <= 0x39) digits++;
    else if (!TIME_BYTES.has(c)) return false;
  }
  return digits >= 2;
}

/** space + - . : , and the letters of T, Z, AM, PM, GMT, UTC, WAT. */
const TIME_BYTES: ReadonlySet<number> = new Set([...' +-.:,TtZzAaMmPpGgUuCcWw'].map((c) => c.charCodeAt(0)));
