// The two-column reconciliation, held to IRS Publication 583's worked one, and the identity that explains a difference.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proofOf, type SideOfProof } from '../../../src/core/summary/proof.ts';

const NOTHING: SideOfProof = {
  opening: null,
  closing: null,
  movement: 0n,
  matched: 0n,
  reversed: 0n,
  open: 0n,
  openPaired: 0n,
  outOfPeriod: 0n,
};

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);

describe('the worked reconciliation of IRS Publication 583', () => {
  const outstanding = [70_133n, 51_608n, -6_670n, -980n, -15_000n, -30_000n];
  const bankClosing = 145_812n;
  const bookClosing = 215_303n;

  test('comes to 2,149.03 when the wrongly entered check was matched with its difference', () => {
    const proof = proofOf({
      currency: 'USD',
      gl: { ...NOTHING, closing: bookClosing, open: sum(outstanding), matched: -9_600n },
      bank: { ...NOTHING, closing: bankClosing, open: -1_000n, matched: -9_000n },
    });
    expect(proof).toMatchObject({
      basis: 'balances',
      ledgerOnly: 69_091n,
      bankOnly: -1_000n,
      corrections: 600n,
      adjustedBank: 214_903n,
      adjustedBook: 214_903n,
      difference: 0n,
      unexplained: 0n,
      parts: [],
    });
  });

  test('and the same when it is an open pair that a cluster names (amount_mismatch)', () => {
    const proof = proofOf({
      currency: 'USD',
      gl: { ...NOTHING, closing: bookClosing, open: sum(outstanding) - 9_600n, openPaired: -9_600n },
      bank: { ...NOTHING, closing: bankClosing, open: -1_000n - 9_000n, openPaired: -9_000n },
    });
    expect(proof).toMatchObject({ adjustedBank: 214_903n, adjustedBook: 214_903n, corrections: 600n, difference: 0n });
  });
});

describe('a difference', () => {
  const closings = { gl: { ...NOTHING, closing: 1_000n }, bank: { ...NOTHING, closing: 1_250n } };

  test('is explained by stated opening balances', () => {
    const proof = proofOf({
      currency: 'NGN',
      gl: { ...closings.gl, opening: 1_000n },
      bank: { ...closings.bank, opening: 1_250n },
    });
    expect(proof).toMatchObject({
      difference: 250n,
      explained: 250n,
      unexplained: 0n,
      parts: [{ name: 'opening_balances', amount: 250n }],
    });
  });

  test('is not explained by an opening balance that only one side states', () => {
    const proof = proofOf({ currency: 'NGN', gl: closings.gl, bank: { ...closings.bank, opening: 1_250n } });
    expect(proof).toMatchObject({ difference: 250n, explained: 0n, unexplained: 250n });
  });

  test('is explained by rows outside of the period', () => {
    const proof = proofOf({ currency: 'NGN', gl: closings.gl, bank: { ...closings.bank, outOfPeriod: 250n } });
    expect(proof).toMatchObject({ unexplained: 0n, parts: [{ name: 'out_of_period', amount: 250n }] });
  });

  test('is one of movements when a closing balance is missing, and then always explained', () => {
    const proof = proofOf({
      currency: 'NGN',
      gl: { ...NOTHING, closing: 10n, movement: 500n + 70n, matched: 500n, open: 70n },
      bank: { ...NOTHING, movement: 490n - 20n, matched: 490n, open: -20n },
    });
    expect(proof).toMatchObject({
      basis: 'movements',
      adjustedBank: null,
      adjustedBook: null,
      difference: -100n,
      explained: -100n,
      parts: [
        { name: 'corrections', amount: -10n },
        { name: 'bank_only', amount: -20n },
        { name: 'ledger_only', amount: -70n },
      ],
    });
  });

  test('is fully explained whenever both sides foot: closing = opening + movement', () => {
    const amount = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
    const side = fc
      .record({
        opening: amount,
        matched: amount,
        reversed: amount,
        open: amount,
        openPaired: amount,
        outOfPeriod: amount,
      })
      .map((parts): SideOfProof => {
        const movement = parts.matched + parts.reversed + parts.open + parts.outOfPeriod;
        return { ...parts, movement, closing: parts.opening + movement };
      });
    fc.assert(
      fc.property(side, side, fc.boolean(), (gl, bank, closed) => {
        const proof = proofOf({ currency: 'NGN', gl: closed ? gl : { ...gl, closing: null }, bank });
        expect(proof.basis).toBe(closed ? 'balances' : 'movements');
        expect(proof.unexplained).toBe(0n);
        expect(proof.parts.reduce((total, part) => total + part.amount, 0n)).toBe(proof.difference);
      }),
    );
  });
});
