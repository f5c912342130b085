// Money in answers: a JSON number in currency units, the one nearest to the exact decimal.

import { exponentOf, formatMinor } from '../../core/money/money.ts';

/** Minor units of a currency: `(-1050, 'NGN')` is -10.5. */
export const moneyNumber = (minor: number | bigint, currency: string): number =>
  Number(formatMinor(minor, exponentOf(currency)));

/** Null stays absent, which REST writes as null. */
export const moneyOrNone = (minor: number | bigint | null, currency: string): number | undefined =>
  minor === null ? undefined : moneyNumber(minor, currency);
