// How far two texts agree, from 0 to 10,000: the tokens they share, each weighted by its rarity in the account, against
// the lighter text's weight; a token that was cut off at the end agrees as far as it goes.
// Rules: docs/decisions/matching-definitions.md, "Text score".

import type { Account, AccountSide } from './account.ts';
import { sixteenthsOfLog2 } from './agreement.ts';
import type { ByteInterner } from './byte-interner.ts';
import type { Calibration } from './calibration.ts';
import { CLASS, DIGIT } from './identifier-shape.ts';

export const FULL = 10_000;

/** What is known of a token, in one word: its weight in the low 16 bits, and these. */
const WEIGHT = 0xffff;
const RARE = 1 << 16;
/** Rare and without a digit: a word that can contradict another. */
const SPEAKS = 1 << 17;
/** Holds a digit and stands in one row only: a number that nothing could agree with. */
const LONE_NUMBER = 1 << 18;

export class TextScore {
  private readonly about: Int32Array;
  private readonly marked: Uint8Array;
  private readonly totals: { readonly gl: Int32Array; readonly bank: Int32Array };
  /** The row on the left of the last comparison: its tokens carry the current generation. */
  private leftSide: AccountSide | null = null;
  private leftRow = -1;
  private leftTotal = 0;
  private leftSpeaks = 0;
  private readonly leftBegins = new Uint8Array(256);
  private readonly stamp: Int32Array;
  private generation = 0;
  private readonly account: Account;
  private readonly calibration: Calibration;
  /** Set by `of`: whether rare words of both rows contradict each other. */
  against = false;

  constructor(account: Account, calibration: Calibration) {
    this.account = account;
    this.calibration = calibration;
    this.totals = { gl: new Int32Array(account.gl.n).fill(-1), bank: new Int32Array(account.bank.n).fill(-1) };
    const { words: texts } = account;
    this.marked = new Uint8Array(texts.count);
    this.stamp = new Int32Array(texts.count);
    const frequency = frequencies(account);
    this.about = new Int32Array(texts.count);
    const rows = unsettled(account.gl) + unsettled(account.bank);
    const all = sixteenthsOfLog2(Math.max(1, rows));
    for (let token = 0; token < texts.count; token++) {
      const count = frequency[token]!;
      if (count === 0) continue;
      const digit = holdsDigit(texts, token);
      let about = Math.max(0, all - sixteenthsOfLog2(count));
      if (count * 10_000 <= calibration.rareShare * rows) about |= digit ? RARE : RARE | SPEAKS;
      if (digit && count === 1) about |= LONE_NUMBER;
      this.about[token] = about;
    }
  }

  isRare(token: number): boolean {
    return (this.about[token]! & RARE) !== 0;
  }

  /** How many texts the account's rows are made of: tokens are numbered below it. */
  get size(): number {
    return this.about.length;
  }

  /** Weight of a row's text, kept once it was asked for: a row meets many candidates. */
  private total(side: AccountSide, row: number): number {
    const totals = side === this.account.gl ? this.totals.gl : this.totals.bank;
    if (totals[row]! >= 0) return totals[row]!;
    const { about } = this;
    const { tokens, tokenStart } = side.text;
    let total = 0;
    for (let t = tokenStart[row]!; t < tokenStart[row + 1]!; t++) {
      const word = about[tokens[t]!]!;
      if ((word & LONE_NUMBER) === 0) total += word & WEIGHT;
    }
    totals[row] = total;
    return total;
  }

  /**
   * Score of two rows, 0 to 10,000; sets `against`. The sides may be the same one (reversals). Asking for one left row
   * with many right ones in a row is cheap: the left row's tokens stay marked.
   */
  of(a: AccountSide, i: number, b: AccountSide, j: number): number {
    if (a !== this.leftSide || i !== this.leftRow) this.setLeft(a, i);
    const { about, stamp, generation } = this;
    const { tokens, tokenStart } = b.text;
    const cutLeft = a.text.cutToken[i]!;
    let agreed = 0;
    let shared = 0;
    let onlyRight = 0;
    let cutLeftCarried = false;
    for (let t = tokenStart[j]!; t < tokenStart[j + 1]!; t++) {
      const token = tokens[t]!;
      const word = about[token]!;
      if (stamp[token] === generation) {
        agreed += word & WEIGHT;
        shared += word & SPEAKS;
      } else onlyRight |= word;
      if (token === cutLeft) cutLeftCarried = true;
    }
    let agreeing = shared > 0;
    const first =
      cutLeft < 0 || cutLeftCarried ? -1 : this.completedBy(cutLeft, b, j, (token) => stamp[token] === generation);
    if (first >= 0) {
      agreed += about[first]! & WEIGHT;
      agreeing ||= ((about[first]! | about[cutLeft]!) & SPEAKS) !== 0;
    }
    const cutRight = b.text.cutToken[j]!;
    const second =
      cutRight < 0 || stamp[cutRight] === generation || cutRight === first || !this.leftBegins[this.firstByte(cutRight)]
        ? -1
        : this.completedBy(cutRight, a, i, (token) => carries(b, j, token));
    if (second >= 0) {
      agreed += about[second]! & WEIGHT;
      agreeing ||= ((about[second]! | about[cutRight]!) & SPEAKS) !== 0;
    }
    const lighter = Math.min(this.leftTotal, this.total(b, j)) + this.calibration.textPrior;
    const score = lighter === 0 ? 0 : Math.min(FULL, Math.floor((FULL * agreed) / lighter));
    this.against =
      !agreeing && this.leftSpeaks > shared && (onlyRight & SPEAKS) !== 0 && score < this.calibration.textFloor;
    return score;
  }

  private setLeft(side: AccountSide, row: number): void {
    const { about, stamp, leftBegins } = this;
    const generation = ++this.generation;
    this.leftSide = side;
    this.leftRow = row;
    this.leftTotal = this.total(side, row);
    this.leftSpeaks = 0;
    leftBegins.fill(0);
    const { tokens, tokenStart } = side.text;
    for (let t = tokenStart[row]!; t < tokenStart[row + 1]!; t++) {
      const token = tokens[t]!;
      stamp[token] = generation;
      this.leftSpeaks += about[token]! & SPEAKS;
      leftBegins[this.firstByte(token)] = 1;
    }
  }

  private firstByte(token: number): number {
    const { store, start } = this.account.words;
    return store[start[token]!]!;
  }

  /** Marks (or unmarks) the rare tokens of a row, for `sharedRare`. */
  markRare(side: AccountSide, row: number, mark: 0 | 1): void {
    const { tokens, tokenStart } = side.text;
    for (let t = tokenStart[row]!; t < tokenStart[row + 1]!; t++) {
      if (this.about[tokens[t]!]! & RARE) this.marked[tokens[t]!] = mark;
    }
  }

  /** How many rare tokens a row shares with the marked one. */
  sharedRare(side: AccountSide, row: number): number {
    const { marked } = this;
    const { tokens, tokenStart } = side.text;
    let shared = 0;
    for (let t = tokenStart[row]!; t < tokenStart[row + 1]!; t++) shared += marked[tokens[t]!]!;
    return shared;
  }

  /** The heaviest token of a row that the cut token begins and that the cut one's own row has not, or -1. */
  private completedBy(cut: number, side: AccountSide, row: number, owned: (token: number) => boolean): number {
    const { words: texts } = this.account;
    const { store, start } = texts;
    const first = store[start[cut]!]!;
    const { tokens, tokenStart } = side.text;
    let best = -1;
    for (let t = tokenStart[row]!; t < tokenStart[row + 1]!; t++) {
      const token = tokens[t]!;
      if (store[start[token]!] !== first || !begins(texts, cut, token)) continue;
      const lead = best < 0 ? 1 : (this.about[token]! & WEIGHT) - (this.about[best]! & WEIGHT);
      // Of equal weights not the one that is cut itself, so that it may still agree with another.
      if (lead < 0 || (lead === 0 && best !== side.text.cutToken[row])) continue;
      if (!owned(token)) best = token;
    }
    return best;
  }
}

function unsettled({ settled }: AccountSide): number {
  let rows = 0;
  for (let i = 0; i < settled.length; i++) if (settled[i] === 0) rows++;
  return rows;
}

/** Rows of the remainder of both sides that carry each token. */
function frequencies({ gl, bank, words }: Account): Uint32Array {
  const frequency = new Uint32Array(words.count);
  for (const { n, settled, text } of [gl, bank]) {
    const { tokens, tokenStart } = text;
    for (let i = 0; i < n; i++) {
      if (settled[i]) continue;
      for (let t = tokenStart[i]!; t < tokenStart[i + 1]!; t++) frequency[tokens[t]!]!++;
    }
  }
  return frequency;
}

function holdsDigit({ store, start }: ByteInterner, token: number): boolean {
  for (let i = start[token]!; i < start[token + 1]!; i++) if (CLASS[store[i]!] === DIGIT) return true;
  return false;
}

function carries({ text: { tokens, tokenStart } }: AccountSide, row: number, token: number): boolean {
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
