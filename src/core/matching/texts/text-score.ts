// How far two texts agree, from 0 to 10,000: the tokens they share, each weighted by its rarity in the account, against
// the lighter text's weight; a token that was cut off at the end agrees as far as it goes.
// Rules: docs/decisions/matching-definitions.md, "Text score".

import type { Account } from '../account.ts';
import type { Calibration } from '../calibration.ts';
import type { ByteInterner } from '../reading/byte-interner.ts';
import type { SideWords } from './row-words.ts';
import { aboutWords, HEAD, HEADS, RARE, SPEAKS, WEIGHT, type WeighedTexts, weigh } from './weighed-texts.ts';

export const FULL = 10_000;

/** Neither row's tokens are all among the other's. */
export const NO_WORDS = 0;
/** The only token of one row is among the several of the other. */
const ONE_WITHIN = 1;
/** Both rows have one token, the same. */
export const ONE_SAME = 2;
/** Those of one row, two or more, are all among the other's. */
const WITHIN = 3;
/** Both rows have the same, two or more. */
export const SAME_WORDS = 4;

/** Plain private fields: the loops are hot. */
export class TextScore {
  /** The account's rows by local number. */
  readonly gl: WeighedTexts;
  readonly bank: WeighedTexts;
  private readonly about: Int32Array;
  private readonly texts: ByteInterner;
  private readonly textPrior: number;
  private readonly textFloor: number;
  /** The row on the left of the last comparison: its tokens are marked. */
  private left: WeighedTexts | null = null;
  private leftRow = -1;
  private leftSpeaks = 0;
  private leftTokens = 0;
  private readonly leftBegins = new Uint8Array(HEADS);
  private readonly marks: Uint8Array;
  /** Set by `of`: whether rare words of both rows contradict each other. */
  against = false;
  /** Set by `of`: how the tokens of the two rows lie, from NO_WORDS to SAME_WORDS. */
  words = NO_WORDS;

  constructor(account: Account, calibration: Calibration) {
    this.texts = account.words;
    this.textPrior = calibration.textPrior;
    this.textFloor = calibration.textFloor;
    this.about = aboutWords(account, calibration);
    this.marks = new Uint8Array(this.texts.count);
    this.gl = this.weighed(account.gl.text);
    this.bank = this.weighed(account.bank.text);
  }

  /** Texts ready for comparison: of all rows in their order, or of those that are named. */
  weighed(words: SideWords, rows?: Uint32Array): WeighedTexts {
    const all = rows ?? Uint32Array.from({ length: words.cutToken.length }, (_, i) => i);
    return weigh(words, all, this.about);
  }

  isRare(token: number): boolean {
    return (this.about[token]! & RARE) !== 0;
  }

  /** How many texts the account's rows are made of: tokens are numbered below it. */
  get size(): number {
    return this.about.length;
  }

  /**
   * Score of two rows, 0 to 10,000; sets `against` and `words`. Asking for one left row with many right ones in a row is cheap: the
   * left row's tokens stay marked.
   */
  of(a: WeighedTexts, i: number, b: WeighedTexts, j: number): number {
    if (a !== this.left || i !== this.leftRow) this.setLeft(a, i);
    const { marks } = this;
    const { tokens, about } = b;
    const end = b.tokenStart[j + 1]!;
    const cutLeft = a.cutToken[i]!;
    const cutHead = a.cutHead[i]!;
    let agreed = 0;
    let shared = 0;
    let common = 0;
    let onlyRight = 0;
    let mayComplete = false;
    let cutLeftCarried = cutLeft < 0;
    for (let t = b.tokenStart[j]!; t < end; t++) {
      const token = tokens[t]!;
      const word = about[t]!;
      if (marks[token] === 1) {
        agreed += word & WEIGHT;
        shared += word & SPEAKS;
        common++;
        if (token === cutLeft) cutLeftCarried = true;
      } else {
        onlyRight |= word & SPEAKS;
        if (word >>> HEAD === cutHead) mayComplete = true;
      }
    }
    let agreeing = shared > 0;
    const first = mayComplete && !cutLeftCarried ? this.completionOfLeft(cutLeft, b, j) : -1;
    if (first >= 0) {
      agreed += this.about[first]! & WEIGHT;
      agreeing ||= ((this.about[first]! | this.about[cutLeft]!) & SPEAKS) !== 0;
    }
    const cutRight = b.cutToken[j]!;
    if (cutRight >= 0 && this.leftBegins[b.cutHead[j]!] === 1 && marks[cutRight] === 0 && cutRight !== first) {
      const second = this.completionOfRight(cutRight, a, i, b, j);
      if (second >= 0) {
        agreed += this.about[second]! & WEIGHT;
        agreeing ||= ((this.about[second]! | this.about[cutRight]!) & SPEAKS) !== 0;
      }
    }
    const lighter = Math.min(a.totals[i]!, b.totals[j]!) + this.textPrior;
    const score = lighter === 0 ? 0 : Math.min(FULL, Math.floor((FULL * agreed) / lighter));
    this.words = this.alike(common, end - b.tokenStart[j]!);
    this.against = !agreeing && this.leftSpeaks > shared && onlyRight !== 0 && score < this.textFloor;
    return score;
  }

  /** `common`: tokens that the left row and the right one, of so many, both have. */
  private alike(common: number, right: number): number {
    const left = this.leftTokens;
    if (common === 0 || common < Math.min(left, right)) return NO_WORDS;
    if (common === 1) return left === right ? ONE_SAME : ONE_WITHIN;
    return left === right ? SAME_WORDS : WITHIN;
  }

  private setLeft(texts: WeighedTexts, row: number): void {
    const { marks, leftBegins } = this;
    if (this.left !== null) {
      const { tokens, tokenStart, about } = this.left;
      for (let t = tokenStart[this.leftRow]!; t < tokenStart[this.leftRow + 1]!; t++) {
        marks[tokens[t]!] = 0;
        leftBegins[about[t]! >>> HEAD] = 0;
      }
    }
    this.left = texts;
    this.leftRow = row;
    this.leftSpeaks = 0;
    const { tokens, tokenStart, about } = texts;
    this.leftTokens = tokenStart[row + 1]! - tokenStart[row]!;
    for (let t = tokenStart[row]!; t < tokenStart[row + 1]!; t++) {
      marks[tokens[t]!] = 1;
      this.leftSpeaks += about[t]! & SPEAKS;
      leftBegins[about[t]! >>> HEAD] = 1;
    }
  }

  /** The heaviest token of the right row that the left row's cut token begins and that the left row has not, or -1. */
  private completionOfLeft(cut: number, b: WeighedTexts, j: number): number {
    let best = -1;
    for (let t = b.tokenStart[j]!; t < b.tokenStart[j + 1]!; t++) {
      const token = b.tokens[t]!;
      if (this.marks[token] === 1 || !this.leads(token, best, b.cutToken[j]!)) continue;
      if (begins(this.texts, cut, token)) best = token;
    }
    return best;
  }

  /** The same the other way round. */
  private completionOfRight(cut: number, a: WeighedTexts, i: number, b: WeighedTexts, j: number): number {
    let best = -1;
    for (let t = a.tokenStart[i]!; t < a.tokenStart[i + 1]!; t++) {
      const token = a.tokens[t]!;
      if (!this.leads(token, best, a.cutToken[i]!) || !begins(this.texts, cut, token)) continue;
      if (!carries(b, j, token)) best = token;
    }
    return best;
  }

  /** Of equal weights not the one that is cut itself, so that it may still agree with another. */
  private leads(token: number, best: number, ownCut: number): boolean {
    const lead = best < 0 ? 1 : (this.about[token]! & WEIGHT) - (this.about[best]! & WEIGHT);
    return lead > 0 || (lead === 0 && best === ownCut);
  }
}

function carries({ tokens, tokenStart }: SideWords, row: number, token: number): boolean {
  for (let t = tokenStart[row]!; t < tokenStart[row + 1]!; t++) if (tokens[t] === token) return true;
  return false;
}

/** Whether a token is a proper beginning of another. */
function begins({ store, start }: ByteInterner, cut: number, token: number): boolean {
  const length = start[cut + 1]! - start[cut]!;
  if (start[token + 1]! - start[token]! <= length) return false;
  for (let k = 0; k < length; k++) if (store[start[cut]! + k] !== store[start[token]! + k]) return false;
  return true;
}
