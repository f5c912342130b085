// The bands of ageing at their edges.

import { describe, expect, test } from 'vitest';
import { formatDay, parseDay } from '../../../src/core/money/calendar.ts';
import { ageingOf } from '../../../src/core/summary/ageing.ts';
import { sessionOf } from '../classification/session-of.ts';

const END = parseDay('2026-06-30')!;

/** [age in days, first day of its band]. */
const EDGES: readonly [age: number, fromDays: number][] = [
  [-3, 0],
  [0, 0],
  [1, 0],
  [2, 2],
  [7, 2],
  [8, 8],
  [30, 8],
  [31, 31],
  [60, 31],
  [61, 61],
  [90, 61],
  [91, 91],
  [4_000, 91],
];

describe('ageing', () => {
  test.each(EDGES)('an item of %i days stands in the band from %i days', (age, fromDays) => {
    const { columns, open } = sessionOf({ bank: [{ amount: 1, day: formatDay(END - age)! }] });
    const bands = ageingOf(columns, open, END);
    expect(bands.filter(({ bankRows }) => bankRows === 1).map((band) => band.fromDays)).toEqual([fromDays]);
    expect(bands.every(({ glRows }) => glRows === 0)).toBe(true);
  });
});
