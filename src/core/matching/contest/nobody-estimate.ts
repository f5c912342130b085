// Estimates the evidence for nobody, by side, from all candidates of a contest: the share of rows that have a partner,
// and the average evidence of chance pairs. That average is 1 only if words and days were weighed correctly. Rules:
// docs/decisions/matching-definitions.md, "Nobody".

import { SIDES, type Side } from '../../records/rows/columns.ts';
import { sizeOf } from '../classes.ts';
import { BIT, bits, lifted, WHOLE } from '../evidence/bits.ts';
import { estimatePartnerless, Leads, nobodyByClass, PARTNERLESS_BEFORE } from '../evidence/nobody.ts';
import { NO_EVIDENCE, Shares } from '../evidence/shares.ts';
import type { Contest } from './contest.ts';

/** The first guess: chance pairs come to 1 on average; it counts as this many pairs. */
const PRIOR_PAIRS = 4;
const LIFTED_ONE = lifted(0);
/** Passes; both estimates settle in about two. */
const PASSES = 2;

/**
 * The evidence, for each side, that a row has no partner, with the average evidence of chance pairs in it. The share of
 * rows that have a partner and that average are estimated in turns.
 */
export function estimateNobody(contest: Contest): { gl: number; bank: number } {
  const { accident, evidence, glClass, bankClass } = contest;
  const someone = { gl: someoneOf(contest, 'gl'), bank: someoneOf(contest, 'bank') };
  const byRivals = { gl: nobodyByClass(contest.gl, accident), bank: nobodyByClass(contest.bank, accident) };
  const partnerless = { gl: PARTNERLESS_BEFORE, bank: PARTNERLESS_BEFORE };
  const first = new ChancePairs(contest);
  for (let e = 0; e < evidence.length; e++) {
    const isBest = evidence[e] >= someone.gl.most[glClass[e]] || evidence[e] >= someone.bank.most[bankClass[e]];
    first.add(e, isBest ? 0 : WHOLE);
  }
  let chance = first.evidence();
  for (let pass = 0; pass < PASSES; pass++) {
    for (const side of SIDES) {
      const { classes } = contest[side];
      const leads = new Leads();
      for (let c = 0; c < classes.count; c++) {
        if (someone[side].most[c] === NO_EVIDENCE) continue;
        leads.add(someone[side].evidence(c) - byRivals[side][c] - chance, sizeOf(classes, c));
      }
      partnerless[side] = estimatePartnerless(leads, classes.rows.length);
    }
    const nobody = (side: Side): Int32Array =>
      nobodyByClass({ ...contest[side], partnerless: chance + partnerless[side] }, accident);
    const gl = new Shares(glClass, evidence, nobody('gl'));
    const bank = new Shares(bankClass, evidence, nobody('bank'));
    const pairs = new ChancePairs(contest);
    for (let e = 0; e < evidence.length; e++) {
      pairs.add(e, WHOLE - Math.min(shareOf(gl, glClass[e], evidence[e]), shareOf(bank, bankClass[e], evidence[e])));
    }
    chance = pairs.evidence();
  }
  return { gl: chance + partnerless.gl, bank: chance + partnerless.bank };
}

/** The candidates of each class without nobody. */
function someoneOf(contest: Contest, side: Side): Shares {
  const nobody = new Int32Array(contest[side].classes.count).fill(NO_EVIDENCE);
  return new Shares(contest[`${side}Class`], contest.evidence, nobody);
}

/** A candidate this far below the best of its class has a share of less than a ten-thousandth. */
const NO_SHARE = 14 * BIT;

const shareOf = (shares: Shares, c: number, evidence: number): number =>
  evidence < shares.most[c] - NO_SHARE ? 0 : shares.share(c, evidence);

/** The average evidence of a chance pair. */
class ChancePairs {
  readonly #contest: Contest;
  #sum = PRIOR_PAIRS * LIFTED_ONE;
  #pairs = PRIOR_PAIRS * WHOLE;

  constructor(contest: Contest) {
    this.#contest = contest;
    for (const count of contest.gl.rivals) this.#pairs += count * WHOLE;
  }

  /** `isChance`: the probability that a candidate is a chance pair, in parts of WHOLE. */
  add(e: number, isChance: number): void {
    const { bank, bankClass, evidence } = this.#contest;
    const rows = sizeOf(bank.classes, bankClass[e]);
    this.#sum += Math.floor((lifted(evidence[e]) * isChance) / WHOLE) * rows;
    this.#pairs -= (WHOLE - isChance) * rows;
  }

  /** Log2, in sixteenths of a bit; not above 0. */
  evidence(): number {
    return Math.min(0, bits(this.#sum) + bits(WHOLE) - bits(LIFTED_ONE) - bits(this.#pairs));
  }
}
