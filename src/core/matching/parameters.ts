// The parameters of a run, in integers: amounts in minor units by currency, rates and percentages scaled, days as day
// numbers. The edge turns a request's decimals into these once; the kernel never sees a decimal.

import type { BankService } from '../fees/bank-service.ts';
import type { FeeRule } from '../fees/fee-rule.ts';
import type { ChargeWords } from '../records/charge-words.ts';
import type { EventWindows } from './events.ts';
import type { MatchingMethod } from './method.ts';

export const SEARCH_MODES = ['forward', 'backward', 'both'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

export interface CurrencyParameters {
  /** Allowed difference, inclusive, minor units. */
  readonly tolerance: number;
  /** A charge explains a difference when gross - net is in [chargeMin, chargeMax]; chargeMax 0 switches it off. */
  readonly chargeMin: number;
  readonly chargeMax: number;
  /** Rules of expected fees; the first rule that covers a transaction counts. */
  readonly rules?: readonly FeeRule[];
}

/** How fees stand in the rows. null: either way. */
export type FeeDisplay = 'netted' | 'separate' | null;

export interface MatchParameters {
  /** How fees stand in the rows, and the service of the run's rows. */
  readonly fees: { readonly display: FeeDisplay; readonly service: BankService | null };
  readonly method: MatchingMethod;
  /** A pair must lie within one event window; empty: anywhere. */
  readonly events: EventWindows;
  /** A pair is in the window when the bank's booking or value date is in [gl date - daysBack, gl date + daysForward]. */
  readonly daysForward: number;
  readonly daysBack: number;
  readonly reversalDaysForward: number;
  readonly reversalDaysBack: number;
  /** False skips the netting of reversals. */
  readonly netReversals: boolean;
  /** Share of the GL amount, scaled by PERCENT_SCALE; the wider of it and the absolute tolerance counts. */
  readonly tolerancePercent: number;
  /** Merchant service charge, scaled by RATE_SCALE. */
  readonly mscRate: number;
  /** True: the rate applies to money in only. */
  readonly excludeDebitsFromRate: boolean;
  /** Keys are ISO codes; a currency that is missing has zeros. */
  readonly currencies: Readonly<Record<string, CurrencyParameters>>;
  /** What the partner's bank calls its charges; absent if nobody confirmed any. Matching does not use them. */
  readonly chargeWords?: ChargeWords;
}

export const DEFAULT_PARAMETERS: MatchParameters = {
  method: 'line_by_line',
  events: [],
  fees: { display: null, service: null },
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
