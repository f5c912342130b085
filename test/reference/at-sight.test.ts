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
  const isOwn = (gl: Line[], bank: Line[]) => isOwnNumbering(readings(gl, bank));
  const numbered = (amounts: number[]) => amounts.map((amount, at): Line => [amount, 10, `S${100 + at}`, '']);
  /** Amounts an octave and more apart: none is like another. */
  const unlike = (count: number) => Array.from({ length: count }, (_, at) => 1_000 * 3 ** at);
  const moved = (amounts: number[]) => amounts.map((_, at) => amounts[(at + 1) % amounts.length]);

  test.each([
    ['two values beside amounts that stand beside other numbers are too few', 2, false],
    ['three say that each side has its own numbers', 3, true],
  ])('%s', (_, count, own) => {
    const amounts = unlike(2 * count);
    const rest = (some: number[]) => some.map((amount): Line => [amount, 10, '', '']);
    const [mine, theirs] = [amounts.slice(0, count), amounts.slice(count)];
    expect(isOwn([...numbered(mine), ...rest(theirs)], [...numbered(theirs), ...rest(mine)])).toBe(own);
  });

  test.each([
    ['of a few whose amount is nowhere else the amount may be wrong', 10, false],
    ['of many it is the number', 20, true],
  ])('%s', (_, count, own) => {
    expect(isOwn(numbered(unlike(count)), numbered(unlike(count).map((amount) => amount * 2)))).toBe(own);
  });

  test.each([
    ['half that agree are trusted', 10, false],
    ['fewer are not', 7, true],
  ])('%s', (_, right, own) => {
    const amounts = unlike(20);
    const bank = [...amounts.slice(0, right), ...moved(amounts.slice(right))];
    expect(isOwn(numbered(amounts), numbered(bank))).toBe(own);
  });

  test('what agrees by chance is taken off: two prices meet half of the time', () => {
    const prices = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 1_000 : 5_000));
    const shifted = prices.map((_, at) => prices[at % 4 < 2 ? at : (at + 1) % 40]);
    expect(isOwn(numbered(prices), numbered(shifted))).toBe(true);
  });

  test('where all amounts are alike nothing is learned', () => {
    const rents = numbered(Array.from({ length: 40 }, () => 1_000));
    expect(isOwn(rents, rents)).toBe(false);
  });
});
