// Which texts are amounts, and which they are.

import { expect, test } from 'vitest';
import { minorOf, soughtOf } from '../../../src/core/search/sought.ts';

test.each([
  ['1250', 2, 125_000],
  ['-1,250.00', 2, 125_000],
  ['1.250,5', 2, 125_050],
  ['1 250', 2, 125_000],
  ['\u22121’250', 2, null],
  ["1'250.75", 2, 125_075],
  ['0.5', 2, 50],
  ['007', 2, 700],
  ['1250', 0, 1_250],
  ['12.34', 0, null],
  ['1.2345', 3, null],
  ['REF1250', 2, null],
  ['', 2, null],
  ['999999999999999', 2, null],
] as const)('%s with %d decimals', (text, exponent, minor) => {
  expect(minorOf(soughtOf(text), exponent)).toBe(minor);
});
