// Ledger entries to correct, and the accounts of proposed entries: a reversal of what stands is no deposit in transit, and
// interest, VAT, withholding tax and levies have accounts of their own.

import { describe, expect, test } from 'vitest';
import { classify } from '../../../src/core/classification/classify.ts';
import { taxWordsAt } from '../../../src/core/classification/purpose/purpose-at.ts';
import { BANKING_RULES } from '../../../src/core/classification/rules.ts';
import { FACT_KEY, FACT_REVERSAL_MARKER } from '../../../src/core/matching/outcome/outcome.ts';
import { parseDay } from '../../../src/core/money/calendar.ts';
import { journalsOf } from '../../../src/core/summary/proof/journals.ts';
import { addedOrTaken } from '../../../src/core/summary/proof/proof-words.ts';
import { proofsOf } from '../../../src/core/summary/proof/session-proof.ts';
import { sessionOf, type TestRow } from '../classification/session-of.ts';

function prove(gl: readonly TestRow[], bank: readonly TestRow[]) {
  const session = sessionOf({ gl, bank });
  const clusters = classify(session, BANKING_RULES);
  const period = { start: parseDay('2026-03-01')!, end: parseDay('2026-03-31')! };
  const [proof] = proofsOf({ ...session, clusters, period, balances: [] });
  const taxWords = (side: 'gl' | 'bank', row: number) => taxWordsAt(session.columns[side].narration, row);
  return {
    lines: proof!.lines.map((line) => [line.kind, line.side, line.amount, addedOrTaken(line)]),
    journals: journalsOf(proof!, { legsOf: () => [], taxWordsOf: taxWords }).map(({ debit, credit, amount }) => [
      debit.name,
      credit.name,
      amount,
    ]),
    unexplained: proof!.unexplained,
  };
}

const paid: TestRow = { amount: -900, name: 'paid', reference: 'FT26061DD55', narration: 'TRANSFER TO KEMI' };
const back: TestRow = {
  amount: 900,
  reference: 'FT26061DD55',
  narration: 'RVSL TRANSFER TO KEMI',
  facts: FACT_REVERSAL_MARKER | FACT_KEY,
};
const WORDS = 'ledger entries to correct: a reversal of what stands, or a second one';

describe('reversals of what is settled', () => {
  test('a good transfer reversed in the books', () => {
    const { lines, journals, unexplained } = prove([{ ...paid, matched: { tier: 1, with: 'paid' } }, back], [paid]);
    expect(lines).toEqual([['ledger_errors', 'book', -900n, `Less: ${WORDS}`]]);
    expect(journals).toEqual([['The account of the entry that was reversed', 'Bank account', 900]]);
    expect(unexplained).toBe(0n);
  });

  test('a reversal booked twice', () => {
    const once = { ...back, name: 'once' };
    const { lines } = prove([{ ...paid, reversedBy: 'once' }, once, { ...back, day: '2026-03-09' }], []);
    expect(lines).toEqual([['ledger_errors', 'book', -900n, `Less: ${WORDS}`]]);
  });

  test('the bank’s return of a matched payment is not yet booked, its second return is the bank’s error', () => {
    const returned = prove([{ ...paid, matched: { tier: 1, with: 'paid' } }], [paid, back]);
    expect(returned.lines.map(([kind]) => kind)).toEqual(['receipts_not_booked']);
    const once = { ...back, name: 'once' };
    const twice = prove([], [{ ...paid, reversedBy: 'once' }, once, { ...back, day: '2026-03-09' }]);
    expect(twice.lines.map(([kind, side, amount]) => [kind, side, amount])).toEqual([['bank_errors', 'bank', -900n]]);
  });

  test('a reversal whose original nobody knows stays in transit', () => {
    expect(prove([back], []).lines.map(([kind]) => kind)).toEqual(['deposits_in_transit']);
  });
});

describe('interest, taxes and levies', () => {
  test.each([
    ['CREDIT INTEREST', 125, 'Bank account', 'Interest received'],
    ['DEBIT INTEREST', -125, 'Interest paid', 'Bank account'],
    ['VAT ON SMS CHARGE', -125, 'VAT on bank charges', 'Bank account'],
    ['WHT ON INTEREST', -125, 'Withholding tax', 'Bank account'],
    ['EMTL', -5_000, 'Levies and stamp duties', 'Bank account'],
    ['STAMP DUTY', -5_000, 'Levies and stamp duties', 'Bank account'],
    ['SMS CHARGE', -400, 'Bank charges', 'Bank account'],
  ])('%s', (narration, amount, debit, credit) => {
    expect(prove([], [{ amount, narration }]).journals).toEqual([[debit, credit, Math.abs(amount)]]);
  });

  test('a levy beside a transfer is no fee of another amount than agreed', () => {
    const session = sessionOf({
      bank: [
        { amount: -5_000, narration: 'EMTL ADA OBI', expectedFee: 2_500 },
        { amount: -5_000, narration: 'NIP CHARGE ADA OBI', expectedFee: 2_500 },
        { amount: -300, narration: 'VAT ON NIP CHARGE', expectedFee: 188 },
      ],
    });
    const { count, ground, grounds } = classify(session, BANKING_RULES);
    expect(Array.from({ length: count }, (_, c) => grounds[ground[c]].rule.type)).toEqual([
      'fee_mismatch',
      'fee_mismatch',
      'possible_interest_or_tax',
    ]);
  });
});
