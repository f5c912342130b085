// How often the texts of a true pair have nothing in common: what a bank says of a payment may be other words than the
// ledger's. Estimated from pairs that are alone both ways. The least that text evidence can be.
// Rules: docs/decisions/matching-definitions.md, "Rewording".

import { bits, shareOf, WHOLE } from './bits.ts';
import { type Accident, ofRivals, PARTNERLESS_BEFORE } from './nobody.ts';

/** One true pair in a hundred; that is worth so many pairs. */
const PRIOR_PAIRS = 20;
const PRIOR_REWORDED = (WHOLE * PRIOR_PAIRS) / 100;
const ROUNDS = 20;

/** `alone`: text evidence and evidence of days. Answers log2 of the share, in sixteenths of a bit. */
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
