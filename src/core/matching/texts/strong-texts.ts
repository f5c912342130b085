// Tells without comparing them that two texts cannot agree strongly. Most of a text's weight is in its rare words; two
// rows that share none of them, and of which none completes what the other cut off, agree in common words at most.
// Rules: docs/decisions/matching-definitions.md, "Text score".

import type { Calibration } from '../calibration.ts';
import { FULL } from './text-score.ts';
import { HEAD, RARE, WEIGHT, type WeighedTexts } from './weighed-texts.ts';

/** By row, in two words of 32 bits, one for the head of each rare word, and for those and the word that may be cut. */
interface Signatures {
  readonly rareLow: Int32Array;
  readonly rareHigh: Int32Array;
  readonly cutLow: Int32Array;
  readonly cutHigh: Int32Array;
  /** Weight of the words that are not rare, and of the heaviest of them. */
  readonly common: Int32Array;
  readonly heaviest: Int32Array;
  readonly totals: Int32Array;
}

export class StrongTexts {
  private readonly left: Signatures;
  private readonly right: Signatures;
  private readonly strong: number;
  private readonly prior: number;

  constructor(left: WeighedTexts, right: WeighedTexts, { strongText, textPrior }: Calibration) {
    this.left = signaturesOf(left);
    this.right = signaturesOf(right);
    this.strong = strongText;
    this.prior = textPrior;
  }

  /** False only when the score of row i of the left texts and row j of the right ones is below strongText. */
  mayAgree(i: number, j: number): boolean {
    const { left: a, right: b } = this;
    const low = (a.rareLow[i]! & b.cutLow[j]!) | (a.cutLow[i]! & b.rareLow[j]!);
    const high = (a.rareHigh[i]! & b.cutHigh[j]!) | (a.cutHigh[i]! & b.rareHigh[j]!);
    if ((low | high) !== 0) return true;
    // Words they share, one that completes the left row's cut word, one that completes the right row's.
    const most = Math.min(a.common[i]! + b.heaviest[j]!, b.common[j]! + a.heaviest[i]!);
    return FULL * most >= this.strong * (Math.min(a.totals[i]!, b.totals[j]!) + this.prior);
  }
}

function signaturesOf({ tokenStart, about, cutToken, cutHead, totals }: WeighedTexts): Signatures {
  const n = totals.length;
  const words = (): Int32Array => new Int32Array(n);
  const of = { rareLow: words(), rareHigh: words(), cutLow: words(), cutHigh: words(), common: words() };
  const heaviest = words();
  for (let row = 0; row < n; row++) {
    for (let t = tokenStart[row]!; t < tokenStart[row + 1]!; t++) {
      const word = about[t]!;
      const weight = word & WEIGHT;
      if (word & RARE) set(of.rareLow, of.rareHigh, row, word >>> HEAD);
      else {
        of.common[row]! += weight;
        if (weight > heaviest[row]!) heaviest[row] = weight;
      }
    }
    of.cutLow[row] = of.rareLow[row]!;
    of.cutHigh[row] = of.rareHigh[row]!;
    if (cutToken[row]! >= 0) set(of.cutLow, of.cutHigh, row, cutHead[row]!);
  }
  return { ...of, heaviest, totals };
}

function set(low: Int32Array, high: Int32Array, row: number, head: number): void {
  const bit = Math.imul(head, 0x9e3779b1) >>> 26;
  if (bit < 32) low[row]! |= 1 << bit;
  else high[row]! |= 1 << (bit - 32);
}
