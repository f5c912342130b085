// Cuts delimited text into rows and cells without making an object for either. A cell is a span of the buffer, without
// its quotes; doubled quotes inside are undone by the copier. Lines are numbered as in an editor: \r\n, \n and \r alone
// each end a line, and a quoted cell may span several.

import { TieoutError } from '../../../../core/errors.ts';
import { MAX_COLUMNS, MAX_FIELD_BYTES } from '../../../../core/limits.ts';
import type { ByteSupply } from '../../bytes/byte-source.ts';
import type { Rows } from '../../rows/rows.ts';

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
const SPACE = 0x20;
const EQUALS = 0x3d;
const BACKSLASH = 0x5c;

export class DelimitedRows implements Rows {
  readonly starts = new Int32Array(MAX_COLUMNS + 1);
  readonly ends = new Int32Array(MAX_COLUMNS + 1);
  /** 1 if the cell has doubled quotes or line ends, which the copier must undo. */
  readonly raw = new Uint8Array(MAX_COLUMNS + 1);
  buffer: Uint8Array;
  /** Cells of the current row. */
  count = 0;
  /** Line on which the current row starts, from 1. */
  line = 0;
  /** Whether the current row ends at the end of the bytes, without a line end. */
  isUnended = false;

  /** Quotes inside quoted cells so far: those neither doubled nor at the cell's end, and those after a backslash. */
  oddQuotes = 0;
  escapedQuotes = 0;

  readonly delimiter: number;
  private readonly file: string;
  private readonly supply: ByteSupply;
  /** Start of the next row, end of the bytes, and line of that row; PlainRows sets them too. */
  position: number;
  end: number;
  nextLine: number;

  constructor(options: { supply: ByteSupply; end: number; delimiter: number; file: string }) {
    this.supply = options.supply;
    this.buffer = options.supply.buffer;
    this.delimiter = options.delimiter;
    this.file = options.file;
    this.position = 0;
    this.end = options.end;
    this.nextLine = 1;
    this.buffer[this.end] = LF;
  }

  /** Cuts the next row; false after the last. A blank line is a row of one empty cell. */
  next(): boolean {
    const { starts, ends, raw, delimiter } = this;
    for (;;) {
      const buf = this.buffer;
      const end = this.end;
      const rowStart = this.position;
      if (rowStart >= end) {
        if (this.supply.atEnd) return false;
        this.refill();
        continue;
      }
      // The line feed at `end` stops every inner loop; most bytes are above both the delimiter and CR.
      const highest = delimiter > CR ? delimiter : CR;
      let p = rowStart;
      let n = 0;
      let lines = 1;
      let c = 0;
      for (;;) {
        c = buf[p];
        let from = p;
        raw[n] = 0;
        if (c === QUOTE || ((c === SPACE || c === EQUALS) && this.quoteFollows(p))) {
          while (buf[from] !== QUOTE) from++;
          p = this.quoted(from, n);
          if (p < 0) break;
          lines += this.linesInside;
          c = buf[p];
        } else {
          while (c > highest || (c !== delimiter && c !== LF && c !== CR)) c = buf[++p];
          starts[n] = from;
          ends[n] = p;
        }
        n++;
        if (c !== delimiter || p >= end) break;
        p++;
        if (n >= MAX_COLUMNS) this.tooManyColumns();
      }
      const cutOff = p < 0 || p >= end || (c === CR && p + 1 >= end);
      if (cutOff && !this.supply.atEnd) {
        this.refill();
        continue;
      }
      if (p < 0) throw this.neverEnds(rowStart);
      if (p - rowStart > MAX_FIELD_BYTES) this.checkLengths(n);
      this.count = n;
      this.isUnended = p >= end;
      this.line = this.nextLine;
      this.nextLine += lines;
      this.position = c === CR && buf[p + 1] === LF && p + 1 < end ? p + 2 : p + 1;
      return true;
    }
  }

  private linesInside = 0;
  private quoteStart = 0;

  /** Whether a quote follows spaces, or the equals sign by which a spreadsheet keeps a text: ="0012". */
  private quoteFollows(p: number): boolean {
    const buf = this.buffer;
    while (buf[p] === SPACE) p++;
    if (buf[p] === EQUALS) p++;
    return buf[p] === QUOTE;
  }

  /**
   * Reads the quoted cell at `from`; answers where its delimiter or line end stands, -1 if the bytes end first. A quote
   * inside that is neither doubled nor before a delimiter is kept, as long as the cell stays on its line. A quote that
   * only opens is an ordinary character.
   */
  private quoted(from: number, n: number): number {
    const { starts, ends, raw, delimiter, end } = this;
    const buf = this.buffer;
    let p = from + 1;
    let lines = 0;
    let odd = false;
    starts[n] = p;
    for (;;) {
      let c = buf[p];
      while (c !== QUOTE && c !== LF && c !== CR) c = buf[++p];
      if (p >= end) {
        this.quoteStart = from;
        if (odd) return this.unquoted(from, n);
        return -1;
      }
      if (c !== QUOTE) {
        if (odd) return this.unquoted(from, n);
        if (c === LF || buf[p + 1] !== LF) lines++;
        raw[n] = 1;
        p++;
        continue;
      }
      if (buf[p - 1] === BACKSLASH) this.escapedQuotes++;
      if (buf[p + 1] === QUOTE && p + 1 < end) {
        raw[n] = 1;
        p += 2;
        continue;
      }
      let after = p + 1;
      while (buf[after] === SPACE && after < end) after++;
      c = buf[after];
      if (c === delimiter || c === LF || c === CR) {
        ends[n] = p;
        if (buf[starts[n]] === EQUALS) this.unwrap(n);
        this.linesInside = lines;
        return after;
      }
      this.oddQuotes++;
      if (lines > 0) return this.unquoted(from, n);
      odd = true;
      p++;
    }
  }

  /** Takes the formula by which a spreadsheet keeps a text off a cell that was quoted as a whole, its quotes doubled. */
  private unwrap(n: number): void {
    const buf = this.buffer;
    const [from, to] = [this.starts[n], this.ends[n]];
    const isDoubled = (p: number) => buf[p] === QUOTE && buf[p + 1] === QUOTE;
    if (to - from < 5 || !isDoubled(from + 1) || !isDoubled(to - 2)) return;
    this.starts[n] = from + 3;
    this.ends[n] = to - 2;
  }

  /** Reads a cell that begins with a quote but is not quoted: up to the next delimiter, including the quote. */
  private unquoted(from: number, n: number): number {
    const buf = this.buffer;
    let p = from;
    let c = buf[p];
    while (c !== this.delimiter && c !== LF && c !== CR) c = buf[++p];
    this.starts[n] = from;
    this.ends[n] = p;
    this.raw[n] = 0;
    this.linesInside = 0;
    return p;
  }

  private refill(): void {
    const kept = this.end - this.position;
    const end = this.supply.more(this.position, this.end);
    if (end === kept && !this.supply.atEnd) {
      throw new TieoutError('file_too_large', 'the row that starts here is too long; is a closing quote missing?', {
        file: this.file,
        line: this.nextLine,
      });
    }
    this.position = 0;
    this.end = end;
    this.buffer = this.supply.buffer;
    this.buffer[end] = LF;
  }

  private tooManyColumns(): never {
    throw new TieoutError('file_too_large', `the row has more than ${MAX_COLUMNS} columns.`, {
      file: this.file,
      line: this.nextLine,
    });
  }

  private checkLengths(n: number): void {
    for (let i = 0; i < n; i++) {
      if (this.ends[i] - this.starts[i] <= MAX_FIELD_BYTES) continue;
      const sentence = `a field of this row is longer than ${MAX_FIELD_BYTES} bytes; is a closing quote missing?`;
      throw new TieoutError('file_too_large', sentence, { file: this.file, line: this.nextLine });
    }
  }

  private neverEnds(rowStart: number): TieoutError {
    let line = this.nextLine;
    const buf = this.buffer;
    for (let p = rowStart; p < this.quoteStart; p++) {
      if (buf[p] === LF || (buf[p] === CR && buf[p + 1] !== LF)) line++;
    }
    return new TieoutError('file_not_understood', 'the quoted field that starts here never ends.', {
      file: this.file,
      line,
    });
  }
}
