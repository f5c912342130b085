// Estimates by side what speaks for nobody, from all candidates of a contest: the share of rows that have a partner, and
// what the evidence of pairs by chance comes to, which is 1 on average only where words and days were rightly weighed.
// Rules: docs/decisions/matching-definitions.md, "Nobody".

import { SIDES, type Side } from '../../records/rows/columns.ts';
import { type Classes, sizeOf } from '../candidates/classes.ts';
import { bits, lifted, WHOLE } from './bits.ts';
import { type Accident, estimatePartnerless, nobodyFor, PARTNERLESS_BEFORE } from './nobody.ts';
import { Shares, SomeoneEvidence } from './shares.ts';

/** Before any is known chance pairs come to 1; that is worth so many pairs. */
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

/** Both estimates settle in about two. */
const PASSES = 2;

/**
 * By side the evidence that a row has no partner, what chance pairs come to included: in turns, the share of rows that
 * have one and what those pairs come to that are none.
 */
export function estimateNobody(of: Choosing): { gl: number; bank: number } {
  const { accident, evidence } = of;
  const sides = { gl: someoneOf(of.gl, evidence), bank: someoneOf(of.bank, evidence) };
  const partnerless = { gl: PARTNERLESS_BEFORE, bank: PARTNERLESS_BEFORE };
  let chance = chanceOf(of, (e) =>
    evidence[e]! < sides.gl.most(of.gl.classOf[e]!) && evidence[e]! < sides.bank.most(of.bank.classOf[e]!) ? WHOLE : 0,
  );
  for (let pass = 0; pass < PASSES; pass++) {
    for (const side of SIDES) {
      const { classes, rivals } = of[side];
      const leads: [number, number][] = [];
      for (let c = 0; c < classes.count; c++) {
        const lead = sides[side].of(c);
        if (lead !== null)
          leads.push([lead - nobodyFor(classes, c, { rivals: rivals[c]!, accident }) - chance, sizeOf(classes, c)]);
      }
      partnerless[side] = estimatePartnerless(leads, classes.rows.length);
    }
    const shares = {
      gl: sharesOf(of.gl, of, chance + partnerless.gl),
      bank: sharesOf(of.bank, of, chance + partnerless.bank),
    };
    const share = (side: Side, e: number): number => shares[side].share(of[side].classOf[e]!, evidence[e]!);
    chance = chanceOf(of, (e) => WHOLE - Math.min(share('gl', e), share('bank', e)));
  }
  return { gl: chance + partnerless.gl, bank: chance + partnerless.bank };
}

function sharesOf({ classes, classOf, rivals }: Choosers, { evidence, accident }: Choosing, odds: number): Shares {
  const nobody = Int32Array.from(rivals, (count, c) => nobodyFor(classes, c, { rivals: count, accident }) + odds);
  const shares = new Shares(nobody);
  for (let e = 0; e < classOf.length; e++) shares.meet(classOf[e]!, evidence[e]!);
  shares.begin();
  for (let e = 0; e < classOf.length; e++) shares.add(classOf[e]!, evidence[e]!);
  return shares;
}

function someoneOf({ classes, classOf }: Choosers, evidence: Int32Array): SomeoneEvidence {
  const someone = new SomeoneEvidence(classes.count);
  for (let e = 0; e < classOf.length; e++) someone.meet(classOf[e]!, evidence[e]!);
  for (let e = 0; e < classOf.length; e++) someone.add(classOf[e]!, evidence[e]!);
  return someone;
}

/**
 * What a chance pair's evidence comes to on average, log2; not above 0. `weight`: how far a candidate is one, of WHOLE.
 */
function chanceOf({ evidence, gl, bank }: Choosing, weight: (e: number) => number): number {
  let sum = PRIOR_PAIRS * LIFTED_ONE;
  let pairs = PRIOR_PAIRS * WHOLE;
  for (const count of gl.rivals) pairs += count * WHOLE;
  for (let e = 0; e < evidence.length; e++) {
    const isChance = weight(e);
    const rows = sizeOf(bank.classes, bank.classOf[e]!);
    sum += Math.floor((lifted(evidence[e]!) * isChance) / WHOLE) * rows;
    pairs -= (WHOLE - isChance) * rows;
  }
  return Math.min(0, bits(sum) + bits(WHOLE) - bits(LIFTED_ONE) - bits(pairs));
}
