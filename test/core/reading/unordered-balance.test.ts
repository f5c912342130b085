import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unorderedBalance } from '../../../src/core/reading/proof/unordered-balance.ts';

describe('balances in no order', () => {
  const amount = fc.integer({ min: -1000, max: 1000 }).filter((n) => n !== 0);
  it('give the opening and the closing balance of any shuffled chain', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.array(amount, { minLength: 1, maxLength: 30 }),
        fc.boolean(),
        fc.infiniteStream(fc.nat()),
        (opening, amounts, inverse, keys) => {
          const way = inverse ? -1 : 1;
          let balance = opening;
          const rows = amounts.map((a) => ({ amount: a, balance: (balance += way * a), key: keys.next().value }));
          fc.pre(balance !== opening);
          rows.sort((a, b) => a.key - b.key);
          const found = unorderedBalance(
            { amounts: rows.map((r) => r.amount), balances: rows.map((r) => r.balance) },
            way,
          );
          expect(found).toEqual({ opening, closing: balance });
        },
      ),
    );
  });
  it('say nothing of rows that make no chain', () => {
    expect(unorderedBalance({ amounts: [10, 5], balances: [10, 16] }, 1)).toBeNull();
    expect(unorderedBalance({ amounts: [10, 5, 1], balances: [10, 15, 15] }, 1)).toBeNull();
  });
  it('nor of two accounts, one of which came back to where it began', () => {
    expect(unorderedBalance({ amounts: [10, 5, 7, -7], balances: [10, 15, 507, 500] }, 1)).toBeNull();
    // The same entries where the two meet are one chain.
    expect(unorderedBalance({ amounts: [10, 5, 7, -7], balances: [10, 15, 17, 10] }, 1)).toEqual({
      opening: 0,
      closing: 15,
    });
  });
});
