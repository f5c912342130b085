import { describe, expect, it } from 'vitest';
import {
  cashSign,
  DIRECTION_CREDIT,
  DIRECTION_DEBIT,
  DIRECTION_IN,
  DIRECTION_NONE,
  DIRECTION_OUT,
  directionOf,
  profileMarks,
} from '../../../src/core/reading/cells/directions.ts';
import { titleMeanings } from '../../../src/core/reading/titles/header-synonyms.ts';

describe('marks', () => {
  it.each([
    ['DR', DIRECTION_DEBIT],
    ['Cr.', DIRECTION_CREDIT],
    ['Debit Transaction', DIRECTION_DEBIT],
    ['CREDIT_TXN', DIRECTION_CREDIT],
    ['Money in', DIRECTION_IN],
    ['Paid Out', DIRECTION_OUT],
    ['Payment received', DIRECTION_IN],
    ['X', DIRECTION_NONE],
    ['D/C', DIRECTION_NONE],
    ['payment', DIRECTION_NONE],
    ['transfer', DIRECTION_NONE],
    ['-', DIRECTION_NONE],
  ])('%s', (word, direction) => expect(directionOf(word)).toBe(direction));

  it('plus and minus are marks where nothing else is one, and both stand there', () => {
    expect(profileMarks(['+', '-', '-'])).toMatchObject({ directions: 3, markWords: { signs: true } });
    expect(profileMarks(['-', '-'])).toMatchObject({ directions: 0, plusMinus: 2 });
    expect(profileMarks(['DR', 'CR', '-'])).toMatchObject({ directions: 2, markWords: { signs: false } });
    expect(directionOf('-', { signs: true, payments: false, k: false })).toBe(DIRECTION_OUT);
  });

  it('a payment is the opposite of a receipt, and alone may go either way', () => {
    expect(profileMarks(['Receipt', 'Payment'])).toMatchObject({ directions: 2, markWords: { payments: true } });
    expect(profileMarks(['Payment', 'Payment'])).toMatchObject({ directions: 0 });
  });

  it('bookkeeping depends on the side, flow does not', () => {
    const signs = (direction: 1 | 2 | 3 | 4) => [cashSign(direction, 'bank'), cashSign(direction, 'gl')];
    expect(signs(DIRECTION_CREDIT)).toEqual([1, -1]);
    expect(signs(DIRECTION_DEBIT)).toEqual([-1, 1]);
    expect(signs(DIRECTION_IN)).toEqual([1, 1]);
    expect(signs(DIRECTION_OUT)).toEqual([-1, -1]);
  });
});

describe('titles', () => {
  const meaning = (title: string, side: 'gl' | 'bank') => titleMeanings(title, side)[0]?.field;
  it.each(['Receipts', 'Money In', 'Deposits', 'In', 'Eingang', 'Paid In', 'Inflow', 'Received', 'Income'])(
    '%s is a bank’s credit and a ledger’s debit',
    (title) => expect([meaning(title, 'bank'), meaning(title, 'gl')]).toEqual(['credit', 'debit']),
  );
  it.each(['Payments', 'Money Out (NGN)', 'Withdrawals', 'Out', 'Ausgang', 'Paid', 'Outflow', 'Expense'])(
    '%s is a bank’s debit and a ledger’s credit',
    (title) => expect([meaning(title, 'bank'), meaning(title, 'gl')]).toEqual(['debit', 'credit']),
  );
  it.each(['Debit', 'Dr', 'Soll', 'Debe', 'Amount Debited', 'Débito (R$)', 'Receipt No Dr'])(
    '%s is a debit on either side',
    (title) => expect([meaning(title, 'bank'), meaning(title, 'gl')]).toEqual(['debit', 'debit']),
  );
});
