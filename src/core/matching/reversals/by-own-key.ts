// Nets reversals for kinds with identifiers of their own: an open row with the first open row of its side that takes it
// back, within the reversal windows and the days that the key is good for, unless something else shows that they are
// two transactions.

import type { Side } from '../../records/rows/columns.ts';
import type { TellingKey } from '../key-arrays.ts';
import type { KeyedRows } from '../keyed-rows.ts';
import { OPEN } from '../side-numbers.ts';
import { type Netted, net, originalFirst, reversalDays } from './netted.ts';
import { opposedRows } from './opposed-rows.ts';

/** Nets by one key after the other; nothing if reversals are not netted. */
export function netByOwnKeys(
  rows: KeyedRows,
  telling: readonly TellingKey[],
  saysReversal: (side: Side, row: number) => boolean,
): Record<Side, Netted[]> {
  const netted: Record<Side, Netted[]> = { gl: [], bank: [] };
  if (!rows.parameters.netReversals) return netted;
  for (const side of ['gl', 'bank'] as const) {
    const { place, state } = rows[side];
    for (const { keys, days: farthest = Number.POSITIVE_INFINITY, areTwo } of telling) {
      for (const { plus, minus } of opposedRows(rows[side], { key: keys.of[side], count: keys.count })) {
        for (const one of plus) {
          const inOrder = (other: number) =>
            place[one] < place[other]
              ? originalFirst(one, other, (row) => saysReversal(side, row))
              : originalFirst(other, one, (row) => saysReversal(side, row));
          const other = minus.find((row) => {
            const days = state[row] === OPEN ? reversalDays(rows, side, inOrder(row)) : null;
            return days !== null && Math.abs(days) <= farthest && !areTwo?.(side, [one, row]);
          });
          if (other !== undefined) net(rows[side], { ...inOrder(other), weighed: null }, netted[side]);
        }
      }
    }
  }
  return netted;
}
