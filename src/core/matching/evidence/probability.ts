// Turns odds among candidates into the probability that is shown and that tiers promise. Odds alone are too low,
// because most rivals have partners of their own. The table has the shares that were measured over all kinds of month
// (docs/benchmarks.md, "Calibration"). One table for every session. Rules: docs/decisions/matching-definitions.md,
// "Acceptance".

import { shareOf, WHOLE } from './bits.ts';

/**
 * Odds in sixteenths of a bit, and how many of ten thousand pairs with such odds were right; interpolated between
 * entries.
 */
const FOUND: readonly (readonly [odds: number, right: number])[] = [
  [8, 7_300],
  [18, 7_700],
  [26, 8_600],
  [34, 9_500],
  [42, 9_750],
  [52, 9_820],
  [64, 9_880],
  [80, 9_910],
  [96, 9_945],
  [112, 9_968],
  [128, 9_982],
  [160, 9_990],
  [200, 9_994],
  [260, 9_998],
  [480, 9_999],
];

/**
 * Probability in ten-thousandths. `odds`: the lower of the two rows' odds. Below the odds that a tier takes nothing was
 * measured; there it is the share of the odds.
 */
export function probabilityOf(odds: number): number {
  const above = FOUND.findIndex(([knot]) => odds <= knot);
  if (above <= 0) return odds < FOUND[0][0] ? shareOf(odds) : above === 0 ? FOUND[0][1] : WHOLE - 1;
  const [[low, least], [high, most]] = [FOUND[above - 1], FOUND[above]];
  return least + Math.floor(((most - least) * (odds - low)) / (high - low));
}

/** The least odds of a pair that a tier takes. */
export const LEAST_ODDS: Readonly<Record<3 | 4 | 5 | 6, number>> = { 3: 34, 4: 18, 5: 10, 6: 8 };
/** The least text evidence of a pair of tier 5. */
export const LEAST_TEXT_OF_5 = -160;
