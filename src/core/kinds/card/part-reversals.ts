// Matches withdrawals of which a part was reversed: one side shows the whole and the reversal of a part (a machine that
// paid out less, ISO 8583's 0420 with a replacement amount), the other the rest, or both show it in different rows. All
// open rows of one retrieval reference are then one group if one of them is a reversal and both sides have one sum.

import { daysOf, type KeyedRows, type PairOfRows, takeByKey } from '../../matching/keyed-rows.ts';
import { type KeyArrays, sharedKeys } from '../../matching/keys/rows-by-key.ts';
import { OUTSIDE } from '../../matching/window.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';

interface PartTerms {
  /** Retrieval references, each of one currency. */
  readonly references: KeyArrays;
  readonly tier: number;
  readonly saysReversal: (side: Side, row: number) => boolean;
  readonly isRefused: (pair: PairOfRows) => boolean;
}

export function takePartReversals(rows: KeyedRows, { references, tier, saysReversal, isRefused }: PartTerms): void {
  for (const ofKey of sharedKeys(rows, references)) {
    const of = { gl: [...ofKey.gl], bank: [...ofKey.bank] };
    if (of.gl.length + of.bank.length === 2) continue;
    if (!SIDES.some((side) => of[side].some((row) => saysReversal(side, row)))) continue;
    const total = (side: Side): number => of[side].reduce((sum, row) => sum + rows[side].amount[row], 0);
    if (total('gl') === 0 || total('gl') !== total('bank')) continue;
    const pairs = of.gl.flatMap((gl) => of.bank.map((bank) => ({ gl, bank })));
    const days = pairs.map((pair) => (isRefused(pair) ? OUTSIDE : daysOf(rows, pair, rows.parameters)));
    if (days.includes(OUTSIDE)) continue;
    const farthest = days.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
    takeByKey(rows, { ...of, tier, days: farthest });
  }
}
