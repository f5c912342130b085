// Nets reversals for kinds with identifiers of their own: an open row with the first open row of its side that takes it
// back, within the reversal windows and the days that the key is good for, unless something else shows that they are
// two transactions.

import { SIDES, type Side } from '../../records/rows/columns.ts';
import type { TellingKey } from '../key-arrays.ts';
import type { KeyedRows } from '../keyed-rows.ts';
import { OPEN } from '../side-numbers.ts';
import { type Netted, net, originalFirst, reversalDays } from './netted.ts';
import { opposedRows } from './opposed-rows.ts';

type SaysReversal = (side: Side, row: number) => boolean;

/** Nets by one key after the other; nothing if reversals are not netted. */
export function netByOwnKeys(
  rows: KeyedRows,
  telling: readonly TellingKey[],
  saysReversal: SaysReversal,
): Record<Side, Netted[]> {
  const netted: Record<Side, Netted[]> = { gl: [], bank: [] };
  if (!rows.parameters.netReversals) return netted;
  for (const side of SIDES) for (const key of telling) netByKey(rows, { ...key, side, saysReversal }, netted[side]);
  return netted;
}

interface KeyOfSide extends TellingKey {
  readonly side: Side;
  readonly saysReversal: SaysReversal;
}

function netByKey(rows: KeyedRows, of: KeyOfSide, netted: Netted[]): void {
  const { keys, side, areTwo, days: farthest = Number.POSITIVE_INFINITY } = of;
  const { state, place } = rows[side];
  const isMarked = (row: number): boolean => of.saysReversal(side, row);
  const inOrder = (a: number, b: number) =>
    place[a] < place[b] ? originalFirst(a, b, isMarked) : originalFirst(b, a, isMarked);
  for (const { plus, minus } of opposedRows(rows[side], { key: keys.of[side], count: keys.count })) {
    for (const one of plus) {
      const other = minus.find((row) => {
        const days = state[row] === OPEN ? reversalDays(rows, side, inOrder(one, row)) : null;
        return days !== null && Math.abs(days) <= farthest && !areTwo?.(side, [one, row]);
      });
      if (other !== undefined) net(rows[side], { ...inOrder(one, other), weighed: null }, netted);
    }
  }
}
