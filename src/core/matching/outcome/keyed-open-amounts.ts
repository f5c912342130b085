// Finds, for the rows that a matcher by identifiers leaves open, whether an open row of the other side has their amount
// in the window, and which one if there is only one. Identifiers decide what is matched; but a reason must not say that
// no row has the amount when one has it.

import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import { firstOfDay } from '../candidates/class-index.ts';
import { keyArrays } from '../key-arrays.ts';
import { daysOf, type KeyedRows } from '../keyed-rows.ts';
import { NO_KEY, rowsByKey } from '../keys/rows-by-key.ts';
import { OPEN } from '../side-numbers.ts';
import { OUTSIDE } from '../window.ts';
import type { OpenSide } from './open-rows.ts';
import { FACT_AMOUNT_OPEN } from './outcome.ts';

export function markAmountsThatFit(
  rows: KeyedRows,
  open: Readonly<Record<Side, Pick<OpenSide, 'facts' | 'amountHolder'>>>,
): void {
  const { parameters } = rows;
  const moneyOf = (side: Side, row: number): string =>
    rows[side].state[row] === OPEN ? `${rows[side].currency[row]} ${rows[side].amount[row]}` : '';
  const { of, count } = keyArrays(rows, moneyOf);
  const reach = Math.max(parameters.daysBack, parameters.daysForward) + longestValueDays(rows);
  for (const side of SIDES) {
    const other = rows[otherSide(side)];
    const listed = rowsByKey(other, { key: of[otherSide(side)], count });
    const day = Int32Array.from(listed.rows, (row) => other.day[row]);
    const fits = (own: number, their: number): boolean =>
      daysOf(rows, side === 'gl' ? { gl: own, bank: their } : { gl: their, bank: own }, parameters) !== OUTSIDE;
    of[side].forEach((money, row) => {
      if (money === NO_KEY) return;
      const own = rows[side].day[row];
      const end = listed.start[money + 1];
      const found: number[] = [];
      // Two are enough to know that there are several.
      for (let k = firstOfDay({ day }, listed.start[money], end, own - reach); k < end && found.length < 2; k++) {
        if (day[k] > own + reach) break;
        if (fits(row, listed.rows[k])) found.push(listed.rows[k]);
      }
      if (found.length > 0) open[side].facts[row] |= FACT_AMOUNT_OPEN;
      if (found.length === 1) open[side].amountHolder[row] = found[0];
    });
  }
}

/** How many days a value day lies from its booking day at most. */
const longestValueDays = ({ bank: { inTime, day, valueDay, state } }: KeyedRows): number =>
  inTime.reduce((most, row) => (state[row] === OPEN ? Math.max(most, Math.abs(valueDay[row] - day[row])) : most), 0);
