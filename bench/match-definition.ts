// What the kernel and its peer are both asked in the matching benchmark: the parameters, in the units of either, and
// what their processes are given and answer.

import { DEFAULT_PARAMETERS, type MatchParameters } from '../src/core/matching/parameters.ts';
import { RATE_SCALE } from '../src/core/money/rates.ts';
import type { Month } from './inputs.ts';
import type { Taken } from './measure.ts';

/** Days either way, as on the command line. */
export const DAYS = 3;
/** In kobo: 1.00, and the fees that made-up months net, 10 to 60. */
export const TOLERANCE = 100;
export const CHARGE_MIN = 1_000;
export const CHARGE_MAX = 6_000;
/** 0.5% of card sales. */
export const RATE_PER_THOUSAND = 5;

export const MATCH_PARAMETERS: MatchParameters = {
  ...DEFAULT_PARAMETERS,
  daysForward: DAYS,
  daysBack: DAYS,
  mscRate: (RATE_PER_THOUSAND * RATE_SCALE) / 1_000,
  currencies: { NGN: { tolerance: TOLERANCE, chargeMin: CHARGE_MIN, chargeMax: CHARGE_MAX } },
};

export interface MatchInput {
  readonly month: Month;
  readonly runs: number;
  /** Where to write the pairs of the first run: three 32-bit integers each, ledger line, bank line, tier. */
  readonly pairsFile: string;
}

export interface MatchAnswer {
  /** Of each run. */
  readonly taken: readonly Taken[];
  /** Of the last run, where the work has stages. */
  readonly stages: readonly { readonly stage: string; readonly seconds: number }[];
  /** In bytes: while the first run went on, and while all did. */
  readonly peakBytes: number;
  readonly peakBytesLater: number;
}
