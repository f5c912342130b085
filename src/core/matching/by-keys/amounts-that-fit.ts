// Finds, for the rows that a matcher by identifiers leaves open, whether an open row of the other side has their amount
// in the window, and which one if there is only one. Identifiers decide what is matched; but a reason must not say that
// no row has the amount when one has it.

import type { Side } from '../../records/rows/columns.ts';
import { otherSide, SIDES } from '../../records/rows/columns.ts';
import { valueDayOf } from '../../records/rows/row-day.ts';
import { FACT_AMOUNT_OPEN, type MatchOutcome, type OpenRows } from '../outcome/outcome.ts';
import { OUTSIDE, type PairWindow } from '../window.ts';
import type { KeyedRows } from './keyed-rows.ts';

export function markAmountsThatFit(rows: KeyedRows, open: MatchOutcome['open'], window: PairWindow): void {
  const byMoney = { gl: rowsByMoney(rows, open.gl, 'gl'), bank: rowsByMoney(rows, open.bank, 'bank') };
  const reach = Math.max(window.daysBack, window.daysForward) + longestValueDays(rows, open.bank);
  for (const side of SIDES) {
    const other = otherSide(side);
    const dayOf = (row: number): number => rows.columns[other].bookingDay[row];
    const fits = (own: number, their: number): boolean =>
      rows.days(side === 'gl' ? { gl: own, bank: their } : { gl: their, bank: own }, window) !== OUTSIDE;
    for (let item = 0; item < open[side].count; item++) {
      const row = open[side].row[item];
      const list = byMoney[other].get(moneyOf(rows, side, row)) ?? [];
      const day = rows.columns[side].bookingDay[row];
      const found: number[] = [];
      for (let k = firstFrom(list, (their) => dayOf(their) >= day - reach); k < list.length; k++) {
        if (dayOf(list[k]) > day + reach) break;
        // Two are enough to know that there are several.
        if (fits(row, list[k]) && found.push(list[k]) === 2) break;
      }
      if (found.length === 0) continue;
      open[side].facts[item] |= FACT_AMOUNT_OPEN;
      if (found.length === 1) open[side].amountHolder[item] = found[0];
    }
  }
}

const moneyOf = (rows: KeyedRows, side: Side, row: number): string =>
  `${rows.currency(side, row)} ${rows.amount(side, row)}`;

/** Ascending by booking day. */
function rowsByMoney(rows: KeyedRows, { row: open }: OpenRows, side: Side): ReadonlyMap<string, readonly number[]> {
  const { bookingDay } = rows.columns[side];
  const lists = new Map<string, number[]>();
  for (const row of Array.from(open).sort((a, b) => bookingDay[a] - bookingDay[b])) {
    const money = moneyOf(rows, side, row);
    const list = lists.get(money);
    if (list === undefined) lists.set(money, [row]);
    else list.push(row);
  }
  return lists;
}

/** How many days a value day lies from its booking day at most. */
function longestValueDays({ columns }: KeyedRows, { row }: OpenRows): number {
  return row.reduce((most, r) => Math.max(most, Math.abs(valueDayOf(columns.bank, r) - columns.bank.bookingDay[r])), 0);
}

/** The first place that holds, of a list in which all after it hold too. */
function firstFrom(list: readonly number[], holds: (row: number) => boolean): number {
  let from = 0;
  let to = list.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(list[middle])) to = middle;
    else from = middle + 1;
  }
  return from;
}
