// The words (letters and digits without a separator) of one text, and which of them are numbers. Rules:
// docs/decisions/matching-definitions.md, "Known references".

import { grown } from './growing.ts';
import { DIGIT, isDate, isPartyNumber, isPeriod, isPeriodName, SHAPE, WORD } from './identifier-shape.ts';

const BLANK = 0x20;
/** The stroke that stands for any separator between two digits, so that 26-0012 and 260012 stay apart. */
const MARK = 0x2f;
/** The fewest digits of a number. */
export const LEAST_OF_NUMBER = 3;
const WORDS = 64; // grown when a text has more

/** Word i is marked[from[i] .. to[i]). The fields are public and plain, because the loops over them are hot. */
export class TextWords {
  /** The text's letters (upper case) and digits, with a stroke between digits of two words. */
  marked = new Uint8Array(1 << 10);
  count = 0;
  from = new Int32Array(WORDS);
  to = new Int32Array(WORDS);
  /** 1 where a blank stands between the word and the one before it. */
  blankBefore = new Uint8Array(WORDS);
  /** How many letters, and how many numbers, stand before word i. Each list has one entry more, for the end. */
  lettersBefore = new Int32Array(WORDS + 1);
  numbersBefore = new Int32Array(WORDS + 1);

  read(bytes: Uint8Array, begin: number, end: number): void {
    if (this.marked.length < 2 * (end - begin)) this.marked = new Uint8Array(4 * (end - begin));
    const { marked } = this;
    const shape = SHAPE;
    this.count = 0;
    let length = 0;
    for (let i = begin; i < end; ) {
      let blank = 0;
      while (i < end && shape[bytes[i]] < WORD) if (bytes[i++] <= BLANK) blank = 1;
      if (i === end) break;
      if (length > 0 && isDigit(marked[length - 1]) && isDigit(bytes[i])) marked[length++] = MARK;
      const from = length;
      let digits = 0;
      for (let one = shape[bytes[i]]; one >= WORD; one = i < end ? shape[bytes[i]] : 0) {
        marked[length++] = one; // only the folded byte: a list of bytes drops the class above it
        digits += (one >>> 8) & 1; // DIGIT is odd, LETTER is not
        i++;
      }
      this.add(from, length, digits, blank);
    }
  }

  private add(from: number, to: number, digits: number, blank: number): void {
    if (this.count === this.from.length) this.grow();
    const at = this.count++;
    this.from[at] = from;
    this.to[at] = to;
    this.blankBefore[at] = blank;
    this.lettersBefore[at + 1] = this.lettersBefore[at] + to - from - digits;
    this.numbersBefore[at + 1] = this.numbersBefore[at] + (isNumber(this.marked, from, to, digits) ? 1 : 0);
  }

  private grow(): void {
    const size = this.from.length * 2;
    this.from = grown(this.from, new Int32Array(size));
    this.to = grown(this.to, new Int32Array(size));
    this.blankBefore = grown(this.blankBefore, new Uint8Array(size));
    this.lettersBefore = grown(this.lettersBefore, new Int32Array(size + 1));
    this.numbersBefore = grown(this.numbersBefore, new Int32Array(size + 1));
  }
}

const isDigit = (byte: number): boolean => SHAPE[byte] >>> 8 === DIGIT;

/** A number is a word of three digits or more, with letters or without, that is no period, date or party's number. */
function isNumber(bytes: Uint8Array, from: number, to: number, digits: number): boolean {
  if (digits < LEAST_OF_NUMBER) return false;
  if (digits < to - from) return !isPeriodName(bytes, from, to);
  return !isPeriod(bytes, from, to) && !isDate(bytes, from, to) && !isPartyNumber(bytes, from, to);
}
