import { expect, test } from 'vitest';
import { drawAmount, merchantCharge, mistype, nipFee, TRANSFER_AMOUNTS, vatOn } from '../../src/generation/amounts.ts';
import { seededRandom } from '../../src/generation/random.ts';

test('fees and taxes round half up to the kobo', () => {
  expect([500_000, 500_001, 5_000_000, 5_000_001].map(nipFee)).toEqual([1_000, 2_500, 2_500, 5_000]);
  expect([1_000, 2_500, 5_000].map(vatOn)).toEqual([75, 188, 375]);
  expect([10_000, 100_100, 12_345_678].map(merchantCharge)).toEqual([50, 501, 61_728]);
});

test('a mistyped amount differs and has as many digits', () => {
  const random = seededRandom('typing');
  for (let i = 0; i < 5_000; i++) {
    const amount = drawAmount(TRANSFER_AMOUNTS, random);
    const typed = mistype(amount, random);
    expect(typed).not.toBe(amount);
    expect(String(typed)).toHaveLength(String(amount).length);
    expect(Number.isSafeInteger(typed)).toBe(true);
  }
});

test('round sums recur and the rest spreads over orders of magnitude', () => {
  const random = seededRandom('amounts');
  const amounts = Array.from({ length: 5_000 }, () => drawAmount(TRANSFER_AMOUNTS, random));
  const distinct = new Set(amounts);
  expect(distinct.size).toBeLessThan(2_500);
  expect(Math.min(...amounts)).toBeLessThan(100_000);
  expect(Math.max(...amounts)).toBeGreaterThan(50_000_000);
});
