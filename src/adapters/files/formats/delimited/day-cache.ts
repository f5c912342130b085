// The days of a column in the fast path. A month has about thirty, so nearly every cell was read before.

import { NO_DAY } from '../../../../core/money/calendar.ts';
import { type DayReader, isDay } from '../../../../core/reading/cells/day-text.ts';
import type { Span } from './plain-cells.ts';

/** Entries of the cache: a power of two, several times the days of a month. */
const CACHE = 256;
/** Lengths that three overlapping numbers of four bytes cover: 01/06/26 to 01-June-2026. */
const SHORTEST = 8;
const LONGEST = 12;

/**
 * Days by the bytes of their cells: recognising a known one takes three comparisons. Other cells are read in full. A
 * cell's evidence for the order of day and month is kept beside the day, and counted only when its row is taken.
 */
export class DayCache {
  day = NO_DAY;
  /** Length in bytes of all cached cells. */
  length = 10;
  private readonly reader: DayReader;
  // Three numbers of four bytes for each cached cell, and its day.
  private readonly a = new Int32Array(CACHE);
  private readonly b = new Int32Array(CACHE);
  private readonly c = new Int32Array(CACHE);
  private readonly days = new Int32Array(CACHE).fill(NO_DAY);
  /** Evidence of each cached cell for the order, as bits: day-first only, month-first only, either, clamped. */
  private readonly voices = new Uint8Array(CACHE);
  private voice = 0;
  /** Taken rows by those bits, not yet given to the reader. */
  private readonly heard = new Int32Array(16);

  constructor(reader: DayReader) {
    this.reader = reader;
  }

  /**
   * Whether the `length` bytes at p are a known day, which is then in `day`. The caller checks that the cell ends
   * there.
   */
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

  /** Reads the day of the cell at from..to; false if it is none. `mayBeEmpty`: an empty cell is read as no day. */
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

  /** Counts the cell's evidence for the order. Call it when the row is taken. */
  count(): void {
    this.heard[this.voice]++;
  }

  /** Gives the counts to the reader. */
  settle(): void {
    const { reader, heard } = this;
    for (let voice = 1; voice < heard.length; voice++) {
      const times = heard[voice];
      if (times === 0) continue;
      if ((voice & 1) !== 0) reader.dayFirstOnly += times;
      if ((voice & 2) !== 0) reader.monthFirstOnly += times;
      if ((voice & 4) !== 0) reader.eitherOrder += times;
      if ((voice & 8) !== 0) reader.clamped += times;
    }
    heard.fill(0);
  }
}

function slotOf(a: number, b: number, c: number): number {
  const mixed = Math.imul(a ^ Math.imul(b, 0x9e3779b1) ^ Math.imul(c, 0x85ebca77), 0x9e3779b1);
  return mixed >>> 24;
}
