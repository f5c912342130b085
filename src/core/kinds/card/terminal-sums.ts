// Finds rows that are probably totals of a terminal: they have no card and no trace number, and the other side may have
// their transactions row by row. If all open rows of the terminal on one day, or in the window, add up to the row, it
// is probably a batch, and a person decides.

import type { KeyedRows } from '../../matching/by-keys/keyed-rows.ts';
import { FACT_SEVERAL_SUMS, type MatchOutcome } from '../../matching/outcome/outcome.ts';
import { OUTSIDE, type PairWindow } from '../../matching/window.ts';
import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import type { CardKeys } from './card-keys.ts';

/** Sets FACT_SEVERAL_SUMS for totals. */
export function markTerminalSums(
  rows: KeyedRows,
  open: MatchOutcome['open'],
  { keys, window }: { readonly keys: CardKeys; readonly window: PairWindow },
): void {
  const isTotal = (side: Side, row: number): boolean =>
    [keys.rrn, keys.stan, keys.card].every((of) => of(side, row) === '') && keys.terminal(side, row) !== '';
  for (const side of SIDES) {
    const { count, row, facts } = open[side];
    const totals = Array.from({ length: count }, (_, item) => item).filter((item) => isTotal(side, row[item]));
    if (totals.length === 0) continue;
    const parts = partsByTerminal(rows, open, { side: otherSide(side), keys });
    for (const item of totals) {
      const total = row[item];
      const pair = (part: number) => (side === 'gl' ? { gl: total, bank: part } : { gl: part, bank: total });
      const near = (parts.get(nameOf(rows, keys, side, total)) ?? []).filter(
        (part) => rows.days(pair(part), window) !== OUTSIDE,
      );
      if (comesTo(rows, otherSide(side), near, rows.amount(side, total))) facts[item] |= FACT_SEVERAL_SUMS;
    }
  }
}

const nameOf = (rows: KeyedRows, keys: CardKeys, side: Side, row: number): string =>
  `${keys.terminal(side, row)} ${rows.currency(side, row)} ${Math.sign(rows.amount(side, row))}`;

function partsByTerminal(
  rows: KeyedRows,
  open: MatchOutcome['open'],
  { side, keys }: { readonly side: Side; readonly keys: CardKeys },
): ReadonlyMap<string, readonly number[]> {
  const parts = new Map<string, number[]>();
  for (const row of open[side].row) {
    const name = nameOf(rows, keys, side, row);
    const known = parts.get(name);
    if (known === undefined) parts.set(name, [row]);
    else known.push(row);
  }
  return parts;
}

/** Whether all parts, or all parts of one day, add up to the total. */
function comesTo(rows: KeyedRows, side: Side, parts: readonly number[], total: number): boolean {
  const { bookingDay } = rows.columns[side];
  const days = [...new Set(parts.map((row) => bookingDay[row]))];
  const lists = [parts, ...days.map((day) => parts.filter((row) => bookingDay[row] === day))];
  return lists.some((list) => list.length > 1 && list.reduce((sum, row) => sum + rows.amount(side, row), 0) === total);
}
