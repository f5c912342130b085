// Small random months in which fees stand on lines of their own: beside their transaction on one side or both, in one
// piece or in legs, with the reference, with the session alone, added to the amount, or of another amount than agreed.

import fc from 'fast-check';
import type { FeeRule } from '../../src/core/fees/fee-rule.ts';
import { CALIBRATION } from '../../src/core/matching/calibration.ts';
import { DEFAULT_PARAMETERS } from '../../src/core/matching/parameters.ts';
import { RATE_SCALE } from '../../src/core/money/rates.ts';
import type { RandomMonth } from './random-month.ts';
import type { RefRow } from './ref-row.ts';

const FIRST_DAY = 19_788;
const SESSIONS = ['', '000014260301101500123456789012', '000014260301101500123456789013'];

interface Draft {
  readonly amount: number;
  readonly day: number;
  readonly reference: string;
  readonly session: string;
  readonly narration: string;
}

/** How one side shows a fee. */
const shown = fc.constantFrom(
  'none',
  'none',
  'none',
  'line',
  'legs',
  'added',
  'wrong',
  'one leg',
  'line without reference',
);

const transaction = fc
  .record({
    amount: fc.constantFrom(10_000, 20_000, 35_000),
    isOut: fc.boolean(),
    fee: fc.constantFrom(2_688, 2_688, 1_000, 200, 0),
    reference: fc.constantFrom('FT24001234', 'FT24001235', 'FT24001236', ''),
    session: fc.constantFrom(...SESSIONS),
    gl: shown,
    bank: shown,
    later: fc.integer({ min: 0, max: 2 }),
    word: fc.constantFrom('COMM', 'TRF', 'FEE NIP', 'REVERSAL'),
    day: fc.integer({ min: FIRST_DAY, max: FIRST_DAY + 2 }),
  })
  .map((of) => {
    const rows = (how: string, day: number): Draft[] => {
      const { amount, isOut, fee, reference, session, word } = of;
      const row = (size: number, rest: Partial<Draft> = {}): Draft => {
        const of = { day, reference, session, narration: 'NIP TRANSFER', ...rest };
        return { ...of, amount: isOut ? -size : size };
      };
      const line = (size: number, rest: Partial<Draft> = {}): Draft => ({
        ...row(size, { narration: word, ...rest }),
        amount: -size,
      });
      if (how === 'added') return [row(isOut ? amount + fee : amount - fee)];
      const income = Math.floor((fee * 3) / 5);
      const lines: Readonly<Record<string, Draft[]>> = {
        line: [line(fee)],
        legs: [line(income), line(fee - income)],
        wrong: [line(fee + 37)],
        'one leg': [line(income)],
        'line without reference': [line(fee, { reference: '' })],
      };
      return [row(amount), ...(lines[how] ?? [])];
    };
    return { gl: rows(of.gl, of.day), bank: rows(of.bank, of.day + of.later) };
  });

const numbered = (drafts: readonly Draft[]): RefRow[] =>
  drafts
    .filter(({ amount }) => amount !== 0)
    .map(({ amount, day, reference, session, narration }, id) => ({
      ...{ id, account: '', currency: 'NGN', amount, bookingDay: day, valueDay: null, reference },
      ...{ settlementSession: session, narration, sourceId: '' },
    }));

const splits = fc.constantFrom<FeeRule['splits']>(
  [{ glType: 'income', entry: 'credit', amount: RATE_SCALE, type: 'percentage' }],
  [
    { glType: 'income', entry: 'credit', amount: (RATE_SCALE * 3) / 5, type: 'percentage' },
    { glType: 'nip_fee', entry: 'credit', amount: (RATE_SCALE * 2) / 5, type: 'percentage' },
  ],
);
const rule = fc.record({
  service: fc.constantFrom('nip' as const, 'nip' as const, 'transfers' as const),
  min: fc.constantFrom(0, 0, 15_000),
  max: fc.constantFrom(0, 30_000),
  fee: fc.constantFrom<FeeRule['fee']>(
    { type: 'fixed', amount: 2_688 },
    { type: 'fixed', amount: 2_688 },
    { type: 'fixed', amount: 1_000 },
    { type: 'percentage', amount: RATE_SCALE / 100 },
    { type: 'fixed', amount: 0 },
  ),
  splits,
  mscRate: fc.constantFrom(null, RATE_SCALE / 50),
});

export const feeLinesMonth: fc.Arbitrary<RandomMonth> = fc
  .record({
    transactions: fc.array(transaction, { minLength: 1, maxLength: 4 }),
    rules: fc.array(rule, { minLength: 1, maxLength: 2 }),
    display: fc.constantFrom(null, 'separate' as const, 'separate' as const),
    tolerance: fc.constantFrom(0, 0, 30),
    days: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ transactions, rules, display, tolerance, days }) => ({
    gl: numbered(transactions.flatMap(({ gl }) => gl)),
    bank: numbered(transactions.flatMap(({ bank }) => bank)),
    parameters: {
      ...DEFAULT_PARAMETERS,
      ...{ daysForward: days, daysBack: days, fees: { display, service: 'nip' as const } },
      currencies: { NGN: { tolerance, chargeMin: 0, chargeMax: 0, rules } },
    },
    calibration: CALIBRATION,
  }));
