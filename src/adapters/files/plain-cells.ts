// The cells of the fast lane, byte by byte and where it pays four bytes at once. Small functions over one buffer,
// each answering where its cell ends: the engine keeps their few variables in registers, which is the whole trick.

import { NO_DAY } from '../../core/calendar.ts';
import type { AmountReader } from '../../core/mapping/amount-text.ts';
import { type DayReader, isDay } from '../../core/mapping/day-text.ts';

/** The scanner's buffer, as bytes and as words of four. */
export interface Span {
  readonly buffer: Uint8Array;
  readonly view: DataView;
  readonly delimiter: number;
}

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
const SPACE = 0x20;

/** Largest number of digits that a double holds exactly whatever they are. */
const MOST_DIGITS = 15;

/** Where the unquoted cell at p ends. */
export function endOfPlain({ buffer, delimiter }: Span, p: number): number {
  let c = buffer[p];
  while (c > CR ? c !== delimiter : c !== delimiter && c !== LF && c !== CR) c = buffer[++p];
  return p;
}

/** Where the closing quote, or a control byte that a plain cell has not, stands. */
export function endOfQuoted({ buffer }: Span, p: number): number {
  let c = buffer[p];
  while (c !== QUOTE && c >= SPACE) c = buffer[++p];
  return p;
}

/** Copies the unquoted cell at p behind `used`, four bytes at once while none of them can end it; where it ends. */
export function copyPlain(
  { buffer, view, delimiter }: Span,
  p: number,
  toView: DataView,
  to: Uint8Array,
  used: number,
): number {
  const wide = Math.imul(delimiter, 0x01010101);
  for (;;) {
    const word = view.getInt32(p, true);
    const x = word ^ wide;
    // A byte below 14 (any line end), or the delimiter: the classical tests for a small and for a zero byte.
    if ((((word - 0x0e0e0e0e) & ~word) | ((x - 0x01010101) & ~x)) & 0x80808080) break;
    toView.setInt32(used, word, true);
    p += 4;
    used += 4;
  }
  let c = buffer[p];
  while (c > CR ? c !== delimiter : c !== delimiter && c !== LF && c !== CR) {
    to[used++] = c;
    c = buffer[++p];
  }
  return p;
}

/** Digits that a 32-bit integer surely holds; what comes before them is kept apart. */
const CHUNK = 9;
const POWERS = Float64Array.from({ length: CHUNK + 1 }, (_, i) => 10 ** i);

/**
 * Reads digits, the decimal mark and two decimals into out[slot] as minor units; where they end, or -1 when the cell
 * is written in any other way. Thousands separators are taken in quoted cells, where they usually stand.
 */
export function plainAmount(
  { buffer }: Span,
  p: number,
  { mark, otherMark }: AmountReader,
  quoted: boolean,
  out: Float64Array,
  slot: number,
): number {
  let c = buffer[p];
  const negative = c === 0x2d;
  if (negative) c = buffer[++p];
  let value = 0;
  let digits = 0;
  let before = 0;
  let group = 0;
  let grouped = false;
  let digit = c ^ 0x30;
  const from = p;
  for (;;) {
    while (digit <= 9) {
      if (digits === CHUNK) {
        before = value;
        value = 0;
        digits = 0;
      }
      value = (Math.imul(value, 10) + digit) | 0;
      digits++;
      group++;
      c = buffer[++p];
      digit = c ^ 0x30;
    }
    if (!quoted || c !== otherMark || (grouped ? group !== 3 : group === 0 || group > 3)) break;
    grouped = true;
    group = 0;
    c = buffer[++p];
    digit = c ^ 0x30;
  }
  if (c !== mark || group === 0 || (grouped && group !== 3) || p - from > MOST_DIGITS - 2) return -1;
  const tens = buffer[p + 1] ^ 0x30;
  const ones = buffer[p + 2] ^ 0x30;
  if (tens > 9 || ones > 9) return -1;
  const minor = (before * POWERS[digits] + value) * 100 + (tens * 10 + ones);
  out[slot] = negative && minor !== 0 ? -minor : minor;
  return p + 3;
}

/** Entries of the cache of days: a power of two, some times the days of a month. */
const CACHE = 256;
/** Lengths of a cell that three words of four bytes cover, overlapping: 01/06/26 to 01-June-2026. */
const SHORTEST = 8;
const LONGEST = 12;

/**
 * The days of a column by their bytes: a month has thirty of them, mostly of one length, and reading one again is
 * three comparisons. Other cells are read in full. What a cell says of the column's order is kept beside the
 * day and counted only when its row is taken.
 */
export class DayCache {
  day = NO_DAY;
  /** Bytes of the cells that it knows. */
  length = 10;
  private readonly reader: DayReader;
  private readonly a = new Int32Array(CACHE);
  private readonly b = new Int32Array(CACHE);
  private readonly c = new Int32Array(CACHE);
  private readonly days = new Int32Array(CACHE).fill(NO_DAY);
  /** Bits: day-first only, month-first only, either, clamped. */
  private readonly voices = new Uint8Array(CACHE);
  private voice = 0;

  constructor(reader: DayReader) {
    this.reader = reader;
  }

  /** Whether the `length` bytes at p are a day known already: then it is in `day`. The caller checks that the cell ends there. */
  knows({ view }: Span, p: number): boolean {
    const a = view.getInt32(p, true);
    const b = view.getInt32(p + 4, true);
    const c = view.getInt32(p + this.length - 4, true);
    const at = slotOf(a, b, c);
    if (this.a[at] !== a || this.b[at] !== b || this.c[at] !== c) return false;
    this.day = this.days[at];
    this.voice = this.voices[at];
    return this.day !== NO_DAY;
  }

  /** Reads the day of the cell at from..to; false when it is none. An empty cell is no day, if that may be. */
  read({ buffer, view }: Span, from: number, to: number, mayBeEmpty: boolean): boolean {
    this.day = NO_DAY;
    this.voice = 0;
    if (from === to) return mayBeEmpty;
    const { reader } = this;
    const { dayFirstOnly, monthFirstOnly, eitherOrder, clamped } = reader;
    const day = reader.read(buffer, from, to);
    this.voice =
      (reader.dayFirstOnly > dayFirstOnly ? 1 : 0) |
      (reader.monthFirstOnly > monthFirstOnly ? 2 : 0) |
      (reader.eitherOrder > eitherOrder ? 4 : 0) |
      (reader.clamped > clamped ? 8 : 0);
    reader.dayFirstOnly = dayFirstOnly;
    reader.monthFirstOnly = monthFirstOnly;
    reader.eitherOrder = eitherOrder;
    reader.clamped = clamped;
    if (!isDay(day)) return false;
    this.day = day;
    const length = to - from;
    if (length >= SHORTEST && length <= LONGEST) {
      if (length !== this.length) this.days.fill(NO_DAY);
      this.length = length;
      const a = view.getInt32(from, true);
      const b = view.getInt32(from + 4, true);
      const c = view.getInt32(from + length - 4, true);
      const at = slotOf(a, b, c);
      this.a[at] = a;
      this.b[at] = b;
      this.c[at] = c;
      this.days[at] = day;
      this.voices[at] = this.voice;
    }
    return true;
  }

  /** The row was taken: what its cell says of the column's order counts. */
  count(): void {
    const { voice, reader } = this;
    if (voice === 0) return;
    if (voice === 1) reader.dayFirstOnly++;
    else if (voice === 4) reader.eitherOrder++;
    else {
      reader.dayFirstOnly += voice & 1;
      reader.monthFirstOnly += (voice >> 1) & 1;
      reader.eitherOrder += (voice >> 2) & 1;
      reader.clamped += voice >> 3;
    }
  }
}

function slotOf(a: number, b: number, c: number): number {
  const mixed = Math.imul(a ^ Math.imul(b, 0x9e3779b1) ^ Math.imul(c, 0x85ebca77), 0x9e3779b1);
  return mixed >>> 24;
}
