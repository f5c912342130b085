// Finds, for the rows that a matcher by identifiers leaves open, whether an open row of the other side has their amount
// in the window, and which one if there is only one. Identifiers decide what is matched; but a reason must not say that
// no row has the amount when one has it.

import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import { FACT_AMOUNT_OPEN } from '../outcome/outcome.ts';
import { OPEN } from '../side-numbers.ts';
import { OUTSIDE } from '../window.ts';
import { daysOf, type KeyedRows } from './keyed-rows.ts';
import type { OpenByKeys } from './open-partners.ts';

export function markAmountsThatFit(rows: KeyedRows, open: OpenByKeys): void {
  const { parameters } = rows;
  const byMoney = { gl: rowsByMoney(rows, 'gl'), bank: rowsByMoney(rows, 'bank') };
  const reach = Math.max(parameters.daysBack, parameters.daysForward) + longestValueDays(rows);
  for (const side of SIDES) {
    const { day: ownDay, n, state } = rows[side];
    const { day } = rows[otherSide(side)];
    const fits = (own: number, their: number): boolean =>
      daysOf(rows, side === 'gl' ? { gl: own, bank: their } : { gl: their, bank: own }, parameters) !== OUTSIDE;
    for (let row = 0; row < n; row++) {
      if (state[row] !== OPEN) continue;
      const list = byMoney[otherSide(side)].get(moneyOf(rows, side, row)) ?? [];
      const found: number[] = [];
      for (let k = firstFrom(list, (their) => day[their] >= ownDay[row] - reach); k < list.length; k++) {
        if (day[list[k]] > ownDay[row] + reach) break;
        // Two are enough to know that there are several.
        if (fits(row, list[k]) && found.push(list[k]) === 2) break;
      }
      if (found.length > 0) open[side].facts[row] |= FACT_AMOUNT_OPEN;
      if (found.length === 1) open[side].amountHolder[row] = found[0];
    }
  }
}

const moneyOf = (rows: KeyedRows, side: Side, row: number): string =>
  `${rows[side].currency[row]} ${rows[side].amount[row]}`;

/** Ascending by day. */
function rowsByMoney(rows: KeyedRows, side: Side): ReadonlyMap<string, readonly number[]> {
  const lists = new Map<string, number[]>();
  for (const row of rows[side].inTime) {
    if (rows[side].state[row] !== OPEN) continue;
    const money = moneyOf(rows, side, row);
    const list = lists.get(money);
    if (list === undefined) lists.set(money, [row]);
    else list.push(row);
  }
  return lists;
}

/** How many days a value day lies from its booking day at most. */
const longestValueDays = ({ bank: { inTime, day, valueDay, state } }: KeyedRows): number =>
  inTime.reduce((most, row) => (state[row] === OPEN ? Math.max(most, Math.abs(valueDay[row] - day[row])) : most), 0);

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
