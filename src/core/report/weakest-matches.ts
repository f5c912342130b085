// The matches that a reviewer looks at first: those of the least confidence, then of the least probability.

import { CONFIDENCE, type MatchGroups } from '../matching/outcome/outcome.ts';

/** Places of groups, weakest first. A group without a probability, whose reference decided, comes last in its tier. */
export function weakestMatches({ count, tier, weighed: { probability } }: MatchGroups, most: number): number[] {
  const byConfidence = Map.groupBy(
    Array.from({ length: count }, (_, g) => g),
    (g) => CONFIDENCE[tier[g]!] ?? 0,
  );
  const likely = (g: number): number => probability?.[g] || Number.POSITIVE_INFINITY;
  const found: number[] = [];
  for (const confidence of [...byConfidence.keys()].sort((a, b) => a - b)) {
    if (found.length >= most) break;
    const groups = byConfidence
      .get(confidence)!
      .sort((a, b) => (likely(a) === likely(b) ? a - b : likely(a) - likely(b)));
    for (const g of groups.slice(0, most - found.length)) found.push(g);
  }
  return found;
}
