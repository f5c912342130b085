// The evidence of agreeing amounts, by kind: equal, apart by a fee, or apart by some part of the tolerance. It compares
// how frequent a kind is among clear pairs and among all candidates. Rules: docs/decisions/matching-definitions.md,
// "Amounts of tiers 5 and 6".

import { scaled } from '../../money/rates.ts';
import { bits } from './bits.ts';

const EQUAL = 0;
const BY_FEE = 1;
const FIRST_SHARE = 2;
const SHARES = 12;
const AMOUNT_KINDS = FIRST_SHARE + SHARES;

/** First guess of the counts of clear pairs. */
const GUESS: readonly number[] = Array.from({ length: AMOUNT_KINDS }, (_, kind) =>
  kind === EQUAL ? 12 : kind === BY_FEE ? 4 : 1,
);

/** `difference` and `tolerance` in minor units; `isFee`: a fee explains the difference. */
export function amountKind(difference: number, tolerance: number, isFee: boolean): number {
  if (difference === 0) return EQUAL;
  return isFee ? BY_FEE : FIRST_SHARE + scaled(difference, SHARES, tolerance + 1);
}

export type AmountCounts = Float64Array;
export const amountCounts = (): AmountCounts => new Float64Array(AMOUNT_KINDS);

/** Evidence of each kind, in sixteenths of a bit. */
export function amountEvidence(clear: AmountCounts, all: AmountCounts): Int32Array {
  const ofClear = clear.map((count, kind) => count + GUESS[kind]);
  const ofAll = all.map((count) => count + 1);
  const met = sum(ofClear);
  const found = sum(ofAll);
  return Int32Array.from(ofClear, (count, kind) => bits(count) - bits(met) - (bits(ofAll[kind]) - bits(found)));
}

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
