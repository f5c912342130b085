// The tags of an OFX file one by one, each with the text behind it: SGML, whose values have no end tags, and XML alike.
// Entities are the few of the standard; headers, declarations and comments are passed over.

import { TieoutError } from '../../../../core/errors.ts';
import { MAX_ROW_BYTES } from '../../../../core/limits.ts';
import type { TextPieces } from '../../bytes/text-pieces.ts';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', apos: "'", quot: '"' };
/** Line ends within a value: a value of several lines is one text. */
const LINE_ENDS = /[\r\n]+/g;
const ENTITY = /&(?:(amp|lt|gt|nbsp|apos|quot)|#(\d{1,6}));/g;
const [COMMENT, COMMENT_END] = ['<!--', '-->'];
const [CDATA, CDATA_END] = ['<![CDATA[', ']]>'];
const NAME = /^[A-Za-z][\w.-]*/;

const NEWLINE = 0x0a;

export class OfxTags {
  /** The name of the tag, in capitals. */
  name = '';
  isEnd = false;
  /** The text behind the tag, trimmed; '' for none. */
  text = '';
  /** Line of the tag, from 1. */
  line = 1;
  private readonly pieces: TextPieces;
  private readonly file: string;
  /** Text that was read; what stands before `at` was taken. */
  private piece = '';
  private at = 0;
  /** Line at `at`. */
  private lines = 1;

  constructor(pieces: TextPieces, file: string) {
    this.pieces = pieces;
    this.file = file;
  }

  /** Moves to the next tag; false after the last. Throws file_not_understood at a tag or text that is too long. */
  next(): boolean {
    for (;;) {
      const start = this.find('<', 0);
      if (start < 0) return false;
      this.pass(start);
      if (this.begins(COMMENT) || this.begins(CDATA)) {
        if (!this.passTo(this.begins(COMMENT) ? COMMENT_END : CDATA_END)) return false;
        continue;
      }
      const end = this.find('>', 1);
      if (end < 0) return false;
      const tag = this.ahead(1, end);
      this.line = this.lines;
      this.pass(end + 1);
      this.isEnd = tag.startsWith('/');
      const name = NAME.exec(this.isEnd ? tag.slice(1) : tag)?.[0];
      if (name === undefined) continue;
      this.name = name.toUpperCase();
      this.text = this.textBehind()
        .trim()
        .replace(LINE_ENDS, ' ')
        .replace(ENTITY, (_, entity?: string, code?: string) =>
          entity === undefined ? String.fromCodePoint(Math.min(Number(code), 0x10ffff)) : ENTITIES[entity],
        );
      return true;
    }
  }

  private textBehind(): string {
    let text = '';
    for (;;) {
      const next = this.find('<', 0);
      const end = next < 0 ? this.piece.length - this.at : next;
      text += this.ahead(0, end);
      this.pass(end);
      if (next < 0) return text;
      if (this.begins(CDATA)) {
        const close = this.find(CDATA_END, CDATA.length);
        if (close < 0) return text;
        text += this.ahead(CDATA.length, close);
        this.pass(close + CDATA_END.length);
      } else if (this.begins(COMMENT)) {
        if (!this.passTo(COMMENT_END)) return text;
      } else if (this.isTag()) return text;
      else {
        text += '<';
        this.pass(1);
      }
    }
  }

  /** Whether the < here begins a tag, and is no part of a text: A < B. */
  private isTag(): boolean {
    while (this.piece.length - this.at < 2 && this.more());
    if (this.piece.length - this.at >= 2 && !/[A-Za-z/?!]/.test(this.ahead(1, 2))) return false;
    const end = this.find('>', 1);
    const other = this.piece.indexOf('<', this.at + 1);
    if (end < 0) return true;
    return /[A-Za-z/?!]/.test(this.ahead(1, 2)) && (other < 0 || other - this.at > end);
  }

  private begins(text: string): boolean {
    while (this.piece.length - this.at < text.length && this.more());
    return this.piece.startsWith(text, this.at);
  }

  private passTo(text: string): boolean {
    const end = this.find(text, 0);
    if (end < 0) return false;
    this.pass(end + text.length);
    return true;
  }

  private ahead(from: number, to: number): string {
    return this.piece.slice(this.at + from, this.at + to);
  }

  private pass(length: number): void {
    const to = this.at + length;
    // Up to there alone: a file may be one line.
    for (let p = this.at; p < to; p++) if (this.piece.charCodeAt(p) === NEWLINE) this.lines++;
    this.at = to;
  }

  /** Characters from here to that text, not before `from`; -1 if it does not come. */
  private find(text: string, from: number): number {
    let found = this.piece.indexOf(text, this.at + from);
    while (found < 0) {
      const looked = Math.max(from, this.piece.length - this.at - text.length + 1);
      if (!this.more()) return -1;
      found = this.piece.indexOf(text, this.at + looked);
    }
    return found - this.at;
  }

  private more(): boolean {
    if (this.piece.length - this.at > MAX_ROW_BYTES)
      throw new TieoutError('file_not_understood', 'a value is longer than any of a statement.', {
        file: this.file,
        line: this.lines,
      });
    const next = this.pieces.next();
    if (next === null) return false;
    this.piece = this.piece.slice(this.at) + next;
    this.at = 0;
    return true;
  }
}
