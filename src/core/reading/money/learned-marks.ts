// Learns from the running balance the meaning of marks that no list knows. It proves the direction of nearly every row;
// if each value of a column, or each mark in the cells of the amounts, stands for one direction throughout, it does so
// in the rows that no balance proves, too: the oldest one, and one beside a damaged balance.

import type { GivenMarks } from '../cells/directions.ts';
import { splitColumns } from '../evidence/split-columns.ts';
import type { Table } from '../table/table.ts';
import { type MoneyReading, moneyColumns } from './money-reading.ts';

interface LearnedMarks {
  /** The column of the marks; -1 if they stand in the cells of the amounts. */
  readonly column: number;
  readonly marks: GivenMarks;
}

/** Fewest proven rows of a mark. */
const FEWEST = 2;

/** The marks that the balance explains; null if it need not, or explains none. */
export function learnedMarks(table: Table, reading: MoneyReading | null): LearnedMarks | null {
  if (reading === null || reading.steps === null || reading.direction >= 0) return null;
  const { amount, balance, steps } = reading;
  const inCells = table.profiles[amount].openMarks;
  const markOf = (row: number): string => {
    const cell = table.rows[row][amount] ?? '';
    return inCells.find((mark) => cell.includes(mark)) ?? '';
  };
  if (inCells.length > 0) {
    const marks = waysOf(steps, markOf);
    if (marks === null) return null;
    const { '': _bare, ...learned } = marks;
    return { column: -1, marks: learned };
  }
  const found = splitColumns(table, new Set([...moneyColumns(reading), balance])).flatMap((column): LearnedMarks[] => {
    const cells = table.cells(column);
    const marks = waysOf(steps, (row) => cells[row]);
    return marks === null ? [] : [{ column, marks }];
  });
  // Two such columns that disagree about the unproven rows explain nothing.
  const [first] = found;
  const open = steps.flatMap((step, row) => (step === null ? [row] : []));
  const wayIn = ({ column, marks }: LearnedMarks, row: number) => marks[table.cells(column)[row]];
  return found.every((one) => open.every((row) => wayIn(one, row) === wayIn(first, row))) ? (first ?? null) : null;
}

/** The direction of each mark; null if one stands for both directions or too few rows, or if all are of one. */
function waysOf(
  steps: readonly (number | null)[],
  markOf: (row: number) => string,
): Record<string, 'in' | 'out'> | null {
  const counts = new Map<string, { in: number; out: number }>();
  for (const [row, step] of steps.entries()) {
    const of = counts.get(markOf(row)) ?? { in: 0, out: 0 };
    counts.set(markOf(row), of);
    if (step !== null && step !== 0) of[step > 0 ? 'in' : 'out']++;
  }
  const ways: Record<string, 'in' | 'out'> = {};
  for (const [mark, of] of counts) {
    if (Math.min(of.in, of.out) > 0 || of.in + of.out < FEWEST) return null;
    ways[mark] = of.in > 0 ? 'in' : 'out';
  }
  return new Set(Object.values(ways)).size === 2 ? ways : null;
}
