// Reads money straight from the bytes of a cell: an integer of minor units from its digits, never through a float.
// Whether the comma or the point is the decimal mark is decided for the whole column: the reader is told one and counts
// the evidence for and against it, and its caller reads again if the column turns out to use the other. Signs,
// parentheses, currency signs and codes, DR and CR marks may stand on either side of the digits.

import { MAX_AMOUNT_MINOR } from '../../limits.ts';
import { currencyOfSign, isSharedSign } from '../../money/currency-signs.ts';
import { type AmountUnit, MAIN_UNIT } from './amount-unit.ts';
import { DIRECTION_NONE, type Direction, directionOf, type GivenMarks, givenDirection } from './directions.ts';

/** Outcomes of reading a cell. */
export const AMOUNT_OK = 0;
export const AMOUNT_EMPTY = 1;
export const AMOUNT_BAD = 2;
/** The amount has more decimals than the currency, and not all of them are zeros. */
export const AMOUNT_TOO_FINE = 3;
/** The amount is beyond MAX_AMOUNT_MINOR. */
export const AMOUNT_TOO_LARGE = 4;
/** No amount with the column's decimal mark, but an amount with the other. */
export const AMOUNT_OTHER_MARK = 5;
export type AmountOutcome = 0 | 1 | 2 | 3 | 4 | 5;

export type DecimalMark = '.' | ',';

interface WordMeaning {
  readonly direction: Direction;
  readonly currency: string;
  readonly shared: boolean;
}

/** Enough for millions in a currency with three decimals. */
const POWERS = [1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Digits with one decimal mark; the other mark, spaces or apostrophes may group them. */
const COMMA_MARKED = /^(\d+|\d{1,3}(\.\d{2,3})*\.\d{3}|\d{1,3}(['’\s]\d{3})+)?(,\d+)?$/;
const POINT_MARKED = /^(\d+|\d{1,3}(,\d{2,3})*,\d{3}|\d{1,3}(['’\s]\d{3})+)?(\.\d+)?$/;

export class AmountReader {
  readonly decimal: DecimalMark;
  /** The amount in minor units with the sign that stands in the cell. */
  minor = 0;
  /** The DR or CR mark in the cell. */
  direction: Direction = DIRECTION_NONE;
  /** ISO code of the currency sign or code in the cell, '' for none. */
  currency = '';
  /** The sign of that currency belongs to several: $, kr, ¥. */
  sharedSign = false;
  /** Cells that need this decimal mark, and that need the other. */
  forMark = 0;
  againstMark = 0;
  /** Cells that fit both marks, with one mark before three digits: read as decimals, or as thousands. */
  asDecimals = 0;
  asThousands = 0;
  /** How many of these end in three zeros, and how many in a digit other than zero. */
  threeZeros = 0;
  threeFine = 0;

  readonly mark: number;
  readonly otherMark: number;

  /** The unit of the column's figures, as powers of ten over the currency's own. */
  private readonly unit: AmountUnit;

  /** The meaning of marks beside the digits by a mapping; it comes before their usual meaning. */
  private readonly marks: GivenMarks;
  /** The direction of amounts with a plus, if others have no sign; DIRECTION_NONE if a plus says nothing. */
  private readonly plus: Direction;

  constructor(decimal: DecimalMark, unit: AmountUnit = MAIN_UNIT, marks: GivenMarks = {}) {
    this.decimal = decimal;
    this.unit = unit;
    this.marks = marks;
    this.plus = givenDirection(marks, '+') ?? DIRECTION_NONE;
    this.mark = decimal.charCodeAt(0);
    this.otherMark = decimal === '.' ? 0x2c : 0x2e;
  }

  /** Reads the cell bytes[from..to) into minor, direction and currency; exponent is the currency's decimals. */
  read(bytes: Uint8Array, from: number, to: number, exponent: number): AmountOutcome {
    while (from < to && bytes[from] === 0x20) from++;
    while (to > from && bytes[to - 1] === 0x20) to--;
    if (from === to) return AMOUNT_EMPTY;
    this.direction = DIRECTION_NONE;
    this.currency = '';
    if (this.unit !== MAIN_UNIT) exponent = Math.max(0, exponent + this.unit);
    // The plain form of nearly every cell: digits, the mark, as many digits as the currency has.
    let p = from;
    const negative = bytes[p] === 0x2d;
    if (negative) p++;
    let value = 0;
    let c = bytes[p] ^ 0x30;
    const whole = p;
    while (c <= 9 && p < to) {
      value = value * 10 + c;
      c = bytes[++p] ^ 0x30;
    }
    if (p > whole && bytes[p] === this.mark && to - p === exponent + 1 && exponent > 0 && p < to && to - whole <= 16) {
      const end = to;
      c = bytes[++p] ^ 0x30;
      while (c <= 9 && p < end) {
        value = value * 10 + c;
        c = bytes[++p] ^ 0x30;
      }
      if (p === end) {
        if (exponent !== 3) this.forMark++;
        else this.asDecimals++;
        this.minor = negative && value !== 0 ? -value : value;
        return value <= MAX_AMOUNT_MINOR ? AMOUNT_OK : AMOUNT_TOO_LARGE;
      }
    }
    return this.readDressed(bytes, from, to, exponent);
  }

  /** Strips everything around the digits, from both ends, and reads the digits. */
  private readDressed(bytes: Uint8Array, from: number, to: number, exponent: number): AmountOutcome {
    const first = bytes[from] === 0x2d ? bytes[from + 1] : bytes[from];
    if (first === 0xd9 || first === 0xdb) {
      const ascii = this.asciiDigits(bytes.subarray(from, to));
      if (ascii !== null) return this.read(ascii, 0, ascii.length, exponent);
    }
    let negative = false;
    let open = false;
    const start = from;
    for (;;) {
      const c = bytes[from];
      if (from >= to) return this.nothing(bytes, from, to);
      if (c >= 0x30 && c <= 0x39) break;
      if ((c === this.mark || c === this.otherMark) && isDigit(bytes[from + 1])) break;
      if (c === 0x20 || c === 0x2b || c === 0x27 || c === 0x3a) {
        if (c === 0x2b) this.direction ||= this.plus;
        from++;
      } else if (c === 0x2d) {
        negative = !negative;
        from++;
      } else if (c === 0x28 && !open) {
        open = negative = true;
        from++;
      } else if (c === 0xc2 && bytes[from + 1] === 0xa0) from += 2;
      else if (isThinSpace(bytes, from)) from += 3;
      else if (isMinus(bytes, from)) {
        negative = !negative;
        from += 3;
      } else if (c === 0x23 && isDigit(bytes[from + 1]) && this.hasMark(bytes, from, to)) {
        // N, the naira sign of keyboards without ₦. A number behind it has no decimals.
        from++;
      } else if (c === 0x3d && bytes[from + 2] === 0x3d) {
        if (!this.word(bytes, from, from + 3)) return AMOUNT_BAD;
        from += 3;
      } else {
        let end = from + 1;
        while (end < to && isWordByte(bytes[end])) end++;
        if (!this.word(bytes, from, end)) return this.nothing(bytes, start, to);
        // S0001 numbers something: a letter right before digits must be a currency's sign.
        if (end === from + 1 && isDigit(bytes[end]) && isLetter(c) && this.currency === '') return AMOUNT_BAD;
        from = end;
      }
    }
    let closed = false;
    for (;;) {
      const c = bytes[to - 1];
      if (isDigit(c)) break;
      if (c === 0x20 || c === 0x2b || c === 0x27) {
        if (c === 0x2b) this.direction ||= this.plus;
        to--;
      } else if (c === 0x2d) {
        negative = true;
        to--;
      } else if (c === 0x29 && !closed) {
        const mark = startOfMark(bytes, from, to);
        if (mark > 0) {
          if (!this.word(bytes, mark + 1, to - 1)) return AMOUNT_BAD;
          to = mark;
          continue;
        }
        closed = true;
        to--;
      } else if ((c === this.mark || c === this.otherMark) && isDigit(bytes[to - 2])) {
        // "100." and the Swiss "100.--"
        to--;
        break;
      } else if (c === 0xa0 && bytes[to - 2] === 0xc2) to -= 2;
      else if (to - 3 > from && isThinSpace(bytes, to - 3)) to -= 3;
      else if (to - 3 > from && isMinus(bytes, to - 3)) {
        negative = true;
        to -= 3;
      } else {
        let start = to - 1;
        while (start > from && isWordByte(bytes[start - 1])) start--;
        if (!this.word(bytes, start, to)) return AMOUNT_BAD;
        to = start;
      }
    }
    if (open !== closed) return AMOUNT_BAD;
    return this.digits(bytes, from, to, exponent, negative);
  }

  private hasMark(bytes: Uint8Array, from: number, to: number): boolean {
    for (let p = from; p < to; p++) if (bytes[p] === this.mark || bytes[p] === this.otherMark) return true;
    return false;
  }

  /** A cell in Arabic or Persian digits, with this reader's own marks; null for any other cell. */
  private asciiDigits(cell: Uint8Array): Uint8Array | null {
    const text = decoder.decode(cell);
    if (!/^[\u0660-\u0669\u06f0-\u06f9\u066b\u066c.,\s-]+$/.test(text)) return null;
    const other = String.fromCharCode(this.otherMark);
    const ascii = text
      .replace(/[^\u066b\u066c.,\s-]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
      .replaceAll('\u066b', this.decimal)
      .replaceAll('\u066c', other);
    return encoder.encode(ascii);
  }

  /** A cell without digits: a dash means none, anything else is not an amount. */
  private nothing(bytes: Uint8Array, from: number, to: number): AmountOutcome {
    if (from >= to) return this.direction === DIRECTION_NONE ? AMOUNT_EMPTY : AMOUNT_BAD;
    const text = decoder.decode(bytes.slice(from, to)).trim().toLowerCase();
    return /^([-–—.]*|nil|n\/?a|none|null|\\n)$/.test(text) ? AMOUNT_EMPTY : AMOUNT_BAD;
  }

  /** A mark or a currency beside the digits; false when the word is neither. */
  private word(bytes: Uint8Array, from: number, to: number): boolean {
    if (to - from > 12) return false;
    const { direction, currency, shared } = this.meaning(bytes, from, to);
    if (direction !== DIRECTION_NONE && this.direction === DIRECTION_NONE) {
      this.direction = direction;
      return true;
    }
    if (currency === '') return false;
    this.currency = currency;
    this.sharedSign = shared;
    return true;
  }

  /** The meaning of short words, by their bytes: a column has one or two of them on every row. */
  private readonly meanings = new Map<number, WordMeaning>();

  private meaning(bytes: Uint8Array, from: number, to: number): WordMeaning {
    let key = 0;
    for (let p = from; p < to; p++) key = key * 256 + bytes[p];
    const known = to - from <= 6 ? this.meanings.get(key) : undefined;
    if (known) return known;
    const text = decoder.decode(bytes.slice(from, to));
    const direction = givenDirection(this.marks, text) ?? directionOf(text);
    const meaning = { direction, currency: currencyOfSign(text), shared: isSharedSign(text) };
    if (to - from <= 6 && this.meanings.size < 1000) this.meanings.set(key, meaning);
    return meaning;
  }

  /** Digits with a decimal mark and thousands separators. */
  private digits(bytes: Uint8Array, from: number, to: number, exponent: number, negative: boolean): AmountOutcome {
    let value = 0;
    let wholeDigits = 0;
    let group = 0;
    let groups = 0;
    let separator = 0;
    let p = from;
    for (; p < to; p++) {
      const c = bytes[p];
      if (isDigit(c)) {
        value = value * 10 + (c - 0x30);
        wholeDigits++;
        group++;
        continue;
      }
      if (c === this.mark) break;
      const width = separatorWidth(bytes, p);
      if (width === 0 || (c !== this.otherMark && !isSpacer(c))) return AMOUNT_BAD;
      // A first group has one to three digits; the middle ones two (lakh and crore) or three.
      const badGroup = groups === 0 ? group < 1 || group > 3 : group !== 3 && group !== 2;
      if (badGroup || (separator !== 0 && separator !== c)) return this.otherOrBad(bytes, from, to);
      separator = c;
      groups++;
      group = 0;
      p += width - 1;
    }
    if (groups > 0 && group !== 3) return this.otherOrBad(bytes, from, to);
    const decimals = to - p - 1;
    for (let q = p + 1; q < to; q++) if (!isDigit(bytes[q])) return this.otherOrBad(bytes, from, to);
    if (decimals > 0) {
      // Thousands never begin with a zero (0.500), and thousands of thousands have decimals.
      if (groups > 0 || decimals !== 3 || wholeDigits > 3 || value === 0 || this.unit > MAIN_UNIT) this.forMark++;
      else {
        this.asDecimals++;
        this.noteThree(bytes, to);
      }
    } else if (groups === 1 && separator === this.otherMark && p === to) {
      this.asThousands++;
      this.noteThree(bytes, to);
    } else if (groups > 1 && separator === this.otherMark) this.forMark++;
    for (let q = p + 1; q < to && q <= p + exponent; q++) value = value * 10 + (bytes[q] - 0x30);
    for (let q = p + 1 + exponent; q < to; q++) if (bytes[q] !== 0x30) return AMOUNT_TOO_FINE;
    if (decimals < exponent) value *= POWERS[exponent - Math.max(decimals, 0)];
    if (value > MAX_AMOUNT_MINOR || wholeDigits > 18) return AMOUNT_TOO_LARGE;
    this.minor = negative && value !== 0 ? -value : value;
    return AMOUNT_OK;
  }

  /** Counts the three digits that end there, behind a mark that may be either. */
  private noteThree(bytes: Uint8Array, to: number): void {
    if (bytes[to - 1] !== 0x30) this.threeFine++;
    else if (bytes[to - 2] === 0x30 && bytes[to - 3] === 0x30) this.threeZeros++;
  }

  /** Whether the digits would read with the other decimal mark: counted against this one. */
  private otherOrBad(bytes: Uint8Array, from: number, to: number): AmountOutcome {
    const fits = (this.otherMark === 0x2c ? COMMA_MARKED : POINT_MARKED).test(decoder.decode(bytes.slice(from, to)));
    if (!fits) return AMOUNT_BAD;
    this.againstMark++;
    return AMOUNT_OTHER_MARK;
  }
}

const isDigit = (c: number) => c >= 0x30 && c <= 0x39;
const isLetter = (c: number) => (c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a);
const isSpacer = (c: number) => c === 0x20 || c === 0x27 || c === 0xc2 || c === 0xe2;
/** Letters, signs of one byte, and every byte of a longer character. */
const isWordByte = (c: number) =>
  (c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a) || c === 0x24 || (c >= 0x80 && c !== 0xa0);
/** The place at which a mark in brackets that ends at `to` begins, as in 12,500.00(Cr); 0 if there is none. */
function startOfMark(bytes: Uint8Array, from: number, to: number): number {
  let p = to - 2;
  while (p > from && isWordByte(bytes[p])) p--;
  return p > from && p < to - 2 && bytes[p] === 0x28 ? p : 0;
}
/** U+2009 thin space, U+202F narrow no-break space, U+2007 figure space. */
const isThinSpace = (b: Uint8Array, p: number) =>
  b[p] === 0xe2 && b[p + 1] === 0x80 && (b[p + 2] === 0x89 || b[p + 2] === 0xaf || b[p + 2] === 0x87);
/** U+2212 minus, U+2013 en dash. */
const isMinus = (b: Uint8Array, p: number) =>
  b[p] === 0xe2 && ((b[p + 1] === 0x88 && b[p + 2] === 0x92) || (b[p + 1] === 0x80 && b[p + 2] === 0x93));

/** Bytes of the thousands separator at p, 0 if there is none. */
function separatorWidth(b: Uint8Array, p: number): number {
  const c = b[p];
  if (c === 0x2c || c === 0x2e || c === 0x20 || c === 0x27) return 1;
  if (c === 0xc2 && b[p + 1] === 0xa0) return 2;
  if (isThinSpace(b, p) || (c === 0xe2 && b[p + 1] === 0x80 && b[p + 2] === 0x99)) return 3;
  return 0;
}
