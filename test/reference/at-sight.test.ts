import { describe, expect, test } from 'vitest';
import { DEFAULT_PARAMETERS } from '../../src/core/matching/parameters.ts';
import { isOwnNumbering, pairsAtSight } from './at-sight.ts';
import { readRow } from './reading.ts';
import { type Line, rowsOf } from './worked.ts';

const readings = (gl: Line[], bank: Line[]) => ({
  gl: rowsOf(gl).map((row) => readRow('gl', row)),
  bank: rowsOf(bank).map((row) => readRow('bank', row)),
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
    expect(isOwnNumbering(serial(count, alike))).toBe(own);
  });
});
