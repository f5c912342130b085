import { describe, expect, test } from 'vitest';
import { DEFAULT_PARAMETERS } from '../../src/core/matching/parameters.ts';
import { isOwnNumbering, pairsAtSight } from './at-sight.ts';
import { readRow } from './reading.ts';
import { type Line, rowsOf } from './worked.ts';

const readings = (gl: Line[], bank: Line[]) => ({
  gl: rowsOf(gl).map((row) => readRow('gl', row, new Set())),
  bank: rowsOf(bank).map((row) => readRow('bank', row, new Set())),
});

describe('a pair at sight', () => {
  const settled = (gl: Line[], bank: Line[]) =>
    pairsAtSight(readings(gl, bank), { ...DEFAULT_PARAMETERS, daysForward: 1 }).map((pair) => [pair.gl, pair.bank]);

  test.each<[string, Line[], Line[], number[][]]>([
    ['needs nothing but the reference', [[500, 10, 'FT241234', 'A']], [[500, 11, '241234', 'B']], [[0, 0]]],
    ['the same amount', [[500, 10, 'AB1234', '']], [[501, 10, 'AB1234', '']], []],
    ['the same currency', [[500, 10, 'AB1234', '']], [[500, 10, 'AB1234', '', { currency: 'USD' }]], []],
    ['the window', [[500, 10, 'AB1234', '']], [[500, 12, 'AB1234', '']], []],
    [
      'and no other row with the reference, whatever its amount',
      [[500, 10, 'AB1234', '']],
      [
        [500, 10, 'AB1234', ''],
        [700, 10, 'AB1234', ''],
      ],
      [],
    ],
    ['a reference inside a narration is read later', [[500, 10, 'AB1234', '']], [[500, 10, '', 'AB1234']], []],
  ])('%s', (_, gl, bank, pairs) => {
    expect(settled(gl, bank)).toEqual(pairs);
  });
});

describe('own numbering', () => {
  /** Serial numbers on both sides, so many of whose rows have the same amount. */
  const serial = (count: number, alike: number) => {
    const rows = (amount: (at: number) => number) =>
      Array.from({ length: count }, (_, at): Line => [amount(at), 10, `S${100 + at}`, '']);
    return readings(
      rows(() => 1_000),
      rows((at) => (at < alike ? 1_100 : 5_000)),
    );
  };

  test.each([
    ['twenty meet, three alike', 20, 3, true],
    ['one in five alike is enough', 20, 4, false],
    ['nineteen are too few to say', 19, 0, false],
  ])('%s', (_, count, alike, own) => {
    expect(isOwnNumbering(serial(count, alike), DEFAULT_PARAMETERS)).toBe(own);
  });

  /** The ledger's numbers on other rows at the bank: `found` of them have their amount there. */
  const moved = (count: number, found: number) =>
    readings(
      Array.from({ length: count }, (_, at): Line => [1_000 * (at + 1), 10, `S${100 + at}`, '']),
      Array.from({ length: count }, (_, at): Line => {
        const from = (at + 1) % count;
        return [1_000 * (from + 1) + (from < found ? 0 : 7), 10, `S${100 + at}`, ''];
      }),
    );

  test.each([
    ['three meet, and every amount stands beside another number', 3, 3, true],
    ['two are too few', 2, 2, false],
    ['one amount in five is missing', 5, 4, true],
    ['two amounts in five are missing: the amounts may be what is wrong', 5, 3, false],
  ])('of a few: %s', (_, count, found, own) => {
    expect(isOwnNumbering(moved(count, found), DEFAULT_PARAMETERS)).toBe(own);
  });
});
