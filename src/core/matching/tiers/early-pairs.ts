// Pairs that are made before any narration is weighed: at sight (at-sight.ts), by reference and amount alone, and at a
// glance (at-a-glance.ts), by a key that one row a side carries. In the order in which they were found.

import { isByLine } from '../method.ts';
import type { MatchParameters } from '../parameters.ts';

/**
 * Whether a run settles pairs early. It does not if rows are put together first, or if fees may stand on lines of their
 * own, which belong to the group of their transaction.
 */
export function settlesEarly({ method, fees, currencies }: MatchParameters): boolean {
  const hasFeeLines = fees.display !== 'netted' && Object.values(currencies).some(({ rules = [] }) => rules.length > 0);
  return isByLine(method) && !hasFeeLines;
}

export class EarlyPairs {
  count = 0;
  /** Rows of the columns. */
  readonly gl: Uint32Array;
  readonly bank: Uint32Array;
  /** 1 or 2. */
  readonly tier: Uint8Array;
  /** Bank - GL, inside the window. */
  readonly days: Int32Array;
  /** GL amount - bank amount. */
  readonly difference: Float64Array;
  readonly feeBasis: Uint8Array;

  constructor(most: number) {
    this.gl = new Uint32Array(most);
    this.bank = new Uint32Array(most);
    this.tier = new Uint8Array(most);
    this.days = new Int32Array(most);
    this.difference = new Float64Array(most);
    this.feeBasis = new Uint8Array(most);
  }

  push(
    gl: number,
    bank: number,
    { tier, days, difference, fee }: { tier: number; days: number; difference: number; fee: number },
  ): void {
    const at = this.count++;
    this.gl[at] = gl;
    this.bank[at] = bank;
    this.tier[at] = tier;
    this.days[at] = days;
    this.difference[at] = difference;
    this.feeBasis[at] = fee;
  }
}
