// The back-test of a pattern, on months worked out by hand.

import { expect, test } from 'vitest';
import { backTest, type DecidedByPerson } from '../../../src/core/patterns/backtest.ts';

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const lesson = (day: string, value: number) => ({ at: at(day), value });
const decided = (day: string, value: number, after: DecidedByPerson['after']) => ({ at: at(day), value, after });
const FIVE = ['02', '03', '04', '05', '06'].map((day, n) => lesson(`2026-01-${day}`, 100 + n));

test('a month is judged by the lessons before it alone, and one before the first lesson by none', () => {
  const all = [
    decided('2025-12-31', 101, 'rejected'),
    decided('2026-01-20', 101, 'approved'),
    decided('2026-02-01', 101, 'approved'),
    decided('2026-02-02', 104, 'rejected'),
    decided('2026-02-02', 105, 'approved'),
    decided('2026-02-28', 100, 'escalated'),
    decided('2026-03-05', 105, 'approved'),
  ];
  expect(backTest([...FIVE, lesson('2026-02-10', 105)].toReversed(), all.toReversed())).toEqual({
    months: [
      { month: '2026-01', approved: 0, rejected: 0, escalated: 0, leftToPeople: 1 },
      { month: '2026-02', approved: 1, rejected: 1, escalated: 1, leftToPeople: 1 },
      { month: '2026-03', approved: 1, rejected: 0, escalated: 0, leftToPeople: 0 },
    ],
    precision: { approved: 2, of: 4 },
  });
});

test('lessons that are too few or too old, and no lessons at all, approve nothing', () => {
  const late = [decided('2026-04-30', 102, 'approved')];
  const nothing = { month: '2026-04', approved: 0, rejected: 0, escalated: 0, leftToPeople: 1 };
  expect(backTest(FIVE, late)).toEqual({ months: [nothing], precision: null });
  expect(backTest(FIVE.slice(0, 2), [decided('2026-02-01', 100, 'approved')]).precision).toBeNull();
  expect(backTest([], late)).toEqual({ months: [], precision: null });
});
