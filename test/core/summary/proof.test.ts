// The bank reconciliation statement: IRS Publication 583's worked one, on which side each item stands, the ends of the
// period, and that nothing is left unexplained where the files foot, whatever became of the rows.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classify } from '../../../src/core/classification/classify.ts';
import { BANKING_RULES } from '../../../src/core/classification/rules.ts';
import { FACT_KEY } from '../../../src/core/matching/outcome/outcome.ts';
import { parseDay } from '../../../src/core/money/calendar.ts';
import { ROW_DECLINED, ROW_OUT_OF_PERIOD, ROW_PENDING } from '../../../src/core/records/rows/columns.ts';
import { journalsOf } from '../../../src/core/summary/proof/journals.ts';
import { rowsInNoEvent, TODO_SIDES } from '../../../src/core/summary/proof/open-work.ts';
import type { ItemisedProof } from '../../../src/core/summary/proof/session-lines.ts';
import { proofsOf } from '../../../src/core/summary/proof/session-proof.ts';
import { statementLines } from '../../../src/core/summary/proof/statement.ts';
import { sessionOf, type TestRow } from '../classification/session-of.ts';

const ACCOUNT = '0123456789';

interface Month {
  readonly gl: readonly TestRow[];
  readonly bank: readonly TestRow[];
  readonly openings?: readonly [gl: number | null, bank: number | null];
  readonly closings?: readonly [gl: number | null, bank: number | null];
  readonly period?: readonly [start: string, end: string];
}

function prove({ gl, bank, openings = [null, null], closings = [null, null], period }: Month): ItemisedProof[] {
  const inAccount = (rows: readonly TestRow[]) => rows.map((row) => ({ account: ACCOUNT, ...row }));
  const session = sessionOf({ gl: inAccount(gl), bank: inAccount(bank) });
  const [start, end] = period ?? ['2026-03-01', '2026-03-31'];
  return proofsOf({
    ...session,
    clusters: classify(session, BANKING_RULES),
    period: { start: parseDay(start)!, end: parseDay(end)! },
    balances: (['gl', 'bank'] as const).map((side, s) => ({
      side,
      account: ACCOUNT,
      currency: 'NGN',
      openingMinor: openings[s],
      closingMinor: closings[s],
    })),
  });
}

const only = (month: Month): ItemisedProof => {
  const proofs = prove(month);
  expect(proofs).toHaveLength(1);
  return proofs[0];
};
const linesOf = ({ lines }: ItemisedProof): [string, string | null, string | null, number, bigint][] =>
  lines.map(({ kind, side, clusterType, rows, amount }) => [kind, side, clusterType, rows, amount]);
const inMarch = (amount: number, more: Partial<TestRow> = {}): TestRow => ({ amount, day: '2026-03-10', ...more });

test('the worked reconciliation of IRS Publication 583 comes to 2,149.03 on both sides', () => {
  const outstanding = [70_133, 51_608, -6_670, -980, -15_000, -30_000].map((amount) =>
    inMarch(amount, { facts: FACT_KEY }),
  );
  const proof = only({
    gl: [...outstanding, inMarch(-9_600, { amountPartner: 'check' })],
    bank: [inMarch(-9_000, { name: 'check' }), inMarch(-1_000, { narration: 'SERVICE CHARGE' })],
    closings: [215_303, 145_812],
  });
  expect(proof).toMatchObject({ adjustedBank: 214_903n, adjustedBook: 214_903n, difference: 0n, unexplained: 0n });
});

describe('each item stands on the side that must change', () => {
  test('what only the ledger has is in transit, what only the bank has is not yet booked', () => {
    const proof = only({
      gl: [inMarch(5_000, { facts: FACT_KEY }), inMarch(-3_300, { facts: FACT_KEY })],
      bank: [inMarch(-50, { narration: 'SMS CHARGE' }), inMarch(700, { facts: FACT_KEY, narration: 'ADA STORES' })],
      openings: [10_000, 10_000],
      closings: [11_700, 10_650],
    });
    expect(linesOf(proof)).toEqual([
      ['deposits_in_transit', 'bank', 'not_found_gl', 1, 5_000n],
      ['outstanding_payments', 'bank', 'not_found_gl', 1, -3_300n],
      ['receipts_not_booked', 'book', 'not_found_bank', 1, 700n],
      ['payments_not_booked', 'book', 'possible_bank_fee', 1, -50n],
    ]);
    expect(proof).toMatchObject({ adjustedBank: 12_350n, adjustedBook: 12_350n, difference: 0n });
  });

  test('a receipt that the ledger posted twice is taken off the book, one that the bank booked twice off the bank', () => {
    const matched = inMarch(2_000, { name: 'there' });
    const proof = only({
      gl: [
        inMarch(2_000, { name: 'here', matched: { tier: 1, with: 'there' } }),
        inMarch(2_000, { duplicateOf: 'here' }),
      ],
      bank: [matched, inMarch(2_000, { duplicateOf: 'there' })],
      openings: [0, 0],
      closings: [4_000, 4_000],
    });
    expect(linesOf(proof)).toEqual([
      ['bank_errors', 'bank', 'duplicate_bank', 1, -2_000n],
      ['ledger_errors', 'book', 'duplicate_gl', 1, -2_000n],
    ]);
    expect(proof).toMatchObject({ adjustedBank: 2_000n, adjustedBook: 2_000n });
  });

  test('what a match leaves apart is to be posted, an amount booked wrong goes by the bank’s figure', () => {
    const proof = only({
      gl: [inMarch(10_000, { matched: { tier: 2, with: 'net' } }), inMarch(900, { amountPartner: 'typed' })],
      bank: [inMarch(9_950, { name: 'net' }), inMarch(960, { name: 'typed' })],
    });
    expect(linesOf(proof)).toEqual([
      ['ledger_errors', 'book', 'amount_mismatch', 1, 60n],
      ['small_differences', 'book', null, 1, -50n],
    ]);
    expect(proof).toMatchObject({ basis: 'movements', difference: 0n, unexplained: 0n });
  });

  test('what lies in none of the run’s events is taken off the balance it is in, and is nothing to post or wait for', () => {
    const inNoEvent = (amount: number) => inMarch(amount, { flags: ROW_OUT_OF_PERIOD });
    const proof = only({
      gl: [inMarch(2_000, { matched: { tier: 1, with: 'there' } }), inNoEvent(80_800), inNoEvent(-300)],
      bank: [
        inMarch(2_000, { name: 'there' }),
        inNoEvent(40),
        { ...inNoEvent(7), day: '2026-04-02' },
        inMarch(900, { flags: ROW_OUT_OF_PERIOD | ROW_PENDING }),
        inMarch(600, { flags: ROW_DECLINED }),
      ],
      openings: [0, 0],
      closings: [82_500, 2_047],
    });
    expect(linesOf(proof)).toEqual([
      ['set_aside', 'bank', null, 1, -40n],
      ['set_aside', 'book', null, 2, -80_500n],
    ]);
    expect(proof).toMatchObject({ adjustedBank: 2_000n, adjustedBook: 2_000n, difference: 0n, unexplained: 0n });
    expect(journalsOf(proof, { legsOf: () => [] })).toEqual([]);
    expect(Object.values(TODO_SIDES).flatMap((of) => proof.lines.filter(of))).toEqual([]);
    expect([rowsInNoEvent([proof], 'gl'), rowsInNoEvent([proof], 'bank')]).toEqual([2, 1]);
  });
});

describe('the ends of the period', () => {
  test('a deposit of the 31st that the bank credits on 2 April is in transit, and the balance is that of the 31st', () => {
    const proof = only({
      gl: [{ amount: 8_000, day: '2026-03-31', matched: { tier: 1, with: 'later' } }],
      bank: [{ amount: 8_000, day: '2026-04-02', name: 'later' }],
      openings: [1_000, 1_000],
      closings: [9_000, 9_000],
    });
    expect(linesOf(proof)).toEqual([['deposits_in_transit', 'bank', null, 1, 8_000n]]);
    expect(proof.bank).toMatchObject({ closing: 1_000n, closingBasis: 'less_later_entries' });
    expect(proof).toMatchObject({ adjustedBank: 9_000n, adjustedBook: 9_000n, difference: 0n });
  });

  test('what the bank corrects only after the end is an error of the bank', () => {
    const proof = only({
      gl: [],
      bank: [
        { amount: 500, day: '2026-03-30', reversedBy: 'undone' },
        { amount: -500, day: '2026-04-01', name: 'undone' },
      ],
      openings: [0, 0],
      closings: [0, 0],
    });
    expect(linesOf(proof)).toEqual([['bank_errors', 'bank', null, 1, -500n]]);
    expect(proof).toMatchObject({ adjustedBank: 0n, adjustedBook: 0n });
  });

  test('openings that differ are brought forward, less what the period settles of them', () => {
    const proof = only({
      gl: [{ amount: -700, day: '2026-03-01', matched: { tier: 1, with: 'before' } }],
      bank: [{ amount: -700, day: '2026-02-28', name: 'before' }],
      openings: [1_000, 800],
      closings: [300, 100],
    });
    // The bank stands 700 lower before the period, settled on 1 March; 200 of it stay.
    expect(proof.bank.opening).toBe(100n);
    expect(linesOf(proof)).toEqual([['brought_forward', null, null, 0, -200n]]);
    expect(proof).toMatchObject({ difference: -200n, explained: -200n, unexplained: 0n });
  });

  test('a file that does not foot is not explained', () => {
    const proof = only({ gl: [], bank: [inMarch(100)], openings: [0, 0], closings: [0, 130] });
    expect(proof).toMatchObject({ difference: 30n, explained: 0n, unexplained: 30n });
  });
});

test('each account and currency has a proof of its own', () => {
  const proofs = prove({
    gl: [inMarch(100), inMarch(700, { currency: 'USD' }), inMarch(5, { account: '0999999999' })],
    bank: [inMarch(100), inMarch(700, { currency: 'USD' })],
  });
  expect(proofs.map(({ account, currency }) => [account, currency])).toEqual([
    [ACCOUNT, 'NGN'],
    [ACCOUNT, 'USD'],
    ['0999999999', 'NGN'],
  ]);
});

test('nothing is unexplained where both sides foot, whatever became of the rows and wherever they lie', () => {
  const day = fc.constantFrom('2026-02-26', '2026-03-01', '2026-03-15', '2026-03-31', '2026-04-02');
  const amount = fc.integer({ min: -5_000, max: 5_000 }).filter((minor) => minor !== 0);
  const row = fc.record({
    amount,
    day,
    fate: fc.constantFrom('matched', 'open', 'pair', 'reversed'),
    other: amount,
    otherDay: day,
  });
  const balance = fc.integer({ min: -1_000_000, max: 1_000_000 });
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 12 }),
      balance,
      balance,
      fc.integer({ min: -9, max: 9 }),
      (rows, glOpening, bankOpening, gap) => {
        const gl: TestRow[] = [];
        const bank: TestRow[] = [];
        rows.forEach(({ amount: a, day: d, fate, other, otherDay }, i) => {
          const name = `b${i}`;
          if (fate === 'open') (i % 2 === 0 ? gl : bank).push({ amount: a, day: d, facts: FACT_KEY });
          else if (fate === 'reversed') {
            const side = i % 2 === 0 ? gl : bank;
            side.push({ amount: a, day: d, reversedBy: name }, { amount: -a, day: otherDay, name });
          } else {
            gl.push({
              amount: a,
              day: d,
              ...(fate === 'matched' ? { matched: { tier: 2, with: name } } : { amountPartner: name }),
            });
            bank.push({ amount: Math.sign(a) * Math.abs(other), day: otherDay, name });
          }
        });
        const sum = (side: readonly TestRow[]) => side.reduce((total, one) => total + one.amount, 0);
        const [proof] = prove({
          gl,
          bank,
          openings: [glOpening, bankOpening],
          closings: [glOpening + sum(gl), bankOpening + sum(bank) + gap],
        });
        expect(proof!.unexplained).toBe(BigInt(gap));
        const lines = (side: 'bank' | 'book') =>
          proof!.lines.filter((line) => line.side === side).reduce((total, line) => total + line.amount, 0n);
        expect(proof!.adjustedBank).toBe(proof!.bank.closing! + lines('bank'));
        expect(proof!.adjustedBook).toBe(proof!.book.closing! + lines('book'));
        // What is proposed for the ledger is what the lines say of it, but for what the ledger itself books later.
        const journals = journalsOf(proof!, { legsOf: () => [] }).reduce(
          (total, one) => total + (one.debit.name.startsWith('Bank account') ? one.amount : -one.amount),
          0,
        );
        const later = proof!.lines.filter(
          ({ kind, clusterType }) => kind === 'booked_later' || (kind.endsWith('_not_booked') && clusterType === null),
        );
        expect(BigInt(journals)).toBe(lines('book') - later.reduce((total, line) => total + line.amount, 0n));
      },
    ),
    { numRuns: 400 },
  );
});

test('the statement says less, never a minus behind a plus, and never reconciled while an item is open', () => {
  const proofs = prove({
    gl: [inMarch(-3_300_000, { facts: FACT_KEY })],
    bank: [inMarch(250_000, { facts: FACT_KEY })],
    openings: [5_000_000, 5_000_000],
    closings: [1_700_000, 5_250_000],
  });
  const page = { session: 's', period: null, proofs, itemsOf: () => [], remarks: [] };
  const text = statementLines(page).join('\n');
  expect(text).toMatch(/Less: outstanding payments: not found in the bank statement \(1 row\) +33,000\.00\n/);
  expect(text).toMatch(/Add: receipts not yet booked: not found in the ledger \(1 row\) +2,500\.00\n/);
  expect(text).toMatch(/To post in the ledger: 1 item, net money in +2,500\.00\n/);
  expect(text).not.toMatch(/-33,000|reconciled/);
});

test('rows on the statement end in one column, whatever their letters, and long ones are cut', () => {
  const proofs = prove({
    gl: [],
    bank: [inMarch(250_000, { facts: FACT_KEY })],
    openings: [5_000_000, 5_000_000],
    closings: [5_000_000, 5_250_000],
  });
  const words = ['gl.csv:2 ADA', 'gl.csv:2 😀', `gl.csv:2 ${'A'.repeat(90)}`, `gl.csv:2 ${'😀'.repeat(90)}`];
  const itemsOf = () => words.map((text) => ({ words: text, amount: 100_000 }));
  const lines = statementLines({ session: 's', period: null, proofs, itemsOf, remarks: [] });
  expect(lines.filter((line) => line.includes('gl.csv:2'))).toEqual([
    `      gl.csv:2 ADA${' '.repeat(58)}1,000.00`,
    `      gl.csv:2 😀${' '.repeat(60)}1,000.00`,
    `      gl.csv:2 ${'A'.repeat(59)}… 1,000.00`,
    `      gl.csv:2 ${'😀'.repeat(59)}… 1,000.00`,
  ]);
});
