// The evidence that none of a row's candidates is its partner. It depends on how many candidates the row has by chance,
// and on the share of its side's rows that have a partner, estimated from the rows of the contest. Rules:
// docs/decisions/matching-definitions.md, "Nobody".

import { type Classes, sizeOf } from '../classes.ts';
import { bits, MOST_ODDS, shareOf, WHOLE } from './bits.ts';

/** First guess: seven rows in ten have a partner; it counts as this many rows. */
const PRIOR_ROWS = 20;
const PRIOR_PARTNERED = 14;
const ROUNDS = 8;
/** Bound of the odds: at least one of 64 rows has a partner, and at least one has none. */
const MOST = bits(63);

/** How many candidates a row has by accident beside those that were found, as a fraction: `rows` of `of`. */
export interface Accident {
  readonly rows: number;
  readonly of: number;
}

/** QUARTER: in a contest of equal amounts. ONE_MORE: in a contest of amounts that agree. */
export const QUARTER: Accident = { rows: 1, of: 4 };
export const ONE_MORE: Accident = { rows: 1, of: 1 };

/** The weight of a row's chance candidates: all found but one, and those by accident. */
export const ofRivals = (rivals: number, accident: Accident): number =>
  bits((rivals - 1) * accident.of + accident.rows) - bits(accident.of);

/** Odds that a row has no partner, of `partnered` against all rows, in sixteenths of a bit. */
const partnerless = (partnered: number, rows: number): number =>
  Math.max(-MOST, Math.min(MOST, bits(rows - partnered) - bits(partnered)));

export const PARTNERLESS_BEFORE = partnerless(PRIOR_PARTNERED, PRIOR_ROWS);

/**
 * Counts rows by their lead: the evidence that some candidate of their class is right, less ofRivals, limited to 2 x
 * MOST_ODDS either way.
 */
export class Leads {
  readonly rows = new Float64Array(4 * MOST_ODDS + 1);

  add(lead: number, rows: number): void {
    this.rows[Math.max(0, Math.min(4 * MOST_ODDS, lead + 2 * MOST_ODDS))] += rows;
  }
}

/**
 * Estimates by expectation and maximisation from the rows of classes with candidates. `rows`: the number of all rows,
 * also those without candidates.
 */
export function estimatePartnerless(leads: Leads, rows: number): number {
  let odds = PARTNERLESS_BEFORE;
  for (let round = 0; round < ROUNDS; round++) {
    let partnered = PRIOR_PARTNERED * WHOLE;
    for (let k = 0; k < leads.rows.length; k++) {
      if (leads.rows[k] > 0) partnered += leads.rows[k] * shareOf(k - 2 * MOST_ODDS - odds);
    }
    odds = partnerless(partnered, (PRIOR_ROWS + rows) * WHOLE);
  }
  return odds;
}

interface Rivalled {
  readonly classes: Classes;
  /** For each class how many rows of the other side it could be paired with. */
  readonly rivals: Float64Array;
  /** Odds that a row of the side has no partner. */
  readonly partnerless: number;
}

/** For each class the evidence that none of its candidates is its partner. */
export function nobodyByClass({ classes, rivals, partnerless }: Rivalled, accident: Accident): Int32Array {
  const nobody = new Int32Array(classes.count);
  for (let c = 0; c < nobody.length; c++) {
    // Other rows of the class have partners of their own, which are not chance candidates.
    const own = Math.max(1, rivals[c] - (sizeOf(classes, c) - 1));
    nobody[c] = ofRivals(own, accident) + partnerless;
  }
  return nobody;
}
