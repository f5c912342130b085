// The evidence that none of a row's candidates is its partner: how many could be by chance, and what share of the rows
// of its side has a partner at all, estimated from the rows at hand.
// Rules: docs/decisions/matching-definitions.md, "Nobody".

import { type Classes, sizeOf } from '../classes.ts';
import { bits, MOST_ODDS, shareOf, WHOLE } from './bits.ts';

/** Seven rows in ten have a partner; that is worth so many rows. */
const PRIOR_ROWS = 20;
const PRIOR_PARTNERED = 14;
const ROUNDS = 8;
/** At least one of 64 rows has a partner, and at least one has none. */
const MOST = bits(63);

/** How many candidates a row has by accident beside those that it is known to have: rows, of so many. */
export interface Accident {
  readonly rows: number;
  readonly of: number;
}

/** QUARTER: in a contest of equal amounts. ONE_MORE: in a contest of amounts that agree. */
export const QUARTER: Accident = { rows: 1, of: 4 };
export const ONE_MORE: Accident = { rows: 1, of: 1 };

/** What a row's chance candidates weigh: all but one, and those by accident. */
export const ofRivals = (rivals: number, accident: Accident): number =>
  bits((rivals - 1) * accident.of + accident.rows) - bits(accident.of);

/** Odds that a row has no partner, of `partnered` against all rows, in sixteenths of a bit. */
const partnerless = (partnered: number, rows: number): number =>
  Math.max(-MOST, Math.min(MOST, bits(rows - partnered) - bits(partnered)));

export const PARTNERLESS_BEFORE = partnerless(PRIOR_PARTNERED, PRIOR_ROWS);

/**
 * Estimated by expectation and maximisation. `leads` has for each class with candidates the evidence of any of them less
 * ofRivals, and its rows; `rows` is how many there are, those without candidates included.
 */
export function estimatePartnerless(leads: readonly (readonly [lead: number, rows: number])[], rows: number): number {
  const byLead = new Map<number, number>();
  for (const [lead, count] of leads) {
    const held = Math.max(-2 * MOST_ODDS, Math.min(2 * MOST_ODDS, lead));
    byLead.set(held, (byLead.get(held) ?? 0) + count);
  }
  let odds = PARTNERLESS_BEFORE;
  for (let round = 0; round < ROUNDS; round++) {
    let partnered = PRIOR_PARTNERED * WHOLE;
    for (const [lead, count] of byLead) partnered += count * shareOf(lead - odds);
    odds = partnerless(partnered, (PRIOR_ROWS + rows) * WHOLE);
  }
  return odds;
}

/** What chance candidates weigh for a class: rows like its own have partners of their own. */
export function nobodyFor(
  classes: Classes,
  c: number,
  { rivals, accident }: { readonly rivals: number; readonly accident: Accident },
): number {
  return ofRivals(Math.max(1, rivals - (sizeOf(classes, c) - 1)), accident);
}
