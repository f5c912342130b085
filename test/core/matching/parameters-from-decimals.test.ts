// Decimals become minor units by each currency's exponent, once and from their digits.

import { expect, test } from 'vitest';
import { DEFAULT_PARAMETERS } from '../../../src/core/matching/parameters.ts';
import { DEFAULT_DECIMALS, parametersFromDecimals } from '../../../src/core/matching/parameters-from-decimals.ts';

const rest = DEFAULT_DECIMALS;
const amounts = { tolerance: '0.5', chargeMin: '10', chargeMax: '53.75' };

test('an amount is in minor units of each currency', () => {
  expect(parametersFromDecimals({ ...rest, amounts }, ['NGN', 'JPY', 'KWD', 'NGN']).currencies).toEqual({
    NGN: { tolerance: 50, chargeMin: 1_000, chargeMax: 5_375 },
    JPY: { tolerance: 1, chargeMin: 10, chargeMax: 54 },
    KWD: { tolerance: 500, chargeMin: 10_000, chargeMax: 53_750 },
  });
});

test('everything else goes through as it is, and no text stays', () => {
  const parameters = parametersFromDecimals({ ...rest, daysForward: 3, amounts }, []);
  expect(parameters).toEqual({ ...DEFAULT_PARAMETERS, daysForward: 3 });
});

test.each(['', 'ten', '-1', '1e3', '90000000000001'])('%j is refused', (tolerance) => {
  expect(() => parametersFromDecimals({ ...rest, amounts: { ...amounts, tolerance } }, ['NGN'])).toThrow(
    `The tolerance "${tolerance}" is no amount of NGN that matching could use.`,
  );
});
