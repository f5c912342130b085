// A small month whose every figure was worked out by hand, and what changes with several accounts or currencies.

import { describe, expect, test } from 'vitest';
import { classify } from '../../../src/core/classification/classify.ts';
import { BANKING_RULES } from '../../../src/core/classification/rules.ts';
import { FACT_AMOUNT_CANDIDATE, FACT_KEY } from '../../../src/core/matching/outcome/outcome.ts';
import { parseDay } from '../../../src/core/money/calendar.ts';
import { ROW_OUT_OF_PERIOD, ROW_PENDING, ROW_ZERO } from '../../../src/core/records/rows/columns.ts';
import type { AccountBalance } from '../../../src/core/summary/facts.ts';
import { type FinishedRun, summarise } from '../../../src/core/summary/summarise.ts';
import { sessionOf, type TestRow } from '../classification/session-of.ts';

const account = '0123456789';

/** Ledger: opens at 1,000.00. 500 + 300 matched, 200 - 200 reversed, 75 in transit, 90 mistyped, 10 in February. */
const GL: readonly TestRow[] = [
  { amount: 50_000, day: '2026-03-02', matched: { tier: 1, with: 'credit' } },
  { amount: 30_000, day: '2026-03-03', matched: { tier: 2, with: 'net' } },
  { amount: 20_000, day: '2026-03-04', reversedBy: 'undone' },
  { amount: -20_000, day: '2026-03-04', name: 'undone' },
  { amount: 7_500, day: '2026-03-31', facts: FACT_KEY },
  { amount: 9_000, day: '2026-03-10', amountPartner: 'typed' },
  { amount: 1_000, day: '2026-02-27', flags: ROW_OUT_OF_PERIOD },
];

/** Bank: opens at 1,010.00, 500 + 299.50 matched, 96 where the ledger has 90, a charge of 52.50. */
const BANK: readonly TestRow[] = [
  { name: 'credit', amount: 50_000, day: '2026-03-02' },
  { name: 'net', amount: 29_950, day: '2026-03-03' },
  { name: 'typed', amount: 9_600, day: '2026-03-10' },
  { amount: -5_250, day: '2026-03-30', narration: 'SMS CHARGE' },
  { amount: 0, day: '2026-03-30', flags: ROW_ZERO },
  { amount: 4_000, day: '2026-03-31', flags: ROW_PENDING },
];

const BALANCES: readonly AccountBalance[] = [
  { side: 'gl', account, currency: 'NGN', openingMinor: 100_000, closingMinor: 197_500 },
  { side: 'bank', account, currency: 'NGN', openingMinor: 101_000, closingMinor: 185_300 },
];

function runOf(of: {
  readonly gl?: readonly TestRow[];
  readonly bank?: readonly TestRow[];
  readonly balances?: readonly AccountBalance[];
}): FinishedRun {
  const inAccount = (rows: readonly TestRow[]) => rows.map((row) => ({ account, ...row }));
  const session = sessionOf({ gl: inAccount(of.gl ?? GL), bank: inAccount(of.bank ?? BANK) });
  return {
    ...session,
    subject: 'cash',
    clusters: classify(session, BANKING_RULES),
    rejectedRows: { gl: 0, bank: 2 },
    balances: of.balances ?? BALANCES,
    period: { start: parseDay('2026-03-01')!, end: parseDay('2026-03-31')!, isNamed: true },
    defaultCurrency: 'NGN',
  };
}

describe('a month', () => {
  const { facts } = summarise(runOf({}));

  test('counts every row once', () => {
    expect(facts.gl).toMatchObject({
      rows: 7,
      rejectedRows: 0,
      matchedRows: 2,
      reversedRows: 2,
      openRows: 2,
      pendingRows: 0,
      zeroRows: 0,
      outOfPeriodRows: 1,
    });
    expect(facts.bank).toMatchObject({
      rows: 8,
      rejectedRows: 2,
      matchedRows: 2,
      reversedRows: 0,
      openRows: 2,
      pendingRows: 1,
      zeroRows: 1,
      outOfPeriodRows: 0,
    });
  });

  test('sums amounts to the minor unit', () => {
    expect(facts.gl).toMatchObject({
      amount: 97_500n,
      matchedAmount: 80_000n,
      reversedAmount: 0n,
      openAmount: 16_500n,
      outOfPeriodAmount: 1_000n,
      openingBalance: 101_000n,
      closingBalance: 197_500n,
    });
    expect(facts.bank).toMatchObject({
      amount: 88_300n,
      matchedAmount: 79_950n,
      openAmount: 4_350n,
      pendingAmount: 4_000n,
      openingBalance: 101_000n,
      closingBalance: 185_300n,
    });
  });

  test('counts groups by tier, clusters by type, and ages open items', () => {
    expect(facts).toMatchObject({ matchedGroups: 2, reversalPairs: 1, byTier: { 1: 1, 2: 1, reversal: 1 } });
    expect(facts.clusters).toEqual({ amount_mismatch: 1, possible_bank_fee: 1, not_found_gl: 1 });
    expect(facts.clusterCount).toBe(3);
    expect(facts.ageing.map(({ glRows, bankRows }) => [glRows, bankRows])).toEqual([
      [1, 1],
      [0, 0],
      [1, 1],
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
  });

  test('rates what was matched of all rows not rejected, by count and by value', () => {
    expect(facts.matchRate.count).toBe(0.307692307); // 4 of 13
    // Magnitudes: ledger 500 + 300 + 200 + 200 + 75 + 90 + 10, bank 500 + 299.50 + 96 + 52.50 + 40.
    expect(facts.matchRate.value).toBeCloseTo((80_000 + 79_950) / (137_500 + 98_800), 8);
  });

  test('proves the balances at the ends of the period', () => {
    expect(facts.proofs).toHaveLength(1);
    expect(facts.proofs[0]).toMatchObject({
      basis: 'balances',
      // February's 10.00 is in the ledger's opening balance: 1,000.00 + 10.00, as the bank's.
      book: { opening: 101_000n, closing: 197_500n },
      bank: { opening: 101_000n, closing: 185_300n },
      adjustedBank: 192_800n, // 1,853.00 + 75.00
      adjustedBook: 192_800n, // 1,975.00 - 52.50 + 6.00 - 0.50
      difference: 0n,
      unexplained: 0n,
    });
  });
});

describe('what cannot be one figure', () => {
  test('several accounts: a proof each, and no single balance', () => {
    const { facts } = summarise(
      runOf({ bank: [...BANK, { amount: 1, account: '0987', facts: FACT_AMOUNT_CANDIDATE }] }),
    );
    expect(facts.bank).toMatchObject({ openingBalance: null, closingBalance: null });
    expect(facts.proofs.map((proof) => [proof.account, proof.basis, proof.unexplained])).toEqual([
      [account, 'balances', 0n],
      ['0987', 'movements', 0n],
    ]);
  });

  test('a closing balance that is not stated follows from the opening one', () => {
    const balances = BALANCES.map((balance) => (balance.side === 'gl' ? { ...balance, closingMinor: null } : balance));
    expect(summarise(runOf({ balances })).facts.proofs[0]).toMatchObject({
      basis: 'balances',
      book: { closing: 197_500n, closingBasis: 'opening_and_movements' },
      difference: 0n,
    });
  });

  test('several currencies are never added: single figures are the main currency’s', () => {
    const dollars = { amount: 700, currency: 'USD', facts: FACT_AMOUNT_CANDIDATE };
    const { facts } = summarise(runOf({ gl: [...GL, dollars], bank: [...BANK, dollars, dollars] }));
    expect(facts.currency).toBe('NGN');
    expect(facts.gl).toMatchObject({ rows: 8, openRows: 3, amount: 97_500n, openAmount: 16_500n });
    expect(facts.bank.currencies.map(({ currency, total }) => [currency, total.rows, total.amount])).toEqual([
      ['NGN', 6, 88_300n],
      ['USD', 2, 1_400n],
    ]);
  });

  test('the main currency has the most rows of both sides, ties by code', () => {
    const open = (currency: string): TestRow => ({ amount: 1, currency, facts: FACT_AMOUNT_CANDIDATE });
    const of = (gl: string[], bank: string[]) =>
      summarise(runOf({ gl: gl.map(open), bank: bank.map(open), balances: [] })).facts.currency;
    expect(of(['NGN', 'NGN'], ['USD', 'USD', 'USD'])).toBe('USD');
    expect(of(['USD', 'NGN'], ['NGN', 'USD'])).toBe('NGN');
    expect(of([], [])).toBe('NGN');
  });
});
