// Calendar days straight from the bytes of a cell, in any form a bank writes them: 31/12/2019, 2019.12.31.,
// 31-Dec-2019, Dec 31, 2019, 20191231, with or without a time. Which of two small numbers is the day is not in the
// cell but in its column: the reader is told an order, counts what speaks for and against it, and its caller reads
// again with the other order when the column turns out to say so.

import { dayNumber, daysInMonth, NO_DAY } from '../calendar.ts';
import { monthOf } from './month-names.ts';

/** What a cell is instead of a day. All lie below any real day. */
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
/** How a cell of digits alone is read: as 20191231, 31122019, 191231, 311219, or as a spreadsheet's serial number. */
export type DayDigits = 'yyyymmdd' | 'ddmmyyyy' | 'yymmdd' | 'ddmmyy' | 'serial' | 'none';

/** Day number of a spreadsheet's serial 0 (1899-12-30). */
const SERIAL_EPOCH = -25_569;
const decoder = new TextDecoder();

export class DayReader {
  readonly order: DayOrder;
  readonly digits: DayDigits;
  /** Cells that only day-first, or only month-first, makes a date of; and cells that both do, differently. */
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
        // Banks of the 30/360 year do book on 30 February (design/contract.md, odd rows).
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

  /** Dates with a month's name, and cells that are no date: the slow way, kept for the next row of the same day. */
  private readWords(bytes: Uint8Array, from: number, to: number): number {
    if (to - from > 48 || isNoDate(bytes, from, to)) return DAY_BAD;
    const last = this.last;
    let same = last.length === to - from;
    for (let i = 0; same && i < last.length; i++) same = last[i] === bytes[from + i];
    if (same) return this.lastDay;
    const cell = bytes.slice(from, to);
    // Reading the words may read what stands behind a weekday, which is a cell of its own.
    const day = this.words(decoder.decode(cell));
    this.last = cell;
    this.lastDay = day;
    return day;
  }

  private words(cell: string): number {
    const text = cell.replace(WIDE_SPACES, ' ').trim();
    if (/^(pending|pdng|en attente|ausstehend|vorgemerkt|in behandeling|pendiente|in sospeso)$/i.test(text))
      return DAY_PENDING;
    if (/^(-+|n\/?a|nil|null|none|0{1,2}[/.-]0{1,2}[/.-]0{2,4})$/i.test(text)) return DAY_EMPTY;
    const inDigits = asciiDigits(text);
    if (inDigits !== cell && /^[\d/.: T-]+$/.test(inDigits)) return readDayText(this, inDigits);
    const plain = inDigits
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/ı/g, 'i')
      .replace(LINKING, '$1 $2');
    // “Mon 13/04/2026”: the rest is a date. “Mar 5, 2026” begins like a martes and a mardi, and its rest is none.
    const rest = plain.slice(WEEKDAY.exec(plain)?.[0].length ?? 0);
    if (rest !== plain && /^\d/.test(rest) && !/[a-z]{3}/.test(rest)) {
      const day = readDayText(this, rest);
      if (day !== DAY_BAD) return day;
    }
    const named = this.withMonthName(plain) ?? (rest === plain ? null : this.withMonthName(rest));
    if (named !== null) return named;
    const spaced = /^(\d{1,2}|\d{4}) (\d{1,2}) (\d{4}|\d{1,2})$/.exec(plain);
    if (!spaced) return DAY_BAD;
    const [a, b, y] = [Number(spaced[1]), Number(spaced[2]), Number(spaced[3])];
    if (spaced[1].length === 4) return this.day(a, b, y);
    return this.ordered(a, b, y < 100 ? fullYear(y) : y);
  }

  /** The day of a date with a month's name, null when the text is none. */
  private withMonthName(plain: string): number | null {
    const parts =
      DAY_FIRST.exec(plain) ??
      swapped(MONTH_FIRST.exec(plain) ?? CTIME.exec(plain)) ??
      yearFirst(YEAR_FIRST.exec(plain));
    const month = parts ? monthOf(parts[2]) : 0;
    if (!parts || month === 0) return null;
    const year = Number(parts[3]);
    return this.day(parts[3].length === 2 ? fullYear(year) : year, month, Number(parts[1]));
  }
}

/** What may follow a date: nothing, or a time with whatever stands behind it; Oracle puts points into it. */
const TIME = String.raw`(?:$|[ ,t].*\d{1,2}(?::\d{2}|\.\d{2}\.\d{2}).*$)`;
const DAY_FIRST = new RegExp(
  String.raw`^(?:[a-z]{2,10}\.?,? +)?(?:(\d{1,2})(?:st|nd|rd|th|er|\.)?[ ./-]*([a-z]{3,12})\.?[ ,./-]*(\d{4}|\d{2}))${TIME}`,
);
const MONTH_FIRST = new RegExp(
  String.raw`^(?:[a-z]{2,10}\.?, +)?([a-z]{3,12})\.?[ ./-]+(\d{1,2})(?:st|nd|rd|th)?,?[ ./-]+(\d{4}|\d{2})${TIME}`,
);
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[ ./-]+([a-z]{3,12})\.?[ ./-]+(\d{1,2})\.?${TIME}`);
/** “Tue Mar 05 10:11:12 WAT 2024”, as programs write an instant. */
const CTIME =
  /^[a-z]{3} +([a-z]{3}) +(\d{1,2}) +\d{1,2}:\d{2}(?::\d{2})?(?: +[a-z]{2,5}(?:[+-]\d{2}:?\d{2})?)? +(\d{4})$/;
/** Spaces that are no ASCII: the no-break ones, thin and figure spaces. */
const WIDE_SPACES = /[\u00a0\u2007\u2009\u202f]/g;

/** The same with the digits of Arabic and Persian as ASCII ones, and 2024年3月5日 as 2024-3-5. */
const asciiDigits = (text: string): string =>
  text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/^(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]/, '$1-$2-$3');

/** “15 de maio de 2026”, “15th of May 2026”. */
const LINKING = /(\d(?:st|nd|rd|th|er|o)?)\s+(?:(?:de|of|di)\s+|d')([a-z]{3,12})\.?(?:\s+(?:de|del|of)(?=\s+\d))?/;
/** Weekdays as they stand before a date, in the languages whose exports we have met. */
const WEEKDAY =
  /^(?:mon(?:day|tag)?|tues?(?:day)?|wed(?:nesday)?|thu(?:rs?)?(?:day)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|mo|di|mi|do|fr|sa|so|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lun(?:di|es|edi)?|mar(?:di|tes|tedi)?|mer(?:credi|coledi)?|jeu(?:di)?|ven(?:dredi|erdi)?|sam(?:edi)?|dim(?:anche)?|mie(?:rcoles)?|jue(?:ves)?|vie(?:rnes)?|sab(?:ado|ato)?|dom(?:ingo|enica)?|gio(?:vedi)?|(?:seg(?:unda)?|ter(?:ca)?|qua(?:rta)?|qui(?:nta)?|sex(?:ta)?)(?:-feira)?|ma|wo|vr|za|zo|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|pon|wt|sr|czw|pt|nd|po|ut|st|ct|pa|ne)\.?,? +/;

/**
 * Letters with a digit, or a stroke and another letter, right behind them: FT26001, NIP/OBI. No date with words begins
 * so, and most texts and references do, which need not become strings then.
 */
function isNoDate(bytes: Uint8Array, from: number, to: number): boolean {
  let p = from;
  while (p < to && isLetter(bytes[p])) p++;
  const letters = p - from;
  if (letters === 0 || p === to) return false;
  const c = bytes[p];
  // N/A has one letter before its stroke.
  return (c >= 0x30 && c <= 0x39) || (letters > 1 && c === 0x2f && p + 1 < to && isLetter(bytes[p + 1]));
}

const isLetter = (c: number) => (c | 0x20) >= 0x61 && (c | 0x20) <= 0x7a;

const encoder = new TextEncoder();

/** The same for a text: for samples, not for whole files. */
export function readDayText(reader: DayReader, text: string): number {
  const bytes = encoder.encode(text);
  return reader.read(bytes, 0, bytes.length);
}

type Parts = RegExpExecArray | string[] | null;
const swapped = (p: Parts): Parts => p && ['', p[2], p[1], p[3]];
const yearFirst = (p: Parts): Parts => p && ['', p[3], p[2], p[1]];

/** Two digits of a year: 70 to 99 are of the last century. */
const fullYear = (y: number) => (y >= 100 ? y : y < 70 ? 2000 + y : 1900 + y);

/** What may follow a date: a full stop, or a time of day in whatever form. */
function isTimeOrStop(bytes: Uint8Array, from: number, to: number): boolean {
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
