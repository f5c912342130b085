// A run's parameters before its currencies are known: amounts, rates and percentages as decimal texts, as a person or a
// request gives them. Files name their currencies only once they are read, so the edge hands the texts on and the
// workflow turns them into minor units, once, for each currency that occurs: 10 is 1,000 kobo, 10 yen, 10,000 fils.
// Values that no run can use are refused here, whatever way they came.

import { TieoutError } from '../errors.ts';
import { type DecimalFeeRule, feeRulesIn } from '../fees/decimal-fees.ts';
import { decimalsOf, exponentOf, scaledInteger } from '../money/money.ts';
import { PERCENT_DECIMALS, PERCENT_SCALE, RATE_DECIMALS, RATE_SCALE } from '../money/rates.ts';
import type { Period } from '../records/documents/period.ts';
import { eventWindows } from './events.ts';
import { type CurrencyParameters, DEFAULT_PARAMETERS, type MatchParameters } from './parameters.ts';

/** Plain non-negative decimals (`10`, `0.50`) in currency units. */
interface DecimalAmounts {
  readonly tolerance: string;
  readonly chargeMin: string;
  /** A text of zero switches charges off. */
  readonly chargeMax: string;
}

export interface DecimalParameters
  extends Omit<MatchParameters, 'currencies' | 'tolerancePercent' | 'mscRate' | 'events'> {
  /** Event windows as the request has them. */
  readonly events: readonly Period[];
  readonly rules: readonly DecimalFeeRule[];
  readonly amounts: DecimalAmounts;
  /** Share of the GL amount: `0.5` is half a percent. */
  readonly tolerancePercent: string;
  /** A share: `0.0025` is a quarter of a percent. */
  readonly mscRate: string;
}

const WORDS: Readonly<Record<keyof DecimalAmounts, string>> = {
  tolerance: 'tolerance',
  chargeMin: 'least charge',
  chargeMax: 'greatest charge',
};

const NO_AMOUNTS: DecimalAmounts = { tolerance: '0', chargeMin: '0', chargeMax: '0' };

const { currencies: _, ...defaults } = DEFAULT_PARAMETERS;
export const DEFAULT_DECIMALS: DecimalParameters = {
  ...defaults,
  tolerancePercent: '0',
  mscRate: '0',
  amounts: NO_AMOUNTS,
  rules: [],
};

/**
 * Parameters in minor units of each of `currencies` (ISO codes), rounded half up. Throws `usage` for a text that is no
 * such decimal or exceeds MAX_AMOUNT_MINOR in a currency, and for values that requireUsable refuses.
 */
export function parametersFromDecimals(decimals: DecimalParameters, currencies: Iterable<string>): MatchParameters {
  requireUsable(decimals);
  const { amounts, tolerancePercent, mscRate, rules, events, ...rest } = decimals;
  const codes = [...new Set(currencies)].sort();
  return {
    ...rest,
    events: eventWindows(events),
    tolerancePercent: scaledInteger(tolerancePercent, PERCENT_DECIMALS)!,
    mscRate: scaledInteger(mscRate, RATE_DECIMALS)!,
    currencies: Object.fromEntries(
      codes.map((code) => [
        code,
        { ...inMinorUnits(amounts, code), ...(rules.length > 0 && { rules: feeRulesIn(code, rules) }) },
      ]),
    ),
  };
}

/** Throws `usage`, with every reason, for values that are wrong in any currency. */
export function requireUsable({ amounts, tolerancePercent, mscRate }: DecimalParameters): void {
  const problems = [
    ...shareProblems('msc_rate', mscRate, {
      decimals: RATE_DECIMALS,
      most: RATE_SCALE - 1,
      beyond: 'is a share of the amount, 0.0025 for 0.25%: it must be below 1.',
    }),
    ...shareProblems('amount_tolerance_percent', tolerancePercent, {
      decimals: PERCENT_DECIMALS,
      most: PERCENT_SCALE,
      beyond: 'is too large for any amount.',
    }),
    ...chargeProblems(amounts),
  ];
  if (problems.length > 0) throw new TieoutError('usage', problems.join(' '));
}

function shareProblems(
  name: string,
  text: string,
  { decimals, most, beyond }: { readonly decimals: number; readonly most: number; readonly beyond: string },
): string[] {
  const value = scaledInteger(text, decimals);
  if (value === null || value < 0 || value > most) return [`${name} ${beyond}`];
  return decimalsOf(text) > decimals ? [`${name} takes up to ${decimals} decimals, not ${text}.`] : [];
}

function chargeProblems({ chargeMin, chargeMax }: DecimalAmounts): string[] {
  const least = scaledInteger(chargeMin, RATE_DECIMALS);
  const most = scaledInteger(chargeMax, RATE_DECIMALS);
  if (least === null || most === null || most === 0 || least <= most) return [];
  return [`charge_min ${chargeMin} is above charge_max ${chargeMax}: no charge lies between them.`];
}

function inMinorUnits(amounts: DecimalAmounts, currency: string): Omit<CurrencyParameters, 'rules'> {
  const minor = (name: keyof DecimalAmounts): number => {
    const value = scaledInteger(amounts[name], exponentOf(currency));
    if (value === null || value < 0) {
      const sentence = `The ${WORDS[name]} "${amounts[name]}" is no amount of ${currency} that matching could use.`;
      throw new TieoutError('usage', sentence);
    }
    return value;
  };
  return { tolerance: minor('tolerance'), chargeMin: minor('chargeMin'), chargeMax: minor('chargeMax') };
}
