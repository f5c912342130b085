// The lines of a text one by one as strings, with a few megabytes of it in memory. LF, CRLF and a lone CR end a line.

import { TieoutError } from '../../../core/errors.ts';
import { MAX_ROW_BYTES } from '../../../core/limits.ts';
import { FileBytes, type OpenFile } from './byte-source.ts';
import type { Encoding } from './encoding.ts';

const LF = 0x0a;
const CR = 0x0d;
const LONE_CR = /\r(?!\n)/;

export class TextLines {
  /** The current line without its end, and its number from 1. */
  text = '';
  line = 0;
  readonly bytes: FileBytes;
  private readonly name: string;
  private readonly buffer: Buffer;
  /** Whole lines, of which those before `at` were taken. */
  private piece = '';
  private at = 0;
  /** Bytes [from..end) of the buffer are no whole lines yet. */
  private from = 0;
  private end = 0;

  constructor({
    name,
    ...source
  }: {
    readonly file: OpenFile;
    readonly encoding: Encoding;
    readonly name: string;
    readonly progress: ((done: number, total: number) => void) | undefined;
  }) {
    this.name = name;
    this.bytes = new FileBytes({ ...source, rewriting: null });
    const { buffer, byteOffset, byteLength } = this.bytes.buffer;
    this.buffer = Buffer.from(buffer, byteOffset, byteLength);
  }

  /** Moves to the next line; false after the last. Throws file_not_understood at a line that is too long. */
  next(): boolean {
    let end = this.piece.indexOf('\n', this.at);
    while (end < 0 && this.more()) end = this.piece.indexOf('\n', this.at);
    if (end < 0 && this.at >= this.piece.length) return false;
    const to = end < 0 ? this.piece.length : end;
    this.text = this.piece.slice(this.at, to > this.at && this.piece.charCodeAt(to - 1) === CR ? to - 1 : to);
    this.at = to + 1;
    this.line++;
    return true;
  }

  /** Takes the next whole lines; false at the end of the file. The last line may have no end. */
  private more(): boolean {
    if (this.at < this.piece.length) return false;
    while (!this.bytes.atEnd) {
      const kept = this.end - this.from;
      this.end = this.bytes.more(this.from, this.end);
      this.from = 0;
      if (kept > MAX_ROW_BYTES) {
        const sentence = `the line is longer than ${MAX_ROW_BYTES >> 20} MB.`;
        throw new TieoutError('file_not_understood', sentence, { file: this.name, line: this.line + 1 });
      }
      const to = this.bytes.atEnd ? this.end : this.endOfLines(kept);
      if (to > 0) return this.take(to);
    }
    return false;
  }

  /** End of the last line of the buffer; 0 if there is none behind the bytes that were looked through. */
  private endOfLines(looked: number): number {
    const found = this.bytes.buffer.subarray(0, this.end).lastIndexOf(LF);
    if (found >= looked) return found + 1;
    // A CR at the very end may be the first half of CRLF.
    const cr = this.bytes.buffer.subarray(0, this.end - 1).lastIndexOf(CR);
    return cr >= looked ? cr + 1 : 0;
  }

  private take(to: number): boolean {
    const text = this.buffer.toString('utf8', 0, to);
    this.piece = LONE_CR.test(text) ? text.replace(/\r\n?/g, '\n') : text;
    this.at = 0;
    this.from = to;
    return true;
  }
}
