// Writes a CSV file once, in bytes, without a string for each row: cells go into one buffer that is written a megabyte
// at a time. Quoting is that of RFC 4180: a cell with a quote, comma or line break is quoted, nothing else is changed,
// so a value that a spreadsheet would run as a formula stays what the bank sent, unless the file is for spreadsheets
// (docs/configuration.md). The file has a temporary name until it is complete.

import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { formatDay } from '../../core/money/calendar.ts';
import type { TextColumn } from '../../core/records/rows/columns.ts';
import { DIGEST_ID_BYTES } from '../../core/records/rows/digest-ids.ts';
import { BYTE_ORDER_MARK, withoutFormulas } from '../../core/words/quoted-cell.ts';

const FLUSH_AT = 1 << 20;
/** Room for the cells of a line that are not texts. */
const SLACK = 4_096;
const COMMA = 0x2c;
const QUOTE = 0x22;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const APOSTROPHE = 0x27;
/** What begins a formula: = + - @, and what Excel takes off before one. */
const FORMULA: ReadonlySet<number> = new Set([0x3d, 0x2b, 0x2d, 0x40, 0x09, RETURN]);
/** Whether a spreadsheet of another country's settings ends a cell in it: there is a semicolon or a tab. */
function separates(bytes: Uint8Array, from: number, end: number): boolean {
  for (let p = from; p < end; p++) if (bytes[p] === 0x3b || bytes[p] === 0x09) return true;
  return false;
}
/** Each of these characters in all four bytes. */
const [COMMAS, QUOTES, LINE_FEEDS, RETURNS] = [COMMA, QUOTE, NEWLINE, RETURN].map((byte) => byte * 0x01010101) as [
  number,
  number,
  number,
  number,
];
/** Not zero if one of four bytes is zero. */
const zeroByte = (four: number): number => (four - 0x01010101) & ~four & 0x80808080;
const BILLION = 1_000_000_000;
const encoder = new TextEncoder();
/** Two digits of every number below `count`, as they are in the file. */
const pairs = (count: number, radix: number): Uint16Array =>
  Uint16Array.from({ length: count }, (_, n) => {
    const [first, second] = encoder.encode(n.toString(radix).padStart(2, '0'));
    return first! | (second! << 8);
  });
const HEX_PAIRS = pairs(256, 16);
const DECIMAL_PAIRS = pairs(100, 10);

/** Cells that are written repeatedly, ready for copying four bytes at once. */
export interface PreparedCells {
  /** The bytes, four in each number. */
  readonly fours: Int32Array;
  /** Number of bytes. */
  readonly length: number;
}

/** Prepares a text that is one cell, or several with their commas. */
export function prepared(text: string): PreparedCells {
  const bytes = encoder.encode(text);
  const padded = new Uint8Array((bytes.length + 3) & ~3);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  return {
    fours: Int32Array.from({ length: padded.length / 4 }, (_, i) => view.getInt32(4 * i, true)),
    length: bytes.length,
  };
}

/** A text column with a view for reading four bytes at once. */
export interface TextCells extends TextColumn {
  readonly view: DataView;
}

export function textCells({ bytes, offsets }: TextColumn): TextCells {
  return { bytes, offsets, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

export class CsvFile {
  readonly path: string;
  readonly #descriptor: number;
  #bytes = new Uint8Array(FLUSH_AT + SLACK);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;

  readonly #forExcel: boolean;

  /** `forExcel`: with a byte order mark, and an apostrophe before texts that Excel would run as formulas. */
  constructor(path: string, header: string, { forExcel = false }: { readonly forExcel?: boolean } = {}) {
    this.path = path;
    this.#forExcel = forExcel;
    this.#descriptor = openSync(`${path}.unfinished`, 'w');
    this.write(`${forExcel ? BYTE_ORDER_MARK : ''}${header}\n`);
  }

  /** A text that is a cell, or several with their commas. */
  write(cells: string): void {
    const text = this.#forExcel ? withoutFormulas(cells) : cells;
    this.#room(3 * text.length);
    this.#at += encoder.encodeInto(text, this.#bytes.subarray(this.#at)).written;
  }

  /** Prepares cells of this file whose texts come from elsewhere. */
  prepared(cells: string): PreparedCells {
    return prepared(this.#forExcel ? withoutFormulas(cells) : cells);
  }

  /** Writes prepared cells, and some bytes more, which the next cell overwrites. */
  cells({ fours, length }: PreparedCells): void {
    this.#room(length);
    const to = this.#view;
    let at = this.#at;
    for (let i = 0; i < fours.length; i++, at += 4) to.setInt32(at, fours[i], true);
    this.#at += length;
  }

  comma(): void {
    this.#bytes[this.#at++] = COMMA;
  }

  /** Ends the line and makes room for the next. */
  newline(): void {
    this.#bytes[this.#at++] = NEWLINE;
    this.#room(0);
  }

  /** Row i of a text column: four bytes at a time, and again in quotes if one of them needs those. */
  text({ bytes, offsets, view }: TextCells, i: number): void {
    const from = offsets[i];
    const end = offsets[i + 1];
    if (from === end) return;
    this.#room(end - from);
    const to = this.#view;
    let at = this.#at;
    let p = from;
    let special = 0;
    for (const wholeFours = end - 3; p < wholeFours; p += 4) {
      const four = view.getInt32(p, true);
      special |=
        zeroByte(four ^ COMMAS) | zeroByte(four ^ QUOTES) | zeroByte(four ^ LINE_FEEDS) | zeroByte(four ^ RETURNS);
      to.setInt32(at, four, true);
      at += 4;
    }
    for (; p < end; p++) {
      const byte = bytes[p];
      special |= byte === COMMA || byte === QUOTE || byte === NEWLINE || byte === RETURN ? 1 : 0;
      this.#bytes[at++] = byte;
    }
    if (this.#forExcel && (FORMULA.has(bytes[from]!) || separates(bytes, from, end))) this.#quoted(bytes, from, end);
    else if (special === 0) this.#at = at;
    else this.#quoted(bytes, from, end);
  }

  #quoted(bytes: Uint8Array, from: number, end: number): void {
    this.#room(2 * (end - from) + 3);
    const to = this.#bytes;
    let at = this.#at;
    to[at++] = QUOTE;
    if (this.#forExcel && FORMULA.has(bytes[from]!)) to[at++] = APOSTROPHE;
    for (let p = from; p < end; p++) {
      if (bytes[p] === QUOTE) to[at++] = QUOTE;
      to[at++] = bytes[p];
    }
    to[at++] = QUOTE;
    this.#at = at;
  }

  /** Writes a non-negative safe integer. */
  integer(value: number): void {
    this.#digits(value, 1);
  }

  /** Writes minor units as a decimal: -1050 with exponent 2 is -10.50. */
  money(minor: number, exponent: number): void {
    if (minor < 0) this.#bytes[this.#at++] = 0x2d;
    this.#digits(minor < 0 ? -minor : minor, exponent + 1);
    if (exponent === 0) return;
    const to = this.#bytes;
    const point = this.#at - exponent;
    for (let p = this.#at; p > point; p--) to[p] = to[p - 1];
    to[point] = 0x2e;
    this.#at++;
  }

  #digits(value: number, least: number): void {
    if (value > 0x7fffffff) {
      const high = Math.floor(value / BILLION);
      this.#digits(high, Math.max(1, least - 9));
      this.#small(value - high * BILLION, 9);
    } else this.#small(value, least);
  }

  /** Writes a value below 2^31 with at least `least` digits. */
  #small(value: number, least: number): void {
    let length = 1;
    for (let bound = 10; length < 10 && bound <= value; bound *= 10) length++;
    if (length < least) length = least;
    const to = this.#view;
    let rest = value | 0;
    let p = this.#at + length;
    for (; p - this.#at > 1; p -= 2) {
      const next = (rest / 100) | 0;
      to.setUint16(p - 2, DECIMAL_PAIRS[rest - next * 100], true);
      rest = next;
    }
    if (p > this.#at) this.#bytes[this.#at] = 0x30 + (rest % 10);
    this.#at += length;
  }

  /** Writes YYYY-MM-DD; nothing for NO_DAY. */
  day(day: number): void {
    const text = formatDay(day) ?? '';
    for (let i = 0; i < text.length; i++) this.#bytes[this.#at++] = text.charCodeAt(i);
  }

  /** Writes id i of a packed column, as hexadecimal digits. */
  digestId(ids: Uint8Array, i: number): void {
    const to = this.#view;
    let at = this.#at;
    for (let p = i * DIGEST_ID_BYTES; p < (i + 1) * DIGEST_ID_BYTES; p++, at += 2) {
      to.setUint16(at, HEX_PAIRS[ids[p]], true);
    }
    this.#at = at;
  }

  /** Makes room for `bytes` and the small cells of a line. */
  #room(bytes: number): void {
    if (this.#at + bytes + SLACK <= this.#bytes.length && this.#at < FLUSH_AT) return;
    this.#flush();
    if (bytes + SLACK <= this.#bytes.length) return;
    this.#bytes = new Uint8Array(bytes + SLACK);
    this.#view = new DataView(this.#bytes.buffer);
  }

  #flush(): void {
    for (let from = 0; from < this.#at; ) {
      from += writeSync(this.#descriptor, this.#bytes, from, this.#at - from);
    }
    this.#at = 0;
  }

  /** Writes the rest, so that only renaming can still fail. */
  finish(): void {
    this.#flush();
    closeSync(this.#descriptor);
  }

  publish(): void {
    renameSync(`${this.path}.unfinished`, this.path);
  }

  /** Removes an unfinished file. */
  abandon(): void {
    try {
      closeSync(this.#descriptor);
    } catch {
      // Already closed: the file was finished, and another one of the folder failed.
    }
    rmSync(`${this.path}.unfinished`, { force: true });
  }
}
