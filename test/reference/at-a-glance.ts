// Pairs that their keys settle without their texts, once keys are chosen: a key that exactly one row a side has, and of
// other keys an amount that exactly one row a side has with it (matching-definitions.md, "At a glance").

import type { MatchParameters } from '../../src/core/matching/parameters.ts';
import type { RefPair } from './account-state.ts';
import { agreement, daysOf, exactAmount } from './amounts.ts';
import type { KeyedRow } from './reading.ts';
import type { Sides } from './ref-row.ts';

export function pairsAtAGlance(residue: Sides<readonly KeyedRow[]>, parameters: MatchParameters): RefPair[] {
  const window = { back: parameters.daysBack, forward: parameters.daysForward, events: parameters.events };
  return residue.gl.flatMap((gl) => {
    if (gl.key === null) return [];
    const having = (rows: readonly KeyedRow[]) => rows.filter((row) => row.key?.value === gl.key!.value);
    const alike = (rows: readonly KeyedRow[]) => rows.filter((row) => exactAmount(gl.row, row.row));
    const same = { gl: having(residue.gl), bank: having(residue.bank) };
    const isOnly = same.gl.length === 1 && same.bank.length === 1;
    const [bank, ...more] = isOnly ? same.bank : alike(same.bank);
    if (bank === undefined || more.length > 0 || (!isOnly && alike(same.gl).length > 1)) return [];
    const feeBasis = agreement(gl.row, bank.row, parameters);
    const { days, inWindow } = daysOf(gl.row, bank.row, window);
    if (feeBasis === null || !inWindow) return [];
    const difference = gl.row.amount - bank.row.amount;
    return [
      {
        gl: gl.row.id,
        bank: bank.row.id,
        tier: difference === 0 ? 1 : 2,
        difference,
        days,
        feeBasis,
        textScore: -2,
        evidence: null,
      },
    ];
  });
}
