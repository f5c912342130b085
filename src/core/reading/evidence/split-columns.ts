// Columns of two or three values that divide the rows: they may be marks of debit and credit in words that no list
// knows. The running balance may tell what each value means; else a person is asked.

import type { Table } from '../table/table.ts';
import { isTitledOther } from './titles.ts';

const FEWEST_VALUES = 2;
const MOST_VALUES = 3;
/** A mark is a short word or two, a letter, a sign, or a digit or two; more digits are a code, and a mix is a name. */
const MARK = /^([^\d]{1,24}|[+-]?\d{1,2})$/;

/** Columns that may split the rows into money in and money out. `taken`: columns that are days or money. */
export const splitColumns = (table: Table, taken: ReadonlySet<number>): number[] =>
  table.columns.filter((i) => {
    const { distinct, filled, cells, currencies, days, pendings } = table.profiles[i];
    // In a file of a few rows some value must come again.
    if (distinct < FEWEST_VALUES || distinct > MOST_VALUES || filled < cells || distinct >= filled) return false;
    const isOther = isTitledOther(table, i) && table.weight(i, 'direction') === 0;
    if (taken.has(i) || table.named.has(i) || currencies + days + pendings > 0 || isOther) return false;
    return table.cells(i).every((cell) => MARK.test(cell));
  });
