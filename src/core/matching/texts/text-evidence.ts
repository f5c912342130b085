// The evidence of two texts in sixteenths of a bit: the weight of words in common, less the cost of words that only one
// row has. A word that was cut off, or an initial, is paired with a word that begins with it. Rules:
// docs/decisions/matching-definitions.md, "Text".

import type { Side } from '../../records/rows/columns.ts';
import { BIT } from '../evidence/bits.ts';
import { LONE_NUMBER, type PenaltyTables } from '../evidence/penalties.ts';
import type { ByteInterner } from '../reading/byte-interner.ts';
import {
  BEGINNINGS,
  beginningOf,
  firstBit,
  INITIAL,
  kindIn,
  LONG,
  WEIGHT,
  type WeighedTexts,
} from './weighed-texts.ts';

/** Evidence of each byte that is left of a cut word. */
const WORTH_OF_BYTE = 3 * BIT;
const WORTH_OF_INITIAL = BIT;
/** Marks of words: words of the left row, and words of both rows while cut words are paired. */
const LEFT = 1;
const BOTH = 2;
/** The limit of text evidence either way. */
const MOST_TEXT = 16_000;

/** Compares rows of one side (on the left) with rows of a side. Plain private fields: the loops are hot. */
export class TextEvidence {
  /** Set by `of`: words of either row that were paired as a cut word or initial and the word it begins. */
  readonly paired: Readonly<Record<'left' | 'right', number[]>> = { left: [], right: [] };
  private readonly words: ByteInterner;
  private readonly aboutWords: Int32Array;
  private readonly leftCosts: Int32Array;
  private readonly rightCosts: Int32Array;
  /** LEFT for the words of the left row of the last comparison. */
  private readonly marks: Uint8Array;
  private left: WeighedTexts | null = null;
  private leftRow = -1;
  private leftTotal = 0;
  /** First bytes of its initials, and of its longer words. */
  private leftInitials = 0;
  private leftFirsts = 0;
  /** The beginning of its cut word, or -1; 1 for those of its longer words. */
  private leftCut = -1;
  private readonly leftBeginnings = new Uint8Array(BEGINNINGS);
  /** Words that only one row has, collected when they are needed. */
  private readonly only: Readonly<Record<'left' | 'right', number[]>> = { left: [], right: [] };
  private readonly initials: number[] = [];

  constructor(
    { words, about }: { readonly words: ByteInterner; readonly about: Int32Array },
    costs: PenaltyTables,
    sides: { readonly left: Side; readonly right: Side } = { left: 'gl', right: 'bank' },
  ) {
    this.words = words;
    this.aboutWords = about;
    this.marks = new Uint8Array(words.count);
    this.leftCosts = costs[sides.left];
    this.rightCosts = costs[sides.right];
  }

  /**
   * Text evidence of two rows. Comparing one left row with many right rows in sequence is cheap: its words stay marked.
   */
  of(a: WeighedTexts, i: number, b: WeighedTexts, j: number): number {
    if (a !== this.left || i !== this.leftRow) this.setLeft(a, i);
    const { marks, leftCosts, rightCosts, leftCut, leftBeginnings } = this;
    const { tokens, about } = b;
    const end = b.tokenStart[j + 1];
    const cut = b.cutToken[j];
    let shared = 0;
    let left = this.leftTotal;
    let right = 0;
    let initials = 0;
    let firsts = 0;
    let mayBegin = 0;
    for (let t = b.tokenStart[j]; t < end; t++) {
      const word = about[t];
      const kind = kindIn(word);
      if (marks[tokens[t]] === LEFT) {
        shared += word & WEIGHT;
        left -= leftCosts[kind];
      } else {
        right += rightCosts[kind];
        if (word & LONG) {
          firsts |= firstBit(word);
          const beginning = beginningOf(word);
          if (beginning === leftCut || (tokens[t] === cut && leftBeginnings[beginning] === 1)) mayBegin = 1;
        } else if (word & INITIAL) initials |= firstBit(word);
      }
    }
    if (this.paired.left.length > 0) {
      this.paired.left.length = 0;
      this.paired.right.length = 0;
    }
    if (((this.leftInitials & firsts) | (initials & this.leftFirsts) | mayBegin) !== 0) {
      shared += this.pairShorts(a, i, b, j);
      for (const token of this.paired.left) left -= leftCosts[kindIn(this.aboutWords[token])];
      for (const token of this.paired.right) right -= rightCosts[kindIn(this.aboutWords[token])];
    }
    // Without a word in common, rows whose words cost nothing are no evidence.
    if (shared === 0 && (left === 0 || right === 0)) return 0;
    const text = shared - (left < right ? left + (right >> 1) : right + (left >> 1));
    return text > MOST_TEXT ? MOST_TEXT : text < -MOST_TEXT ? -MOST_TEXT : text;
  }

  /**
   * The agreement of the lighter text with the other, 0 to 10,000, for people: the weight of the words in common. Numbers
   * that only one row has are left out.
   */
  score(a: WeighedTexts, i: number, b: WeighedTexts, j: number): number {
    const lesser = Math.min(weightOf(a, i), weightOf(b, j));
    if (lesser === 0) return 0;
    if (a !== this.left || i !== this.leftRow) this.setLeft(a, i);
    let shared = 0;
    for (let t = b.tokenStart[j]; t < b.tokenStart[j + 1]; t++) {
      if (this.marks[b.tokens[t]] === LEFT) shared += b.about[t] & WEIGHT;
    }
    return Math.min(10_000, Math.floor((10_000 * shared) / lesser));
  }

  private setLeft(texts: WeighedTexts, row: number): void {
    const { marks, left } = this;
    if (left !== null) {
      for (let t = left.tokenStart[this.leftRow]; t < left.tokenStart[this.leftRow + 1]; t++) {
        marks[left.tokens[t]] = 0;
        this.leftBeginnings[beginningOf(left.about[t])] = 0;
      }
    }
    this.left = texts;
    this.leftRow = row;
    this.leftTotal = 0;
    this.leftInitials = 0;
    this.leftFirsts = 0;
    this.leftCut = -1;
    const cut = texts.cutToken[row];
    for (let t = texts.tokenStart[row]; t < texts.tokenStart[row + 1]; t++) {
      const word = texts.about[t];
      marks[texts.tokens[t]] = LEFT;
      this.leftTotal += this.leftCosts[kindIn(word)];
      if (word & LONG) {
        this.leftFirsts |= firstBit(word);
        this.leftBeginnings[beginningOf(word)] = 1;
        if (texts.tokens[t] === cut) this.leftCut = beginningOf(word);
      } else if (word & INITIAL) this.leftInitials |= firstBit(word);
    }
  }

  /** Pairs cut words and initials that only one row has with words that only the other has; answers the evidence. */
  private pairShorts(a: WeighedTexts, i: number, b: WeighedTexts, j: number): number {
    const { only, marks } = this;
    for (let t = b.tokenStart[j]; t < b.tokenStart[j + 1]; t++) {
      if (marks[b.tokens[t]] === LEFT) marks[b.tokens[t]] = BOTH;
    }
    let worth = 0;
    if (this.beginsOne(a, i, b, j, LEFT, 0) || this.beginsOne(b, j, a, i, 0, LEFT)) {
      only.left.length = 0;
      only.right.length = 0;
      for (let t = a.tokenStart[i]; t < a.tokenStart[i + 1]; t++) {
        if (marks[a.tokens[t]] === LEFT) only.left.push(a.tokens[t]);
      }
      for (let t = b.tokenStart[j]; t < b.tokenStart[j + 1]; t++) {
        if (marks[b.tokens[t]] !== BOTH) only.right.push(b.tokens[t]);
      }
      worth = this.pairCut('left', a.cutToken[i]);
      worth += this.pairCut('right', b.cutToken[j]);
      worth += this.pairInitials('left');
      worth += this.pairInitials('right');
    }
    for (let t = a.tokenStart[i]; t < a.tokenStart[i + 1]; t++) marks[a.tokens[t]] = LEFT;
    return worth;
  }

  /** Whether a cut word or an initial of one row with mark `own` begins a word of the other row with mark `other`. */
  private beginsOne(a: WeighedTexts, i: number, b: WeighedTexts, j: number, own: number, other: number): boolean {
    const { marks, words } = this;
    const cut = a.cutToken[i];
    for (let t = a.tokenStart[i]; t < a.tokenStart[i + 1]; t++) {
      const short = a.tokens[t];
      if (marks[short] !== own || !(a.about[t] & INITIAL || short === cut)) continue;
      const first = firstBit(a.about[t]);
      for (let u = b.tokenStart[j]; u < b.tokenStart[j + 1]; u++) {
        const word = b.about[u];
        if (marks[b.tokens[u]] !== other || !(word & LONG) || firstBit(word) !== first) continue;
        if (begins(words, short, b.tokens[u])) return true;
      }
    }
    return false;
  }

  private pairCut(from: 'left' | 'right', cut: number): number {
    if (cut < 0 || !this.only[from].includes(cut)) return 0;
    const word = this.heaviestBegunBy(cut, this.only[from === 'left' ? 'right' : 'left']);
    if (word < 0) return 0;
    this.pair(from, cut, word);
    return Math.min(this.aboutWords[word] & WEIGHT, WORTH_OF_BYTE * this.words.length(cut));
  }

  private pairInitials(from: 'left' | 'right'): number {
    const { aboutWords, words, initials } = this;
    initials.length = 0;
    for (const token of this.only[from]) if (aboutWords[token] & INITIAL) initials.push(token);
    if (initials.length > 1) initials.sort((x, y) => words.store[words.start[x]] - words.store[words.start[y]]);
    let worth = 0;
    for (const initial of initials) {
      const word = this.heaviestBegunBy(initial, this.only[from === 'left' ? 'right' : 'left']);
      if (word < 0) continue;
      this.pair(from, initial, word);
      worth += WORTH_OF_INITIAL;
    }
    return worth;
  }

  private pair(from: 'left' | 'right', short: number, word: number): void {
    const to = from === 'left' ? 'right' : 'left';
    this.only[from].splice(this.only[from].indexOf(short), 1);
    this.only[to].splice(this.only[to].indexOf(word), 1);
    this.paired[from].push(short);
    this.paired[to].push(word);
  }

  /** The heaviest of some words that `short` properly begins; of equal weight the first by its bytes; or -1. */
  private heaviestBegunBy(short: number, among: readonly number[]): number {
    const { words, aboutWords } = this;
    let best = -1;
    for (const word of among) {
      if (!begins(words, short, word)) continue;
      const lead = best < 0 ? 1 : (aboutWords[word] & WEIGHT) - (aboutWords[best] & WEIGHT);
      if (lead > 0 || (lead === 0 && compareWords(words, word, best) < 0)) best = word;
    }
    return best;
  }
}

function weightOf({ tokenStart, about }: WeighedTexts, row: number): number {
  let weight = 0;
  for (let t = tokenStart[row]; t < tokenStart[row + 1]; t++) {
    if (kindIn(about[t]) !== LONE_NUMBER) weight += about[t] & WEIGHT;
  }
  return weight;
}

/** Compares by bytes; a beginning comes before what it begins. */
export function compareWords({ store, start }: ByteInterner, a: number, b: number): number {
  let i = start[a];
  let j = start[b];
  for (; i < start[a + 1] && j < start[b + 1]; i++, j++) if (store[i] !== store[j]) return store[i] - store[j];
  return start[a + 1] - i - (start[b + 1] - j);
}

/** Whether a word is a proper beginning of another. */
function begins({ store, start }: ByteInterner, short: number, word: number): boolean {
  const length = start[short + 1] - start[short];
  if (start[word + 1] - start[word] <= length) return false;
  for (let k = 0; k < length; k++) if (store[start[short] + k] !== store[start[word] + k]) return false;
  return true;
}
