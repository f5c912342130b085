import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AMOUNT_BAD,
  AMOUNT_EMPTY,
  AMOUNT_OK,
  AMOUNT_OTHER_MARK,
  AMOUNT_TOO_FINE,
  AMOUNT_TOO_LARGE,
  AmountReader,
  type DecimalMark,
} from '../../../src/core/reading/cells/amount-text.ts';
import { DIRECTION_CREDIT, DIRECTION_DEBIT } from '../../../src/core/reading/cells/directions.ts';

function read(cell: string, decimal: DecimalMark = '.', exponent = 2) {
  const reader = new AmountReader(decimal);
  const bytes = new TextEncoder().encode(cell);
  const outcome = reader.read(bytes, 0, bytes.length, exponent);
  return { outcome, minor: outcome === AMOUNT_OK ? reader.minor : null, reader };
}

describe('amounts as banks write them', () => {
  it.each([
    ['12.50', 1250],
    ['-12.50', -1250],
    ['12.50-', -1250],
    ['(12.50)', -1250],
    ['(₦1,250.00)', -125000],
    ['+12.50', 1250],
    ['12.5', 1250],
    ['12', 1200],
    ['12.', 1200],
    ['.75', 75],
    ['0.00', 0],
    ['-0.00', 0],
    ['1,234.56', 123456],
    ['12,34,567.89', 123456789],
    ['1 234.56', 123456],
    ['1\u00a0234.56', 123456],
    ['1\u202f234.56', 123456],
    ["1'234.56", 123456],
    ['1’234.56', 123456],
    ['₦1,200.50', 120050],
    ['-₦500.00', -50000],
    ['₦ -500.00', -50000],
    ['N700.00', 70000],
    ['NGN 700.00', 70000],
    ['700.00 NGN', 70000],
    ['+ £1,100.00', 110000],
    ['\u22127.08', -708],
    ['1,234', 123400],
    ['12.500', 1250],
  ])('%s is %d minor units', (cell, minor) => expect(read(cell)).toMatchObject({ outcome: AMOUNT_OK, minor }));

  it.each([
    ['1.234,56', 123456],
    ['-8,78', -878],
    ['1.234', 123400],
    ['1 234,5', 123450],
    ['67,00 €', 6700],
    ['1.234.567', 123456700],
  ])('with a decimal comma %s is %d', (cell, minor) =>
    expect(read(cell, ',')).toMatchObject({ outcome: AMOUNT_OK, minor }),
  );

  it('reads DR and CR marks on either side', () => {
    for (const cell of ['100.00DR', '100.00 Dr', 'DR 100.00', '100.00 D', '100.00 dr.']) {
      expect(read(cell).reader).toMatchObject({ minor: 10000, direction: DIRECTION_DEBIT });
    }
    for (const cell of ['100.00CR', 'Cr 100.00', '₦100.00 C']) {
      expect(read(cell).reader).toMatchObject({ minor: 10000, direction: DIRECTION_CREDIT });
    }
  });

  it.each([
    ['', AMOUNT_EMPTY],
    ['  ', AMOUNT_EMPTY],
    ['-', AMOUNT_EMPTY],
    ['N/A', AMOUNT_EMPTY],
    ['abc', AMOUNT_BAD],
    ['12x', AMOUNT_BAD],
    ['5.8E+28', AMOUNT_BAD],
    ['01/02/2020', AMOUNT_BAD],
    ['(12.00', AMOUNT_BAD],
    ['12.345', AMOUNT_TOO_FINE],
    ['1.234,56', AMOUNT_OTHER_MARK],
    ['12,50', AMOUNT_OTHER_MARK],
    ['90000000000000.01', AMOUNT_TOO_LARGE],
    ['99999999999999999999', AMOUNT_TOO_LARGE],
  ])('%s is not an amount', (cell, outcome) => expect(read(cell).outcome).toBe(outcome));

  it('keeps to the decimals of the currency', () => {
    expect(read('1200', '.', 0)).toMatchObject({ minor: 1200 });
    expect(read('7.00', '.', 0)).toMatchObject({ minor: 7 });
    expect(read('7.50', '.', 0).outcome).toBe(AMOUNT_TOO_FINE);
    expect(read('7.505', '.', 3)).toMatchObject({ minor: 7505 });
    expect(read('7.5', '.', 3)).toMatchObject({ minor: 7500 });
  });

  it.each([
    ['١٬٥٠٠٫٠٠', '.'],
    ['١٬٥٠٠٫٠٠', ','],
    ['۱۵۰۰', '.'],
    ['١٥٠٠-', '.'],
  ] as const)('reads the digits of %s with the mark %s', (cell, mark) => {
    const { outcome, minor } = read(cell, mark);
    expect([outcome, Math.abs(minor ?? 0)]).toEqual([AMOUNT_OK, 150_000]);
  });

  it('takes the largest amount there may be to the last unit', () => {
    expect(read('90000000000000.00')).toMatchObject({ minor: 9_000_000_000_000_000 });
  });

  it('counts what speaks for the decimal mark and against it', () => {
    const reader = new AmountReader('.');
    for (const cell of ['1.50', '1,50', '1,234', '12']) {
      const bytes = new TextEncoder().encode(cell);
      reader.read(bytes, 0, bytes.length, 2);
    }
    expect([reader.forMark, reader.againstMark, reader.asDecimals, reader.asThousands]).toEqual([1, 1, 0, 1]);
  });

  it('gives back any amount from any way of writing it', () => {
    const ways = fc.record({
      comma: fc.boolean(),
      grouped: fc.constantFrom('', ' ', "'", 'other'),
      sign: fc.constantFrom('-', '()', 'after'),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: -900_000_000_000, max: 900_000_000_000 }),
        ways,
        (minor, { comma, grouped, sign }) => {
          const separator = grouped === 'other' ? (comma ? '.' : ',') : grouped;
          const digits = String(Math.abs(minor)).padStart(3, '0');
          const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, separator);
          const plain = `${whole}${comma ? ',' : '.'}${digits.slice(-2)}`;
          const cell = minor >= 0 ? plain : sign === '-' ? `-${plain}` : sign === '()' ? `(${plain})` : `${plain}-`;
          expect(read(cell, comma ? ',' : '.')).toMatchObject({ outcome: AMOUNT_OK, minor });
        },
      ),
    );
  });
});
