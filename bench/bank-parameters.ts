// The terms by which benchmarks match made-up months.

import { DEFAULT_PARAMETERS, type MatchParameters } from '../src/core/matching/parameters.ts';
import { RATE_SCALE } from '../src/core/money/rates.ts';

/** A run as a bank would set it: three days either way, a naira of tolerance, no fees told. */
export const BANK_PARAMETERS: MatchParameters = {
  ...DEFAULT_PARAMETERS,
  daysForward: 3,
  daysBack: 3,
  currencies: { NGN: { tolerance: 100, chargeMin: 0, chargeMax: 0 } },
};
/** A run that is told of the fees that the months net. */
export const WITH_FEES: MatchParameters = {
  ...BANK_PARAMETERS,
  mscRate: 0.005 * RATE_SCALE,
  currencies: { NGN: { tolerance: 100, chargeMin: 1_000, chargeMax: 6_000 } },
};
