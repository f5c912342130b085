// The confidence of a pattern: the weight of its occurrences times their consistency. Levels are computed by exact
// fractions.

import type { PatternFigures } from '../records/documents/patterns.ts';

type ConfidenceLevel = 'candidate' | 'learning' | 'eligible';

interface Confidence {
  /** min(occurrences / 5, 1). */
  readonly occurrenceWeight: number;
  /** 1 - span/median; may be negative. If the median is 0: 1 if all values are 0, else 0. */
  readonly consistency: number;
  /** The product of both, limited to 0 .. 1. */
  readonly confidence: number;
  readonly level: ConfidenceLevel;
}

const FULL_WEIGHT = 5;
/** Least confidence of each level, in tenths. */
const LEARNING = 4n;
const ELIGIBLE = 7n;

export function confidenceOf({ count, medianTwice, min, max }: PatternFigures): Confidence {
  const [times, of] = [BigInt(Math.min(count, FULL_WEIGHT)), BigInt(FULL_WEIGHT)];
  const [consistent, median] = consistencyOf({ medianTwice: BigInt(medianTwice), span: BigInt(max) - BigInt(min) });
  const reaches = (tenths: bigint): boolean => 10n * times * consistent >= tenths * of * median;
  const occurrenceWeight = Number(times) / FULL_WEIGHT;
  const consistency = Number(consistent) / Number(median);
  return {
    occurrenceWeight,
    consistency,
    confidence: Math.min(1, Math.max(0, occurrenceWeight * consistency)),
    level: reaches(ELIGIBLE) ? 'eligible' : reaches(LEARNING) ? 'learning' : 'candidate',
  };
}

/** The consistency as a fraction with a positive denominator. Values are magnitudes, so a median of 0 is the least. */
function consistencyOf({ medianTwice, span }: { readonly medianTwice: bigint; readonly span: bigint }) {
  if (medianTwice === 0n) return [span === 0n ? 1n : 0n, 1n] as const;
  return [medianTwice - 2n * span, medianTwice] as const;
}
