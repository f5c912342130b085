// The probability of each candidate of a class among all live candidates and nobody: two to the power of its evidence,
// divided by the sum of all. Rules: docs/decisions/matching-definitions.md, "Shares".

import { bits, ONE, oddsOf, power, WHOLE } from './bits.ts';

/** Sums of powers by class, each against the most evidence of its class, in two passes over candidates. */
export class Shares {
  /** Most evidence of a class, nobody's included. */
  readonly most: Int32Array;
  readonly #sum: Float64Array;
  readonly #nobody: Int32Array;

  /** `nobody`: by class, the evidence that none of its candidates is its partner. */
  constructor(nobody: Int32Array) {
    this.#nobody = nobody;
    this.most = nobody.slice();
    this.#sum = new Float64Array(nobody.length);
  }

  /** Step 1, for all candidates: finds the most evidence of each class. */
  meet(c: number, evidence: number): void {
    if (evidence > this.most[c]) this.most[c] = evidence;
  }

  /** Step 2, once: begins the sums with nobody. */
  begin(): void {
    for (let c = 0; c < this.#sum.length; c++) this.#sum[c] = power(this.#nobody[c] - this.most[c]);
  }

  /** Step 3, for all candidates again: adds to the sums. */
  add(c: number, evidence: number): void {
    this.#sum[c] += power(evidence - this.most[c]);
  }

  /** Odds of a candidate that was added, in sixteenths of a bit. */
  odds(c: number, evidence: number): number {
    const own = power(evidence - this.most[c]);
    return oddsOf(own, this.#sum[c] - own);
  }

  /** Share of a candidate that was added, of WHOLE. */
  share(c: number, evidence: number): number {
    return Math.floor((WHOLE * power(evidence - this.most[c])) / this.#sum[c]);
  }

  /** Share of all candidates together, and of nobody. */
  someone(c: number): number {
    const nobody = power(this.#nobody[c] - this.most[c]);
    return Math.floor((WHOLE * (this.#sum[c] - nobody)) / this.#sum[c]);
  }

  nobody(c: number): number {
    return this.share(c, this.#nobody[c]);
  }
}

/** The evidence that one of a class's candidates is right: log2 of the sum of powers, in sixteenths of a bit. */
export class SomeoneEvidence {
  readonly #most: Int32Array;
  readonly #sum: Float64Array;

  constructor(classes: number) {
    this.#most = new Int32Array(classes).fill(NOTHING);
    this.#sum = new Float64Array(classes);
  }

  meet(c: number, evidence: number): void {
    if (evidence > this.#most[c]) this.#most[c] = evidence;
  }

  add(c: number, evidence: number): void {
    this.#sum[c] += power(evidence - this.#most[c]);
  }

  most(c: number): number {
    return this.#most[c];
  }

  /** Whether the class has a candidate. */
  hasAny(c: number): boolean {
    return this.#most[c] !== NOTHING;
  }

  of(c: number): number {
    return this.#most[c] + bits(this.#sum[c]) - bits(ONE);
  }
}

const NOTHING = -0x7fffffff;
