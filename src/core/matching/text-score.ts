// How far two texts agree, from 0 to 10,000: the tokens they share, each weighted by its rarity in the account, against
// the lighter text's weight; a token that was cut off at the end agrees as far as it goes.
// Rules: docs/decisions/matching-definitions.md, "Text score".

import type { Account, AccountSide } from './account.ts';
import { sixteenthsOfLog2 } from './agreement.ts';
import type { Calibration } from './calibration.ts';
import { CLASS, DIGIT } from './identifier-shape.ts';

export const FULL = 10_000;

export class TextScore {
  /** Rows of both sides that carry each token. */
  readonly #frequency: Uint32Array;
  readonly #weight: Uint16Array;
  readonly #hasDigit: Uint8Array;
  /** 1 when the token is rare. */
  readonly rare: Uint8Array;
  readonly #marked: Uint8Array;
  readonly #glTotals: Int32Array;
  readonly #bankTotals: Int32Array;
  readonly #account: Account;
  readonly #calibration: Calibration;
  /** Set by `of`: whether rare words of both rows contradict each other. */
  against = false;

  constructor(account: Account, calibration: Calibration) {
    const { tokens } = account.reader;
    this.#account = account;
    this.#calibration = calibration;
    this.#glTotals = new Int32Array(account.gl.n).fill(-1);
    this.#bankTotals = new Int32Array(account.bank.n).fill(-1);
    this.#frequency = new Uint32Array(tokens.count);
    for (const side of [account.gl, account.bank]) for (const token of side.text.tokens) this.#frequency[token]!++;
    this.#weight = new Uint16Array(tokens.count);
    this.#hasDigit = new Uint8Array(tokens.count);
    this.#marked = new Uint8Array(tokens.count);
    this.rare = new Uint8Array(tokens.count);
    const rows = account.gl.n + account.bank.n;
    const all = sixteenthsOfLog2(Math.max(1, rows));
    for (let token = 0; token < tokens.count; token++) {
      const count = this.#frequency[token]!;
      this.#weight[token] = count === 0 ? 0 : Math.max(0, all - sixteenthsOfLog2(count));
      this.rare[token] = count * 10_000 <= calibration.rareShare * rows ? 1 : 0;
      for (let i = tokens.start[token]!; i < tokens.start[token + 1]!; i++) {
        if (CLASS[tokens.store[i]!] === DIGIT) this.#hasDigit[token] = 1;
      }
    }
  }

  /** Whether the row carries the token (by name, for instance a reversal marker). */
  static carries(side: AccountSide, row: number, token: number): boolean {
    const { tokens, tokenStart } = side.text;
    for (let t = tokenStart[row]!; t < tokenStart[row + 1]!; t++) if (tokens[t] === token) return true;
    return false;
  }

  /** Weight of a row's text, kept once it was asked for: a row meets many candidates. */
  #total(side: AccountSide, row: number): number {
    const totals = side === this.#account.gl ? this.#glTotals : this.#bankTotals;
    if (totals[row]! >= 0) return totals[row]!;
    const { tokens, tokenStart } = side.text;
    let total = 0;
    for (let t = tokenStart[row]!; t < tokenStart[row + 1]!; t++) {
      const token = tokens[t]!;
      if (!(this.#hasDigit[token] && this.#frequency[token] === 1)) total += this.#weight[token]!;
    }
    totals[row] = total;
    return total;
  }

  /** Score of two rows, 0 to 10,000; sets `against`. The sides may be the same one (reversals). */
  of(a: AccountSide, i: number, b: AccountSide, j: number): number {
    const x = a.text;
    const y = b.text;
    let s = x.tokenStart[i]!;
    let t = y.tokenStart[j]!;
    const sEnd = x.tokenStart[i + 1]!;
    const tEnd = y.tokenStart[j + 1]!;
    let agreed = 0;
    let rareA = false;
    let rareB = false;
    let rareAgrees = false;
    while (s < sEnd || t < tEnd) {
      const u = s < sEnd ? x.tokens[s]! : 0xffffffff;
      const v = t < tEnd ? y.tokens[t]! : 0xffffffff;
      const token = u < v ? u : v;
      const speaks = this.rare[token]! > this.#hasDigit[token]!;
      if (u === v) {
        agreed += this.#weight[token]!;
        if (speaks) rareA = rareB = rareAgrees = true;
        s++;
        t++;
      } else if (u < v) {
        rareA ||= speaks;
        s++;
      } else {
        rareB ||= speaks;
        t++;
      }
    }
    const first = this.#cut(a, i, b, j, -1);
    if (first >= 0) {
      agreed += this.#weight[first]!;
      rareAgrees ||= this.rare[first]! > this.#hasDigit[first]!;
    }
    const second = this.#cut(b, j, a, i, first);
    if (second >= 0) {
      agreed += this.#weight[second]!;
      rareAgrees ||= this.rare[second]! > this.#hasDigit[second]!;
    }
    const lighter = Math.min(this.#total(a, i), this.#total(b, j)) + this.#calibration.textPrior;
    const score = lighter === 0 ? 0 : Math.min(FULL, Math.floor((FULL * agreed) / lighter));
    this.against = rareA && rareB && !rareAgrees && score < this.#calibration.textFloor;
    return score;
  }

  /** Marks (or unmarks) the rare tokens of a row, for `sharedRare`. */
  markRare(side: AccountSide, row: number, mark: 0 | 1): void {
    const { tokens, tokenStart } = side.text;
    for (let t = tokenStart[row]!; t < tokenStart[row + 1]!; t++) {
      if (this.rare[tokens[t]!]) this.#marked[tokens[t]!] = mark;
    }
  }

  /** How many rare tokens a row shares with the marked one. */
  sharedRare(side: AccountSide, row: number): number {
    const { tokens, tokenStart } = side.text;
    let shared = 0;
    for (let t = tokenStart[row]!; t < tokenStart[row + 1]!; t++) shared += this.#marked[tokens[t]!]!;
    return shared;
  }

  /** The heaviest token of the other row that this row's cut token begins, or -1. */
  #cut(a: AccountSide, i: number, b: AccountSide, j: number, used: number): number {
    const cut = a.text.cutToken[i]!;
    if (cut < 0 || cut === used || TextScore.carries(b, j, cut)) return -1;
    let best = -1;
    for (let t = b.text.tokenStart[j]!; t < b.text.tokenStart[j + 1]!; t++) {
      const token = b.text.tokens[t]!;
      if (best >= 0 && this.#weight[token]! <= this.#weight[best]!) continue;
      if (this.#begins(cut, token) && !TextScore.carries(a, i, token)) best = token;
    }
    return best;
  }

  #begins(cut: number, token: number): boolean {
    const { store, start } = this.#account.reader.tokens;
    const length = start[cut + 1]! - start[cut]!;
    if (start[token + 1]! - start[token]! <= length) return false;
    for (let k = 0; k < length; k++) if (store[start[cut]! + k] !== store[start[token]! + k]) return false;
    return true;
  }
}
