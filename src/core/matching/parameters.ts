// What a run may tune, already in integers: amounts in minor units by currency, rates and percentages scaled, days
// as day numbers. The edge turns a request's decimals into these once; the kernel never sees a decimal.

import type { EventWindows } from './candidates/events.ts';
import type { MatchingMethod } from './method.ts';

export type SearchMode = 'forward' | 'backward' | 'both';

/** Decimals that a rate is kept to. One with more is refused, never rounded. */
export const RATE_DECIMALS = 9;
/** A rate of 1 is RATE_SCALE; 0.0025 (0.25%) is 2,500,000. */
export const RATE_SCALE = 10 ** RATE_DECIMALS;
/** The same of a percentage. */
export const PERCENT_DECIMALS = 4;
/** A percentage of 100 is PERCENT_SCALE; 0.5 is 5,000. */
export const PERCENT_SCALE = 100 * 10 ** PERCENT_DECIMALS;

export interface CurrencyParameters {
  /** Allowed difference, inclusive, minor units. */
  readonly tolerance: number;
  /** A charge explains a difference when gross - net is in [chargeMin, chargeMax]; chargeMax 0 switches it off. */
  readonly chargeMin: number;
  readonly chargeMax: number;
}

export interface MatchParameters {
  readonly method: MatchingMethod;
  /** A pair counts only within one of them; none: anywhere. */
  readonly events: EventWindows;
  /** A pair is in the window when the bank's booking or value date is in [gl date - daysBack, gl date + daysForward]. */
  readonly daysForward: number;
  readonly daysBack: number;
  readonly reversalDaysForward: number;
  readonly reversalDaysBack: number;
  /** False skips the netting of reversals. */
  readonly netReversals: boolean;
  /** Of the GL amount, scaled by PERCENT_SCALE; the wider of it and the absolute tolerance counts. */
  readonly tolerancePercent: number;
  /** Merchant service charge, scaled by RATE_SCALE. */
  readonly mscRate: number;
  /** True: the rate applies to money in only. */
  readonly excludeDebitsFromRate: boolean;
  /** By ISO code; a currency that is missing has zeros. */
  readonly currencies: Readonly<Record<string, CurrencyParameters>>;
}

export const DEFAULT_PARAMETERS: MatchParameters = {
  method: 'line_by_line',
  events: [],
  daysForward: 0,
  daysBack: 0,
  reversalDaysForward: 7,
  reversalDaysBack: 7,
  netReversals: true,
  tolerancePercent: 0,
  mscRate: 0,
  excludeDebitsFromRate: true,
  currencies: {},
};

/** search_mode forward makes the days backward count as 0; backward the reverse; both keeps them. */
export function searchWindow(
  mode: SearchMode,
  days: { forward: number; back: number },
): { daysForward: number; daysBack: number } {
  return {
    daysForward: mode === 'backward' ? 0 : days.forward,
    daysBack: mode === 'forward' ? 0 : days.back,
  };
}
