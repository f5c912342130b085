// Months without references, for fast-check: names that come back, initials, words cut at the end, few amounts or one,
// rows that the other side has not, amounts less a percentage. What evidence is learned from and what it must not be
// misled by.

import fc from 'fast-check';
import { CALIBRATION } from '../../src/core/matching/calibration.ts';
import { DEFAULT_PARAMETERS } from '../../src/core/matching/parameters.ts';
import type { RandomMonth } from './random-month.ts';
import { type Line, rowsOf } from './worked.ts';

const NAMES = ['ADAEZE', 'OKEKE', 'MUSA', 'GARBA', 'KEMI', 'BELLO', 'ADA', 'OBI', 'OBINNA', 'ÉCLAIR'];
const PHRASES = ['TRANSFER FROM', 'SALARY', 'RENT', 'RVSL', 'REF 4471', 'INV 93', ''];
const AMOUNTS = [10_000, 10_000, 10_010, 12_000, 25_000, 25_100, 90_000, -10_000, -25_000];

/** What the other side makes of a narration. */
const wording: fc.Arbitrary<(text: string) => string> = fc.oneof(
  { weight: 5, arbitrary: fc.constant((text: string) => text) },
  {
    weight: 3,
    arbitrary: fc.integer({ min: 1, max: 7 }).map((bytes) => (text: string) => text.slice(0, -bytes)),
  },
  { weight: 3, arbitrary: fc.constant((text: string) => text.replace(/[^ ]+$/, (word) => word.slice(0, 1))) },
  { weight: 2, arbitrary: fc.constant((text: string) => text.replace(/[^ ]+/g, (word) => word.slice(0, 1))) },
  { weight: 2, arbitrary: fc.constantFrom(...PHRASES).map((phrase) => (text: string) => `${phrase} ${text}`) },
  { weight: 1, arbitrary: fc.constant(() => 'PAYMENT') },
  { weight: 1, arbitrary: fc.constant(() => '') },
);

const pair = fc.record({
  amount: fc.constantFrom(...AMOUNTS),
  day: fc.integer({ min: 1, max: 9 }),
  later: fc.constantFrom(0, 0, 0, 1, 1, 2, -1, 3, 12),
  first: fc.constantFrom(...NAMES),
  last: fc.constantFrom(...NAMES),
  phrase: fc.constantFrom(...PHRASES),
  number: fc.option(fc.integer({ min: 10, max: 14 }), { nil: null, freq: 4 }),
  says: wording,
  /** Tenths of a percent that the bank keeps. */
  less: fc.constantFrom(0, 0, 0, 2, 5, 20, 100),
  side: fc.constantFrom('both', 'both', 'both', 'both', 'gl', 'bank'),
  times: fc.constantFrom(1, 1, 1, 1, 1, 2),
});

const parameters = fc.record({
  daysForward: fc.integer({ min: 0, max: 4 }),
  daysBack: fc.integer({ min: 0, max: 2 }),
  reversalDaysForward: fc.constantFrom(0, 3, 7),
  tolerancePercent: fc.constantFrom(0, 0, 5_000, 100_000),
  mscRate: fc.constantFrom(0, 0, 5_000_000),
  currencies: fc.constantFrom(
    {},
    { NGN: { tolerance: 20, chargeMin: 0, chargeMax: 0 } },
    { NGN: { tolerance: 0, chargeMin: 10, chargeMax: 5_000 } },
  ),
});

export const evidenceMonth: fc.Arbitrary<RandomMonth> = fc
  .record({
    pairs: fc.array(pair, { minLength: 3, maxLength: 24 }),
    isOfOneAmount: fc.constantFrom(false, false, true),
    isOfOneDay: fc.constantFrom(false, false, false, true),
    parameters,
    candidates: fc.constantFrom(64, 64, 64, 2),
    near: fc.constantFrom(2_048, 2_048, 1, 3),
    carriers: fc.constantFrom(16_384, 16_384, 2, 6),
  })
  .map(({ pairs, isOfOneAmount, isOfOneDay, parameters: drawn, ...bounds }) => {
    const gl: Line[] = [];
    const bank: Line[] = [];
    for (const { amount, day, later, first, last, phrase, number, says, less, side, times } of pairs) {
      const booked = isOfOneAmount ? 25_000 : amount;
      const text = [phrase, first, last, number].filter((piece) => piece !== null && piece !== '').join(' ');
      const from = isOfOneDay ? 5 : day;
      const kept = Math.floor((Math.abs(booked) * less) / 1_000) * Math.sign(booked);
      for (let n = 0; n < times; n++) {
        if (side !== 'bank') gl.push([booked, from, '', text]);
        if (side !== 'gl') bank.push([booked - kept, from + later, '', says(text)]);
      }
    }
    return {
      gl: rowsOf(gl),
      bank: rowsOf(bank),
      parameters: { ...DEFAULT_PARAMETERS, ...drawn },
      calibration: { ...CALIBRATION, ...bounds },
    };
  });
