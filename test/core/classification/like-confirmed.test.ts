// A line of the bank is like a confirmed charge only by amount, rhythm and words together.

import { describe, expect, test } from 'vitest';
import { classify } from '../../../src/core/classification/classify.ts';
import { membersOf, typeOf } from '../../../src/core/classification/cluster-set.ts';
import { BANKING_RULES } from '../../../src/core/classification/rules.ts';
import { FACT_AMOUNT_OPEN } from '../../../src/core/matching/outcome/outcome.ts';
import { parseDay } from '../../../src/core/money/calendar.ts';
import type { ChargeWords, ConfirmedRow } from '../../../src/core/records/charge-words.ts';
import { sessionOf, type TestRow } from './session-of.ts';

const row = (name: string, day: string, more: Partial<ConfirmedRow> = {}): ConfirmedRow => ({
  ...{ name, kind: 'charge', currency: 'NGN', amount: -500_000, day: parseDay(day)!, ...more },
});
const CHARGE = row('CAMF IKEJA', '2026-08-31');

function classed(bank: readonly TestRow[], seen: readonly ConfirmedRow[] = [CHARGE]) {
  const chargeWords: ChargeWords = {
    ...{ version: 3, charges: seen.map(({ name }) => name), taxes: [], seen },
  };
  const session = sessionOf({ bank, parameters: { chargeWords } });
  const set = classify(session, BANKING_RULES);
  return bank.map((_, item) => {
    const cluster = set.clusterOf.bank[item]!;
    const { rule, name } = set.grounds[set.ground[cluster]!]!;
    return {
      type: typeOf(set, cluster),
      reason: rule.reason(session, membersOf(set, cluster), name, () => 'not_found_gl'),
    };
  });
}
const classOf = (narration: string, day: string, more: Partial<TestRow> = {}, seen?: readonly ConfirmedRow[]) =>
  classed([{ narration, day, amount: -500_000, ...more }], seen)[0]!.type;

describe('by the month', () => {
  test('the reason says what the two have in common', () => {
    const [{ type, reason }] = classed([{ narration: 'CAMF LEKKI', day: '2026-09-30', amount: -500_000 }]) as never as [
      { type: string; reason: string },
    ];
    expect(type).toBe('possible_bank_fee');
    expect(reason).toContain(
      'is like the charge CAMF IKEJA of 2026-08-31 that was confirmed for this partner ' +
        '(the same amount, a month later, words in common CAMF)',
    );
  });

  test.each([
    ['2026-09-28', 'possible_bank_fee', 'the day that a short month has, and a few before'],
    ['2026-10-03', 'possible_bank_fee', 'late'],
    ['2026-10-04', 'not_found_bank', 'too late'],
    ['2026-09-15', 'not_found_bank', 'another day'],
    ['2026-11-30', 'possible_bank_fee', 'a quarter later'],
    ['2027-08-31', 'possible_bank_fee', 'a year later'],
    ['2027-09-30', 'not_found_bank', 'longer ago than a year'],
    ['2026-07-31', 'not_found_bank', 'before it'],
    ['2026-08-31', 'not_found_bank', 'on its day'],
  ])('%s: %s, %s', (day, type) => expect(classOf('CAMF LEKKI', day)).toBe(type));

  test('the end of a month is its end, whatever its number', () => {
    expect(classOf('CAMF LEKKI', '2026-03-31', {}, [row('CAMF IKEJA', '2026-02-26')])).toBe('possible_bank_fee');
  });

  test('interest and taxes alike, of either direction', () => {
    const seen = [row('HABENZINSEN JULI', '2026-07-31', { kind: 'interest_or_tax', amount: 173 })];
    expect(classOf('HABENZINSEN OKTOBER', '2026-10-31', { amount: 173 }, seen)).toBe('possible_interest_or_tax');
  });
});

describe('never by amount and day alone', () => {
  test.each([
    ['SO MUSA GARBA RENT', 'a standing order'],
    ['IKEJA RENT', 'a word of the rest'],
    ['STANDING ORDER CAMF LEKKI', 'words that begin otherwise'],
    ['CAMF LTD OFFICE RENT', 'too few words'],
    ['TRANSFER', 'no words'],
  ])('%s: %s', (narration) => expect(classOf(narration, '2026-09-30')).not.toBe('possible_bank_fee'));

  test('words of every bank tell no charge', () => {
    const seen = [row('STANDING ORDER KEMI', '2026-08-31'), row('SMS MUSA', '2026-08-31')];
    expect(classOf('STANDING ORDER MUSA', '2026-09-30', {}, seen)).toBe('not_found_bank');
    expect(classOf('SMS HALIMA', '2026-09-30', {}, seen)).toBe('not_found_bank');
  });

  test('another amount, direction or currency, or an open ledger entry that fits', () => {
    expect(classOf('CAMF LEKKI', '2026-09-30', { amount: -500_001 })).toBe('not_found_bank');
    expect(classOf('CAMF LEKKI', '2026-09-30', { amount: 500_000 })).toBe('not_found_bank');
    expect(classOf('CAMF LEKKI', '2026-09-30', { currency: 'USD' })).toBe('not_found_bank');
    expect(classOf('CAMF LEKKI', '2026-09-30', { facts: FACT_AMOUNT_OPEN })).toBe('not_found_bank');
  });
});

describe('beside a payment', () => {
  const seen = [row('PMTCG ADEBAYO', '2026-08-03', { amount: -2_688 })];
  const charge: TestRow = { narration: 'PMTCG CHIOMA', day: '2026-09-17', amount: -2_688 };
  const payment: TestRow = { narration: 'TRF CHIOMA GOODS', day: '2026-09-17', amount: -900_000, line: 7 };

  test('of its own day, larger, with the rest of its words', () => {
    const [first, second] = classed([charge, payment], seen);
    expect(first!.type).toBe('possible_bank_fee');
    expect(first!.reason).toMatch(/the same amount, beside the bank debit of NGN 9,000\.00 .*which has CHIOMA too/);
    expect(second!.type).toBe('not_found_bank');
  });

  test.each([
    ['another day', { day: '2026-09-18' }],
    ['another payer', { narration: 'TRF MUSA GOODS' }],
    ['no larger', { amount: -2_688 }],
    ['money in', { amount: 900_000 }],
    ['another currency', { currency: 'USD' }],
  ])('not beside one of %s', (_, more) => {
    expect(classed([charge, { ...payment, ...more }], seen)[0]!.type).toBe('not_found_bank');
  });
});
