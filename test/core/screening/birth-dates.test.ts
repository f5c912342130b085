// What two birth dates say of each other, intervals too.

import { expect, test } from 'vitest';
import { relateDates } from '../../../src/core/screening/birth-dates.ts';

test.each([
  ['1961-03-14', '1961-03-14', 'same'],
  ['1961', '1961-03-14', 'less_known'],
  ['1961-03-04', '1961-04-03', 'swapped_day_and_month'],
  ['1961', '1962-03-14', 'near'],
  ['1961', '1964-03-14', 'contradicts'],
  ['1958/1962', '1961-03-14', 'less_known'],
  ['1958/1962', '1962-12-31', 'less_known'],
  ['1958/1962', '1963-01-01', 'contradicts'],
  ['1958/1962', '1957', 'contradicts'],
  ['1961-03-10/1961-03-20', '1961-03', 'less_known'],
  ['1961-03-10/1961-03-20', '1961-03-21', 'contradicts'],
  ['1958/1962', '1962/1970', 'less_known'],
  ['1958/1962', 'unknown', 'unknown'],
])('%s and %s: %s', (a, b, relation) => {
  expect(relateDates(a, b)).toBe(relation);
  expect(relateDates(b, a)).toBe(relation);
});
