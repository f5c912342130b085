// A run's parameters before its currencies are known: amounts as decimal texts in currency units, as a person or a
// request gives them. Files name their currencies only once they are read, so the edge hands the texts on and the
// workflow turns them into minor units, once, for each currency that occurs: 10 is 1,000 kobo, 10 yen, 10,000 fils.

import { TieoutError } from '../errors.ts';
import { exponentOf, scaledInteger } from '../money/money.ts';
import type { CurrencyParameters, MatchParameters } from './parameters.ts';

/** Plain non-negative decimals (`10`, `0.50`) in currency units. */
export interface DecimalAmounts {
  readonly tolerance: string;
  readonly chargeMin: string;
  /** A text of zero switches charges off. */
  readonly chargeMax: string;
}

export interface DecimalParameters extends Omit<MatchParameters, 'currencies'> {
  readonly amounts: DecimalAmounts;
}

const WORDS: Readonly<Record<keyof DecimalAmounts, string>> = {
  tolerance: 'tolerance',
  chargeMin: 'least charge',
  chargeMax: 'greatest charge',
};

export const NO_AMOUNTS: DecimalAmounts = { tolerance: '0', chargeMin: '0', chargeMax: '0' };

/**
 * Parameters in minor units of each of `currencies` (ISO codes), rounded half up. Throws `usage` for a text that is no
 * such decimal or exceeds MAX_AMOUNT_MINOR in one of them.
 */
export function parametersFromDecimals(decimals: DecimalParameters, currencies: Iterable<string>): MatchParameters {
  const { amounts, ...rest } = decimals;
  const codes = [...new Set(currencies)].sort();
  return { ...rest, currencies: Object.fromEntries(codes.map((code) => [code, inMinorUnits(amounts, code)])) };
}

function inMinorUnits(amounts: DecimalAmounts, currency: string): CurrencyParameters {
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
