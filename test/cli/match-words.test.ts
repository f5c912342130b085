// How the difference of two amounts is said.

import { describe, expect, test } from 'vitest';
import { amountWords } from '../../src/cli/results/match-words.ts';

describe('the difference of two amounts', () => {
  test.each([
    [0, null, 'equal'],
    [2_688, null, '26.88 NGN apart'],
    [2_688, 'charge', '26.88 NGN apart, a charge within the given range'],
    [24_000n, 'rate', '240.00 NGN apart, the merchant service charge'],
    [
      -2_700,
      'charge',
      '27.00 NGN apart, a charge within the given range, of which the bank’s amount is free: is one of the two mistyped?',
    ],
    [-2_700n, null, '27.00 NGN apart'],
  ])('%s by %s: %s', (difference, feeBasis, words) => {
    expect(amountWords({ difference, currency: 'NGN', feeBasis })).toBe(words);
  });
});
