// Money of other programs: what is exact in minor units is read to the digit, and nothing else is money. The server
// compares as the reader reads.

import fc from 'fast-check';
import { Decimal128, Double, Int32, Long } from 'mongodb';
import { describe, expect, test } from 'vitest';
import {
  between,
  decimalOf,
  magnitudeOf,
  minorOf,
  scaledOf,
  unitsOf,
} from '../../../src/adapters/store-mongo/stored-money.ts';
import { MAX_AMOUNT_MINOR } from '../../../src/core/limits.ts';
import { formatMinor } from '../../../src/core/money/money.ts';
import { withMongodb } from './temporary-database.ts';

const decimal = (text: string) => Decimal128.fromString(text);

describe('an amount', () => {
  test('is the decimal of its digits, and comes back as it was', () => {
    const minor = fc.integer({ min: -MAX_AMOUNT_MINOR, max: MAX_AMOUNT_MINOR });
    fc.assert(
      fc.property(minor, fc.constantFrom('NGN', 'JPY', 'KWD'), (amount, currency) => {
        const stored = unitsOf(amount, currency);
        const decimals = { NGN: 2, JPY: 0, KWD: 3 }[currency];
        expect(stored.toString()).toBe(decimal(formatMinor(amount, decimals)).toString());
        expect(minorOf(stored, currency)).toBe(amount);
      }),
    );
  });

  test('that is larger than any double is exact', () => {
    const sum = 9_007_199_254_740_993_000_000_000_000_001n;
    expect([sum, -sum].map((value) => scaledOf(decimalOf(value, 2), 2))).toEqual([sum, -sum]);
  });

  test.each([
    [decimal('125.4500'), 12_545],
    [decimal('1.2E+3'), 120_000],
    [decimal('-0.01'), -1],
    [decimal('0E-6000'), 0],
    [125.45, 12_545],
    [0.1 + 0.2, 30],
    [-1e-2, -1],
    [250, 25_000],
    [Long.fromString('90000000000000'), 9_000_000_000_000_000],
    [89_999_999_999_999, 8_999_999_999_999_900],
  ])('%s is %i minor units', (value, minor) => {
    expect(minorOf(value, 'NGN')).toBe(minor);
  });

  test.each([
    decimal('125.455'),
    decimal('NaN'),
    decimal('-Infinity'),
    decimal('9E+40'),
    decimal('1E-6000'),
    decimal('90000000000000.01'),
    125.455,
    1e-9,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Long.fromString('9223372036854775807'),
    '125.45',
    true,
    null,
    undefined,
    {},
    [12],
  ])('%s is none', (value) => {
    expect(minorOf(value, 'NGN')).toBeNull();
  });

  test('below nothing is no magnitude', () => {
    expect([magnitudeOf(-5, 'NGN'), magnitudeOf(5, 'JPY'), magnitudeOf(0, 'NGN')]).toEqual([null, 5, 0]);
  });
});

withMongodb('on the server', (database) => {
  test('those within a range are those that are read as amounts in it', async () => {
    const values = [
      ...['125.45', '125.450', '125.455', '100', '250.00', '250.01', '99.99', 'NaN', 'Infinity'].map(decimal),
      ...[125.45, 125.455, 100, 250, 250.01, 99.99, 100.1 + 0.2, Number.NaN].map((value) => new Double(value)),
      ...[new Int32(200), Long.fromNumber(201), '125.45', null, true, { amount: 125 }],
    ];
    const some = (await database.direct()).collection('some');
    await some.insertMany([...values.map((value) => ({ value })), { other: 1 }]);
    const found = await some
      .find({ $expr: between('$value', { min: 10_000, max: 25_000, currency: 'NGN' }) })
      .toArray();
    const read = (await some.find().toArray()).filter(({ value }) => {
      const minor = minorOf(value, 'NGN');
      return minor !== null && minor >= 10_000 && minor <= 25_000;
    });
    expect(found).toEqual(read);
    expect(found).toHaveLength(10);
  });
});
