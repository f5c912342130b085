// The fields of SWIFT messages (:20: to :90C:) one by one, each with the lines that continue it. What stands around the
// messages is passed over: FIN blocks {1:...}{4:, the heads of file formats, separators.

import type { TextLines } from '../../bytes/text-lines.ts';

/** Fields of MT940, MT941, MT942 and MT950. A line that begins with anything else continues the field before it. */
const TAGS: ReadonlySet<string> = new Set(
  '20 21 25 25P 28 28C 13 13D 34F 60F 60M 61 86 62F 62M 64 65 90C 90D NS'.split(' '),
);
const COLON = 0x3a;
const DASH = 0x2d;
const BRACE = 0x7b;
const SPACE = 0x20;

/** The tag that a line begins with; '' for none. */
export function tagOf(line: string): string {
  if (line.charCodeAt(0) !== COLON) return '';
  const end = line.charCodeAt(3) === COLON ? 3 : line.charCodeAt(4) === COLON ? 4 : 0;
  const tag = end === 0 ? '' : line.slice(1, end);
  return TAGS.has(tag) ? tag : '';
}

export class MessageFields {
  tag = '';
  /** Line of the tag, from 1. */
  line = 0;
  /** The text behind the tag, and the lines below it. */
  text = '';
  readonly more: string[] = [];
  /** Whether the message in which the current field stands was ended by a separator. */
  isEnded = false;
  /** Whether a FIN block {4: is open, and the line where it began. */
  openBlock = 0;
  private readonly lines: TextLines;
  /** The line that was read ahead, its tag, and whether there is one. */
  private ahead = '';
  private aheadTag = '';
  private hasAhead = false;

  constructor(lines: TextLines) {
    this.lines = lines;
    this.toNextTag();
  }

  /** Moves to the next field; false after the last. */
  next(): boolean {
    if (!this.hasAhead) return false;
    this.tag = this.aheadTag;
    this.line = this.lines.line;
    this.text = this.ahead.slice(this.tag.length + 2);
    this.more.length = 0;
    this.isEnded = false;
    this.hasAhead = false;
    while (this.lines.next()) {
      const line = this.unwrapped();
      const tag = tagOf(line);
      if (tag !== '') {
        this.setAhead(line, tag);
        return true;
      }
      if (this.isEnd(line)) {
        this.isEnded = true;
        this.toNextTag();
        return true;
      }
      this.more.push(line);
    }
    return true;
  }

  private toNextTag(): void {
    while (this.lines.next()) {
      const line = this.unwrapped();
      const tag = tagOf(line);
      if (tag !== '') {
        this.setAhead(line, tag);
        return;
      }
      this.isEnd(line);
    }
  }

  private setAhead(line: string, tag: string): void {
    this.ahead = line;
    this.aheadTag = tag;
    this.hasAhead = true;
  }

  /** The current line without control characters and FIN block heads around it, and without spaces before a tag. */
  private unwrapped(): string {
    let { text } = this.lines;
    if (text.charCodeAt(0) < SPACE || text.charCodeAt(text.length - 1) < SPACE) text = withoutControls(text);
    if (text.charCodeAt(0) === SPACE) text = withoutIndent(text);
    const block = text.charCodeAt(0) === BRACE || text.charCodeAt(0) === DASH ? text.lastIndexOf('{4:') : -1;
    if (block < 0) return text;
    this.openBlock = this.lines.line;
    return text.slice(block + 3);
  }

  /** Whether a line ends a message. */
  private isEnd(line: string): boolean {
    if (line.charCodeAt(0) !== DASH) return false;
    const isBlockEnd = line.charCodeAt(1) === 0x7d;
    if (isBlockEnd) this.openBlock = 0;
    return isBlockEnd || line === '-XXX' || line.trimEnd() === '-';
  }
}

/** Copies of messages are indented; a line of text keeps its spaces. */
function withoutIndent(text: string): string {
  const own = text.trimStart();
  const first = own.charCodeAt(0);
  return (first === COLON && tagOf(own) !== '') || first === DASH || first === BRACE ? own : text;
}

/** The text without the control characters that transmission leaves at the ends of a line. */
function withoutControls(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && text.charCodeAt(from) < SPACE) from++;
  while (to > from && text.charCodeAt(to - 1) < SPACE) to--;
  return text.slice(from, to);
}
