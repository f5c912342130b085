// How often the texts of a true pair have nothing in common, because the bank words a payment differently from the
// ledger. Estimated from pairs that are each other's only candidate. It is the floor of text evidence. Rules:
// docs/decisions/matching-definitions.md, "Rewording".

import { bits, shareOf, WHOLE } from './bits.ts';
import { type Accident, ofRivals, PARTNERLESS_BEFORE } from './nobody.ts';

/** First guess: one true pair in a hundred; it counts as this many pairs. */
const PRIOR_PAIRS = 20;
const PRIOR_REWORDED = (WHOLE * PRIOR_PAIRS) / 100;
const ROUNDS = 20;

/**
 * `alone`: text and day evidence of pairs that are each other's only candidate. Answers log2 of the share, in
 * sixteenths of a bit.
 */
export function estimateRewording(
  alone: readonly (readonly [text: number, days: number])[],
  accident: Accident,
): number {
  const nobody = ofRivals(1, accident) + PARTNERLESS_BEFORE;
  let floor = bits(PRIOR_REWORDED) - bits(PRIOR_PAIRS * WHOLE);
  for (let round = 0; round < ROUNDS; round++) {
    let reworded = PRIOR_REWORDED;
    let all = PRIOR_PAIRS * WHOLE;
    for (const [text, days] of alone) {
      const share = shareOf(Math.max(text, floor) + days - nobody);
      all += share;
      if (text <= 0) reworded += share;
    }
    floor = bits(reworded) - bits(all);
  }
  return floor;
}
