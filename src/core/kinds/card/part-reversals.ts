// Matches withdrawals of which a part was reversed: one side shows the whole and the reversal of a part (a machine that
// paid out less, ISO 8583's 0420 with a replacement amount), the other the rest, or both show it in different rows. All
// open rows of one retrieval reference are then one group if one of them is a reversal and both sides have one sum.

import type { KeyedGroup } from '../../matching/by-keys/keyed-outcome.ts';
import type { KeyedRows, PairOfRows, Taken } from '../../matching/by-keys/keyed-rows.ts';
import { OUTSIDE, type PairWindow } from '../../matching/window.ts';
import { FEE_NONE } from '../../records/groups/fee-basis.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import type { CardKeys } from './card-keys.ts';
import { openByReference } from './open-by-reference.ts';

interface PartTerms {
  readonly keys: CardKeys;
  readonly tier: number;
  readonly window: PairWindow;
  readonly isRefused: (pair: PairOfRows) => boolean;
}

export function partReversals(
  rows: KeyedRows,
  taken: Taken,
  { keys, tier, window, isRefused }: PartTerms,
): KeyedGroup[] {
  const groups: KeyedGroup[] = [];
  for (const of of openByReference(rows, taken, keys).values()) {
    const { gl, bank } = of;
    if (gl.length === 0 || bank.length === 0 || gl.length + bank.length === 2) continue;
    if (!SIDES.some((side) => of[side].some((row) => keys.saysReversal(side, row)))) continue;
    const total = (side: Side): number => of[side].reduce((sum, row) => sum + rows.amount(side, row), 0);
    if (total('gl') === 0 || total('gl') !== total('bank')) continue;
    const pairs = gl.flatMap((one) => bank.map((other) => ({ gl: one, bank: other })));
    const days = pairs.map((pair) => (isRefused(pair) ? OUTSIDE : rows.days(pair, window)));
    if (days.includes(OUTSIDE)) continue;
    const farthest = days.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
    groups.push({ gl, bank, tier, days: farthest, feeBasis: FEE_NONE });
    for (const side of SIDES) for (const row of of[side]) taken.take(side, row);
  }
  return groups;
}
