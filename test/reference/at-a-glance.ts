// Pairs that their keys alone settle, once keys are chosen: a key that exactly one row a side has
// (matching-definitions.md, "At a glance").

import type { MatchParameters } from '../../src/core/matching/parameters.ts';
import type { RefPair } from './account-state.ts';
import { agreement, daysOf } from './amounts.ts';
import type { KeyedRow } from './reading.ts';
import type { Sides } from './ref-row.ts';

export function pairsAtAGlance(residue: Sides<readonly KeyedRow[]>, parameters: MatchParameters): RefPair[] {
  const window = { back: parameters.daysBack, forward: parameters.daysForward };
  return residue.gl.flatMap((gl) => {
    if (gl.key === null) return [];
    const having = (rows: readonly KeyedRow[]) => rows.filter((row) => row.key?.value === gl.key!.value);
    const [bank, ...more] = having(residue.bank);
    if (bank === undefined || more.length > 0 || having(residue.gl).length > 1) return [];
    const feeBasis = agreement(gl.row, bank.row, parameters);
    const { days, inWindow } = daysOf(gl.row, bank.row, window);
    if (feeBasis === null || !inWindow) return [];
    const difference = gl.row.amount - bank.row.amount;
    return [
      { gl: gl.row.id, bank: bank.row.id, tier: difference === 0 ? 1 : 2, difference, days, feeBasis, textScore: -2 },
    ];
  });
}
