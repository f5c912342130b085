// Figures of positions: exact to twelve decimals, and nothing else is taken for one.

import { describe, expect, test } from 'vitest';
import { formatScaled, scaledFromDecimal } from '../../../src/core/records/holdings/scaled.ts';

describe('a figure', () => {
  test.each([
    ['0', '0'],
    ['1250.50', '1250.5'],
    ['-0.000000000001', '-0.000000000001'],
    ['99999999999999999999.999999999999', '99999999999999999999.999999999999'],
  ])('%s is shown as %s', (text, shown) => {
    expect(formatScaled(scaledFromDecimal(text))).toBe(shown);
  });

  test.each(['', '1,5', '1e3', '.5', '1.', '1.0000000000001', '100000000000000000000'])('is not "%s"', (text) => {
    expect(() => scaledFromDecimal(text)).toThrow(/is no number of at most 20 digits and 12 decimals/);
  });
});
