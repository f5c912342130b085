// Rows of several accounts or currencies in one file, each with a running balance of its own: the columns by whose few
// values the rows may be told apart. The balances themselves prove which of them it is, if any.

import type { Table } from '../table/table.ts';

export interface RowGroups {
  readonly column: number;
  /** The value of each row. */
  readonly of: readonly string[];
}

/** Most different accounts or currencies of a sample, rows that each has at least on the average, and most columns. */
const MOST_GROUPS = 12;
const ROWS_A_GROUP = 4;
const MOST_COLUMNS = 4;

/** Columns that may tell the accounts or currencies of the rows apart. `money`: columns that may be amounts. */
export function groupsIn(table: Table, isMoney: (column: number) => boolean): RowGroups[] {
  const found = table.columns.flatMap((column): RowGroups[] => {
    const { distinct, filled, cells } = table.profiles[column];
    const isFew = distinct > 1 && distinct <= MOST_GROUPS && distinct * ROWS_A_GROUP <= filled;
    if (!isFew || filled < cells || isMoney(column)) return [];
    return [{ column, of: table.cells(column) }];
  });
  return found.slice(0, MOST_COLUMNS);
}
