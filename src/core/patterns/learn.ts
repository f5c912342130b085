// The figures that a pattern learns from approvals. From four points on, outliers beyond 1.5 times the interquartile
// range are dropped. Count, median, sum, least and greatest are computed in integers, quartiles by linear
// interpolation.

import type { LearnedPoint, PatternFigures } from '../records/documents/patterns.ts';

const FENCE_FROM = 4;

/** Null if there is nothing to learn from. The order of the points does not matter. */
export function learn(points: readonly LearnedPoint[]): PatternFigures | null {
  const sorted = points.toSorted((a, b) => a.value - b.value);
  const kept = sorted.length < FENCE_FROM ? sorted : fenced(sorted);
  if (kept.length === 0) return null;
  const half = Math.floor(kept.length / 2);
  return {
    count: kept.length,
    outliersDropped: sorted.length - kept.length,
    medianTwice: kept[half].value + kept[kept.length % 2 === 0 ? half - 1 : half].value,
    sum: kept.reduce((sum, { value }) => sum + BigInt(value), 0n),
    min: kept[0].value,
    max: kept.at(-1)!.value,
    lastSeenAt: kept.reduce((last, { at }) => Math.max(last, at), 0),
  };
}

/** The points within the fence, including its ends. `sorted`: in ascending order. */
function fenced(sorted: readonly LearnedPoint[]): LearnedPoint[] {
  const [first, third] = [quartileFourfold(sorted, 1), quartileFourfold(sorted, 3)];
  // The condition is 8 v >= 8 q1 - 12 (q3 - q1), and likewise above.
  const reach = 3n * (third - first);
  const [least, most] = [2n * first - reach, 2n * third + reach];
  return sorted.filter(({ value }) => 8n * BigInt(value) >= least && 8n * BigInt(value) <= most);
}

/** Four times the first or third quartile, a quarter or three quarters of the way from the first point to the last. */
function quartileFourfold(sorted: readonly LearnedPoint[], quarters: 1 | 3): bigint {
  const place = (sorted.length - 1) * quarters;
  const below = BigInt(sorted[Math.floor(place / 4)].value);
  const above = BigInt(sorted[Math.ceil(place / 4)].value);
  return 4n * below + BigInt(place % 4) * (above - below);
}
