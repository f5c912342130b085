// The probability of each candidate of a class among all live candidates and nobody: two to the power of its evidence,
// divided by the sum of all. Rules: docs/decisions/matching-definitions.md, "Shares".

import { bits, ONE, oddsOf, power, WHOLE } from './bits.ts';

/** Less evidence than anything has. */
export const NO_EVIDENCE = -0x7fffffff;

/** Sums of powers by class, each against the most evidence of its class. */
export class Shares {
  /** Most evidence of a class, nobody's included. */
  readonly most: Int32Array;
  readonly #sum: Float64Array;
  readonly #nobody: Int32Array;

  /**
   * `classOf` and `evidence`: by candidate. `nobody`: by class, the evidence that none of its candidates is its partner,
   * or NO_EVIDENCE. `live`: candidates that count; without it all.
   */
  constructor(classOf: Uint32Array, evidence: Int32Array, nobody: Int32Array, live: Uint32Array | null = null) {
    const count = live === null ? evidence.length : live.length;
    const most = nobody.slice();
    const sum = new Float64Array(nobody.length);
    for (let k = 0; k < count; k++) {
      const e = live === null ? k : live[k];
      if (evidence[e] > most[classOf[e]]) most[classOf[e]] = evidence[e];
    }
    for (let c = 0; c < sum.length; c++) sum[c] = power(nobody[c] - most[c]);
    for (let k = 0; k < count; k++) {
      const e = live === null ? k : live[k];
      sum[classOf[e]] += power(evidence[e] - most[classOf[e]]);
    }
    this.most = most;
    this.#sum = sum;
    this.#nobody = nobody;
  }

  /** Log2 of the sum of powers, in sixteenths of a bit. */
  evidence(c: number): number {
    return this.most[c] + bits(this.#sum[c]) - bits(ONE);
  }

  /** Odds of a candidate that counts, in sixteenths of a bit. */
  odds(c: number, evidence: number): number {
    const own = power(evidence - this.most[c]);
    return oddsOf(own, this.#sum[c] - own);
  }

  /** Share of a candidate that counts, of WHOLE. */
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
