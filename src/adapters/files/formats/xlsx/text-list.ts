// The texts that the cells of a workbook name by number, kept as UTF-8.

import { TieoutError } from '../../../../core/errors.ts';
import { MAX_CELL_BYTES } from '../../../../core/limits.ts';
import type { XmlSpans } from '../../xml/xml-scanner.ts';
import { textIn, unescapedBytes } from '../../xml/xml-text.ts';

const encoder = new TextEncoder();
const UNDERSCORE = 0x5f;

export class SharedStrings {
  bytes = new Uint8Array(1 << 16);
  count = 0;
  private used = 0;
  private offsets = new Uint32Array(1 << 10);
  private readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  /** Appends to the text that is not ended yet. Throws file_too_large. */
  append(bytes: Uint8Array, from: number, to: number): void {
    if (this.used + to - from > this.bytes.length) this.bytes = wider(this.bytes, 2 * this.used + to - from);
    if (this.used > MAX_CELL_BYTES)
      throw new TieoutError('file_too_large', `its texts are larger than ${MAX_CELL_BYTES / 1e6} MB.`, {
        file: this.file,
      });
    this.bytes.set(bytes.subarray(from, to), this.used);
    this.used += to - from;
  }

  end(): void {
    if (this.count + 2 > this.offsets.length) {
      const more = new Uint32Array(2 * this.offsets.length);
      more.set(this.offsets);
      this.offsets = more;
    }
    this.offsets[++this.count] = this.used;
  }

  /** Where text `i` begins in `bytes`; it ends where the next one begins. Throws file_not_understood for no such text. */
  startOf(i: number): number {
    if (i < this.count) return this.offsets[i];
    const sentence = 'a cell of the workbook names a text that it does not hold: it is damaged.';
    throw new TieoutError('file_not_understood', sentence, { file: this.file });
  }

  endOf(i: number): number {
    return this.offsets[i + 1];
  }
}

function wider(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(length);
  made.set(bytes);
  return made;
}

/** Takes the texts of a part of shared strings. What tells how to speak a text (rPh) is no part of it. */
export class StringSpans implements XmlSpans {
  private readonly strings: SharedStrings;
  private isText = false;
  private isSpoken = false;

  constructor(strings: SharedStrings) {
    this.strings = strings;
  }

  open(bytes: Uint8Array, from: number, to: number): void {
    if (isT(bytes, from, to)) this.isText = !this.isSpoken;
    else if (isSpoken(bytes, from, to)) this.isSpoken = true;
  }

  text(bytes: Uint8Array, from: number, to: number, escaped: boolean): void {
    if (!this.isText) return;
    const isPlain = !escaped && !hasUnderscore(bytes, from, to);
    const text = isPlain ? bytes : escaped ? unescapedBytes(bytes, from, to) : bytes.subarray(from, to);
    if (isPlain) this.strings.append(bytes, from, to);
    else if (!hasUnderscore(text, 0, text.length)) this.strings.append(text, 0, text.length);
    else {
      const whole = encoder.encode(unescaped(textIn(text, 0, text.length, false)));
      this.strings.append(whole, 0, whole.length);
    }
  }

  close(bytes: Uint8Array, from: number, to: number): void {
    if (isT(bytes, from, to)) this.isText = false;
    else if (isSpoken(bytes, from, to)) this.isSpoken = false;
    else if (to - from === 2 && bytes[from] === 0x73 && bytes[from + 1] === 0x69) this.strings.end();
  }
}

function hasUnderscore(bytes: Uint8Array, from: number, to: number): boolean {
  for (let p = from; p < to; p++) if (bytes[p] === UNDERSCORE) return true;
  return false;
}

const isT = (bytes: Uint8Array, from: number, to: number): boolean => to - from === 1 && bytes[from] === 0x74;

/** rPh */
export const isSpoken = (bytes: Uint8Array, from: number, to: number): boolean =>
  to - from === 3 && bytes[from] === 0x72 && bytes[from + 1] === 0x50 && bytes[from + 2] === 0x68;

/** A character that XML cannot hold stands as _x000D_. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
