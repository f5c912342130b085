// How much two texts agree, 0 to 10,000, each token weighted by its rarity in the account, and whether they speak
// against each other (matching-definitions.md, "Text score T").

import type { Calibration } from '../../src/core/matching/calibration.ts';
import type { Reading } from './reading.ts';

/** Tokens, as far as the score is concerned: a row or a class of equal rows. */
export type Texts = Pick<Reading, 'tokens' | 'cutToken'>;

export class TextScore {
  private readonly rowCount: number;
  private readonly rowsWith = new Map<string, number>();
  private readonly calibration: Calibration;

  /** All rows of the account, both sides. */
  constructor(rows: readonly Reading[], calibration: Calibration) {
    this.rowCount = rows.length;
    this.calibration = calibration;
    for (const row of rows)
      for (const token of row.tokens) this.rowsWith.set(token, (this.rowsWith.get(token) ?? 0) + 1);
  }

  /** T of a pair; the first is the GL row (or the positive one of a reversal). */
  score(a: Texts, b: Texts): number {
    const agreed = this.agreements(a, b).reduce((sum, one) => sum + this.weight(one.counts), 0);
    const lighter = Math.min(this.total(a), this.total(b));
    const denominator = lighter + this.calibration.textPrior;
    return denominator === 0 ? 0 : Math.min(10_000, Math.floor((10_000 * agreed) / denominator));
  }

  against(a: Texts, b: Texts): boolean {
    const rareWord = (token: string) => this.isRare(token) && !hasDigit(token);
    const bothSpeak = [a, b].every((texts) => [...texts.tokens].some(rareWord));
    const rareAgrees = this.agreements(a, b).some((one) => rareWord(one.token) || rareWord(one.counts));
    return bothSpeak && !rareAgrees && this.score(a, b) < this.calibration.textFloor;
  }

  /** All tokens of one, which has some, are tokens of the other: of both when they have the same. */
  oneWithinTheOther(a: Texts, b: Texts): boolean {
    const [shorter, longer] = a.tokens.size <= b.tokens.size ? [a, b] : [b, a];
    return shorter.tokens.size > 0 && [...shorter.tokens].every((token) => longer.tokens.has(token));
  }

  /** Both have the same tokens, and some. */
  sameWords(a: Texts, b: Texts): boolean {
    return a.tokens.size === b.tokens.size && this.oneWithinTheOther(a, b);
  }

  sharedRareTokens(a: Texts, b: Texts): number {
    return [...a.tokens].filter((token) => b.tokens.has(token) && this.isRare(token)).length;
  }

  private isRare(token: string): boolean {
    return this.rowsWith.get(token)! * 10_000 <= this.calibration.rareShare * this.rowCount;
  }

  private weight(token: string): number {
    return Math.max(0, ilog(this.rowCount) - ilog(this.rowsWith.get(token)!));
  }

  private total(texts: Texts): number {
    const counting = [...texts.tokens].filter((token) => !(hasDigit(token) && this.rowsWith.get(token) === 1));
    return counting.reduce((sum, token) => sum + this.weight(token), 0);
  }

  /** What agrees: equal tokens, then the cut token of either row with a longer token of the other, which counts. */
  private agreements(a: Texts, b: Texts): { token: string; counts: string }[] {
    const equal = [...a.tokens].filter((token) => b.tokens.has(token)).map((token) => ({ token, counts: token }));
    const first = this.cutAgreement(a, b);
    if (first !== null && first.counts === b.cutToken) return [...equal, first];
    const second = this.cutAgreement(b, a);
    return [...equal, first, second].filter((one) => one !== null);
  }

  private cutAgreement(cut: Texts, whole: Texts): { token: string; counts: string } | null {
    const token = cut.cutToken;
    if (token === null || whole.tokens.has(token)) return null;
    const longer = [...whole.tokens].filter(
      (one) => one.startsWith(token) && one.length > token.length && !cut.tokens.has(one),
    );
    // Of equal weights the one that is not itself cut, so that the other row's cut token may still agree.
    const preferred = longer.toSorted(
      (x, y) => this.weight(y) - this.weight(x) || Number(x === whole.cutToken) - Number(y === whole.cutToken),
    );
    return preferred.length === 0 ? null : { token, counts: preferred[0]! };
  }
}

function hasDigit(token: string): boolean {
  return /[0-9]/.test(token);
}

/** floor(16 log2 x): the greatest k with 2^k <= x^16. */
export function ilog(x: number): number {
  const power = BigInt(x) ** 16n;
  return power.toString(2).length - 1;
}
