// Every row has one fate, and amounts are exact. A naive count with bigints says what the tally must say.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TieoutError } from '../../../src/core/errors.ts';
import { MAX_AMOUNT_MINOR } from '../../../src/core/limits.ts';
import { exactSums } from '../../../src/core/money/exact-sums.ts';
import { ROW_OUT_OF_PERIOD, ROW_PENDING, ROW_ZERO } from '../../../src/core/records/rows/columns.ts';
import { checkConserved, partsOf, sumOf, tallySide } from '../../../src/core/summary/tally.ts';
import { sessionOf, type TestRow } from '../classification/session-of.ts';

const amount = fc.integer({ min: -MAX_AMOUNT_MINOR, max: MAX_AMOUNT_MINOR });

describe('exact sums', () => {
  test('equal the bigint sum, past what a double can hold', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 50 }), (amounts) => {
        const sums = exactSums(2);
        for (const one of amounts) sums.add(1, one);
        expect(sums.sum(1)).toBe(amounts.reduce((total, one) => total + BigInt(one), 0n));
        expect(sums.sum(0)).toBe(0n);
      }),
    );
  });
});

const anyLedgerRow = fc.record({
  amount,
  currency: fc.constantFrom('NGN', 'USD'),
  account: fc.constantFrom('0011', '0012'),
  fate: fc.constantFrom('open', 'tier 1', 'tier 5', 'reversed', ROW_PENDING, ROW_ZERO, ROW_OUT_OF_PERIOD | ROW_PENDING),
});

type LedgerRow = typeof anyLedgerRow extends fc.Arbitrary<infer T> ? T : never;

function sessionWith(rows: readonly LedgerRow[]) {
  const gl = rows.flatMap(({ fate, ...row }, i): TestRow[] => {
    if (typeof fate === 'number') return [{ ...row, flags: fate }];
    if (fate === 'open') return [row];
    if (fate !== 'reversed') return [{ ...row, matched: { tier: Number(fate.slice(5)), with: `b${i}` } }];
    return [
      { ...row, reversedBy: `r${i}` },
      { ...row, name: `r${i}`, amount: -row.amount },
    ];
  });
  const bank = rows.map(
    ({ amount, currency, fate }, i): TestRow => ({
      name: `b${i}`,
      amount,
      currency,
      ...(String(fate).startsWith('tier') ? {} : { flags: ROW_PENDING }),
    }),
  );
  return { gl, session: sessionOf({ gl, bank }) };
}

describe('a tally', () => {
  test('accounts for every row and minor unit, by currency and fate', () => {
    fc.assert(
      fc.property(fc.array(anyLedgerRow, { maxLength: 20 }), fc.nat({ max: 5 }), (rows, rejectedRows) => {
        const { gl, session } = sessionWith(rows);
        const tally = tallySide('gl', { columns: session.columns.gl, outcome: session.outcome, rejectedRows });
        for (const one of tally.currencies) {
          const own = gl.filter(({ currency }) => currency === one.currency);
          const total = (picked: readonly TestRow[]) => picked.reduce((sum, row) => sum + BigInt(row.amount), 0n);
          expect(one.total).toMatchObject({ rows: own.length, amount: total(own) });
          expect(sumOf(partsOf(one))).toEqual(one.total);
          const inTier = own.filter(({ matched }) => matched?.tier === 5);
          expect(one.matched[5]?.amount ?? 0n).toBe(total(inTier));
          expect(one.reversed.amount).toBe(0n);
          expect(one.pending.rows).toBe(own.filter(({ flags }) => (flags ?? 0) & ROW_PENDING).length);
        }
        expect(tally.currencies.reduce((sum, { total }) => sum + total.rows, 0)).toBe(gl.length);
        expect(tally).toMatchObject({ rejectedRows, accounts: [...new Set(gl.map(({ account }) => account))].sort() });
      }),
    );
  });

  const row: TestRow = { amount: 500, matched: { tier: 1, with: 'line' } };
  const { columns, outcome } = sessionOf({ gl: [row, { amount: 70 }], bank: [{ name: 'line', amount: 500 }] });
  const tallyWith = (changed: Partial<typeof outcome>) =>
    tallySide('gl', { columns: columns.gl, outcome: { ...outcome, ...changed }, rejectedRows: 0 });

  test('refuses a row that two groups use', () => {
    const twice = { ...outcome.open.gl, row: Uint32Array.of(0) };
    expect(() => tallyWith({ open: { ...outcome.open, gl: twice } })).toThrow('Row 0 of the gl side was used twice.');
  });

  test('refuses a row that matching lost', () => {
    const none = { ...outcome.open.gl, count: 0 };
    expect(() => tallyWith({ open: { ...outcome.open, gl: none } })).toThrow('Row 1 of the gl side was lost');
  });

  test('refuses a row that is set aside and matched', () => {
    const flagged = { ...columns.gl, flags: Uint8Array.of(ROW_PENDING, 0) };
    expect(() => tallySide('gl', { columns: flagged, outcome, rejectedRows: 0 })).toThrow(TieoutError);
  });

  test('is refused when it is a minor unit off', () => {
    const tally = tallyWith({});
    checkConserved(tally, new Map([['NGN', { rows: 2, amount: 570n }]]));
    expect(() => checkConserved(tally, new Map([['NGN', { rows: 2, amount: 571n }]]))).toThrow(
      "The gl side's NGN rows do not add up: 2 rows and 570 minor units are accounted for out of 2 rows and 571 minor units.",
    );
    expect(() => checkConserved(tally, new Map([['USD', { rows: 1, amount: 0n }]]))).toThrow(/do not add up/);
  });
});
