// Evidence that numbers are no money: they count rows, hardly vary, identify things, or are a few codes beside a number
// that does vary. Such evidence is a veto. It is asked of columns without an exact title, or if another column could be
// the amount, and only from eight rows on: a file of one row is constant, and so are equal dues.

import type { Evidence } from '../table/candidate.ts';
import type { Table } from '../table/table.ts';

/** Rows from which on a veto stands. */
const VETO_ROWS = 8;
/** Share of the steps that rise, or fall, in a counter. */
const STEADY = 0.95;
/** Share of rows that have one value in a column that is nearly constant. */
const CONSTANT = 0.95;
/** Different codes at most, and rows that each of them has at least on the average. */
const FEW = 12;
const ROWS_A_CODE = 4;

/** The evidence that the column is no money; null if there is none. */
export function countsOrIdentifies(table: Table, column: number): Evidence | null {
  const cells = table.filled(column);
  if (cells.length < VETO_ROWS) return null;
  const words = counter(cells) ?? identifier(cells) ?? constant(cells);
  return words === null ? null : { class: 'veto', words };
}

/** Whether a column has one figure in nearly all rows, and there are enough of them to tell. */
export function hardlyVaries(table: Table, column: number): boolean {
  const cells = table.filled(column);
  return cells.length >= VETO_ROWS && constant(cells) !== null;
}

/** A few different numbers beside a column whose numbers vary are codes; null if they are not. */
export function fewCodes(table: Table, column: number, others: readonly number[]): Evidence | null {
  const cells = table.filled(column);
  if (cells.length < VETO_ROWS || !cells.every((cell) => /^\d{1,9}$/.test(cell))) return null;
  const different = new Set(cells).size;
  if (different > FEW || different * ROWS_A_CODE > cells.length) return null;
  const varies = (i: number) => {
    const filled = table.filled(i);
    return filled.length >= VETO_ROWS && new Set(filled).size > Math.max(different * 2, filled.length / 2);
  };
  return others.some((i) => i !== column && varies(i)) ? { class: 'veto', words: 'values are a few codes' } : null;
}

/** Whole numbers, perhaps after the same letters, that rise or fall from row to row. */
function counter(cells: readonly string[]): string | null {
  const parts = cells.map((cell) => /^'?([^\d\s.,()+-]{0,6}[/_-]?)(\d{1,15})$/.exec(cell));
  const prefix = parts[0]?.[1];
  if (parts.some((part) => part === null || part[1] !== prefix)) return null;
  const numbers = parts.map((part) => Number(part![2]));
  let [up, down] = [0, 0];
  for (let i = 1; i < numbers.length; i++) {
    if (numbers[i] > numbers[i - 1]) up++;
    else if (numbers[i] < numbers[i - 1]) down++;
  }
  return Math.max(up, down) >= (numbers.length - 1) * STEADY ? 'values count up or down' : null;
}

/** Ten or more digits, all of about one length: telephones, accounts, references. */
function identifier(cells: readonly string[]): string | null {
  const long = cells.filter((cell) => /^'?\d{10,}$/.test(cell)).length;
  return long >= cells.length * STEADY ? 'values of ten digits and more identify' : null;
}

function constant(cells: readonly string[]): string | null {
  const met = new Map<string, number>();
  for (const cell of cells) met.set(cell, (met.get(cell) ?? 0) + 1);
  return Math.max(...met.values()) >= cells.length * CONSTANT ? 'values hardly vary' : null;
}
