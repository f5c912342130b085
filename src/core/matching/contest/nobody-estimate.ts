// Estimates the evidence for nobody, by side, from all candidates of a contest: the share of rows that have a partner,
// and the average evidence of chance pairs. That average is 1 only if words and days were weighed correctly. Rules:
// docs/decisions/matching-definitions.md, "Nobody".

import { SIDES } from '../../records/rows/columns.ts';
import { type Classes, sizeOf } from '../classes.ts';
import { BIT, bits, lifted, WHOLE } from '../evidence/bits.ts';
import { type Accident, estimatePartnerless, Leads, nobodyFor, PARTNERLESS_BEFORE } from '../evidence/nobody.ts';
import { Shares, SomeoneEvidence } from '../evidence/shares.ts';

/** The first guess: chance pairs come to 1 on average; it counts as this many pairs. */
const PRIOR_PAIRS = 4;
const LIFTED_ONE = lifted(0);

interface Choosers {
  readonly classes: Classes;
  readonly classOf: Uint32Array;
  readonly rivals: Float64Array;
}

interface Choosing {
  readonly accident: Accident;
  readonly evidence: Int32Array;
  readonly gl: Choosers;
  readonly bank: Choosers;
}

/** Passes; both estimates settle in about two. */
const PASSES = 2;

/**
 * The evidence, for each side, that a row has no partner, with the average evidence of chance pairs in it. The share of
 * rows that have a partner and that average are estimated in turns.
 */
export function estimateNobody(of: Choosing): { gl: number; bank: number } {
  const { accident, evidence } = of;
  const sides = { gl: someoneOf(of.gl, evidence), bank: someoneOf(of.bank, evidence) };
  const nobody = { gl: byRivals(of.gl, accident), bank: byRivals(of.bank, accident) };
  const partnerless = { gl: PARTNERLESS_BEFORE, bank: PARTNERLESS_BEFORE };
  const glClass = of.gl.classOf;
  const bankClass = of.bank.classOf;
  const first = new ChancePairs(of);
  for (let e = 0; e < evidence.length; e++) {
    const isBest = evidence[e] >= sides.gl.most(glClass[e]) || evidence[e] >= sides.bank.most(bankClass[e]);
    first.add(e, isBest ? 0 : WHOLE);
  }
  let chance = first.evidence();
  for (let pass = 0; pass < PASSES; pass++) {
    for (const side of SIDES) {
      const { classes } = of[side];
      const leads = new Leads();
      for (let c = 0; c < classes.count; c++) {
        if (sides[side].hasAny(c)) leads.add(sides[side].of(c) - nobody[side][c] - chance, sizeOf(classes, c));
      }
      partnerless[side] = estimatePartnerless(leads, classes.rows.length);
    }
    const shares = {
      gl: sharesOf(of.gl, evidence, nobody.gl, chance + partnerless.gl),
      bank: sharesOf(of.bank, evidence, nobody.bank, chance + partnerless.bank),
    };
    const pairs = new ChancePairs(of);
    for (let e = 0; e < evidence.length; e++) {
      pairs.add(e, WHOLE - lesserShare(shares, { e, glClass: glClass[e], bankClass: bankClass[e], evidence }));
    }
    chance = pairs.evidence();
  }
  return { gl: chance + partnerless.gl, bank: chance + partnerless.bank };
}

/** The weight of chance candidates, by class. */
function byRivals({ classes, rivals }: Choosers, accident: Accident): Int32Array {
  const nobody = new Int32Array(classes.count);
  for (let c = 0; c < nobody.length; c++) nobody[c] = nobodyFor(classes, c, rivals[c], accident);
  return nobody;
}

function sharesOf({ classOf }: Choosers, evidence: Int32Array, byRivals: Int32Array, odds: number): Shares {
  const nobody = new Int32Array(byRivals.length);
  for (let c = 0; c < nobody.length; c++) nobody[c] = byRivals[c] + odds;
  const shares = new Shares(nobody);
  for (let e = 0; e < classOf.length; e++) shares.meet(classOf[e], evidence[e]);
  shares.begin();
  for (let e = 0; e < classOf.length; e++) shares.add(classOf[e], evidence[e]);
  return shares;
}

function someoneOf({ classes, classOf }: Choosers, evidence: Int32Array): SomeoneEvidence {
  const someone = new SomeoneEvidence(classes.count);
  for (let e = 0; e < classOf.length; e++) someone.meet(classOf[e], evidence[e]);
  for (let e = 0; e < classOf.length; e++) someone.add(classOf[e], evidence[e]);
  return someone;
}

/** A candidate this far below the best of its class has a share of less than a ten-thousandth. */
const NO_SHARE = 14 * BIT;

function lesserShare(
  { gl, bank }: { readonly gl: Shares; readonly bank: Shares },
  {
    e,
    glClass,
    bankClass,
    evidence,
  }: { readonly e: number; readonly glClass: number; readonly bankClass: number; readonly evidence: Int32Array },
): number {
  const own = evidence[e];
  if (own < gl.most[glClass] - NO_SHARE || own < bank.most[bankClass] - NO_SHARE) return 0;
  return Math.min(gl.share(glClass, own), bank.share(bankClass, own));
}

/** The average evidence of a chance pair. */
class ChancePairs {
  readonly #evidence: Int32Array;
  readonly #classes: Classes;
  readonly #classOf: Uint32Array;
  #sum = PRIOR_PAIRS * LIFTED_ONE;
  #pairs = PRIOR_PAIRS * WHOLE;

  constructor({ evidence, gl, bank }: Choosing) {
    this.#evidence = evidence;
    this.#classes = bank.classes;
    this.#classOf = bank.classOf;
    for (const count of gl.rivals) this.#pairs += count * WHOLE;
  }

  /** `isChance`: the probability that a candidate is a chance pair, in parts of WHOLE. */
  add(e: number, isChance: number): void {
    const rows = sizeOf(this.#classes, this.#classOf[e]);
    this.#sum += Math.floor((lifted(this.#evidence[e]) * isChance) / WHOLE) * rows;
    this.#pairs -= (WHOLE - isChance) * rows;
  }

  /** Log2, in sixteenths of a bit; not above 0. */
  evidence(): number {
    return Math.min(0, bits(this.#sum) + bits(WHOLE) - bits(LIFTED_ONE) - bits(this.#pairs));
  }
}
