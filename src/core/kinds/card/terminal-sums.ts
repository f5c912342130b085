// Finds rows that are probably totals of a terminal: they have no card and no trace number, and the other side may have
// their transactions row by row. If all open rows of the terminal on one day, or in the window, add up to the row, it
// is probably a batch, and a person decides.

import { daysOf, type KeyedRows } from '../../matching/keyed-rows.ts';
import type { OpenByKeys } from '../../matching/outcome/keyed-open-rows.ts';
import { FACT_SEVERAL_SUMS } from '../../matching/outcome/outcome.ts';
import { OPEN } from '../../matching/side-numbers.ts';
import { OUTSIDE } from '../../matching/window.ts';
import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import type { CardKeys } from './card-keys.ts';

/** Sets FACT_SEVERAL_SUMS for totals. */
export function markTerminalSums(rows: KeyedRows, open: OpenByKeys, keys: CardKeys): void {
  const isTotal = (side: Side, row: number): boolean =>
    [keys.rrn, keys.stan, keys.card].every((of) => of(side, row) === '') && keys.terminal(side, row) !== '';
  const openRows = (side: Side) => rows[side].inTime.filter((row) => rows[side].state[row] === OPEN);
  for (const side of SIDES) {
    const totals = openRows(side).filter((row) => isTotal(side, row));
    if (totals.length === 0) continue;
    const other = otherSide(side);
    const nameOf = (of: Side, row: number): string =>
      `${keys.terminal(of, row)} ${rows[of].currency[row]} ${Math.sign(rows[of].amount[row])}`;
    const parts = Map.groupBy(openRows(other), (row) => nameOf(other, row));
    for (const total of totals) {
      const pair = (part: number) => (side === 'gl' ? { gl: total, bank: part } : { gl: part, bank: total });
      const near = (parts.get(nameOf(side, total)) ?? []).filter(
        (part) => daysOf(rows, pair(part), rows.parameters) !== OUTSIDE,
      );
      if (comesTo(rows, other, near, rows[side].amount[total])) open[side].facts[total] |= FACT_SEVERAL_SUMS;
    }
  }
}

/** Whether all parts, or all parts of one day, add up to the total. */
function comesTo(rows: KeyedRows, side: Side, parts: readonly number[], total: number): boolean {
  const { amount, day } = rows[side];
  const lists = [parts, ...Map.groupBy(parts, (row) => day[row]).values()];
  return lists.some((list) => list.length > 1 && list.reduce((sum, row) => sum + amount[row], 0) === total);
}
