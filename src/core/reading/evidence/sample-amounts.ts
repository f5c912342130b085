// The cells of a sample's columns as money: minor units of four decimals, with the sign or mark that stands in the cell.

import { AMOUNT_EMPTY, AMOUNT_OK, AmountReader } from '../cells/amount-text.ts';
import { cashSign, DIRECTION_NONE, type Direction, directionOf } from '../cells/directions.ts';
import { withOpenMarks } from '../cells/open-marks.ts';
import type { Table } from '../table/table.ts';

export interface SampleAmount {
  readonly minor: number;
  /** The mark that stands in the cell. */
  readonly direction: Direction;
}

const encoder = new TextEncoder();

/** The amount of each row; null for an empty cell, NaN for one that is no amount. */
export function sampleAmounts(table: Table, column: number): (SampleAmount | null)[] {
  const { decimal, openMarks } = table.profiles[column];
  const reader = new AmountReader(decimal, undefined, withOpenMarks(table.marks, openMarks));
  const isOpen = openMarks.length > 0;
  return table.rows.map((row) => {
    const cell = encoder.encode(row[column] ?? '');
    const outcome = reader.read(cell, 0, cell.length, 4);
    if (outcome === AMOUNT_EMPTY) return null;
    if (outcome !== AMOUNT_OK) return { minor: Number.NaN, direction: DIRECTION_NONE };
    return { minor: reader.minor, direction: isOpen ? DIRECTION_NONE : reader.direction };
  });
}

/** The amounts in minor units, with the sign in the cell and without marks. */
export const minorsOf = (amounts: readonly (SampleAmount | null)[]): (number | null)[] =>
  amounts.map((amount) => amount?.minor ?? null);

/** The money columns of a sample, each read once. */
export class SampleMoney {
  private readonly table: Table;
  private readonly read = new Map<number, (SampleAmount | null)[]>();

  constructor(table: Table) {
    this.table = table;
  }

  of(column: number): (SampleAmount | null)[] {
    let amounts = this.read.get(column);
    if (!amounts) this.read.set(column, (amounts = sampleAmounts(this.table, column)));
    return amounts;
  }

  minors(column: number): number[] {
    return minorsOf(this.of(column)).map((minor) => minor ?? 0);
  }

  /** Balances, with the marks that stand in their cells or beside them. */
  balances(column: number, marks: number): (number | null)[] {
    const { table } = this;
    return this.of(column).map((amount, i) => {
      if (amount === null) return null;
      const mark = amount.direction || (marks < 0 ? 0 : directionOf(table.rows[i][marks] ?? ''));
      const way = cashSign(mark, table.side);
      return way === 0 ? amount.minor : way * Math.abs(amount.minor);
    });
  }
}
