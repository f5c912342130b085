// Settles the keys that one row a side carries: when the two rows agree in currency, direction and amount and lie in the
// window, no other row could have been meant, and their narrations need not be weighed. What is left after it, the
// remainder, is what texts are read for. Rules: docs/decisions/matching-definitions.md, "At a glance".

import type { RowColumns } from '../records/columns.ts';
import { type Agreement, DISAGREE } from './agreement.ts';
import type { EarlyPairs } from './early-pairs.ts';
import type { Keys, SideKeys } from './keys.ts';
import type { MatchParameters } from './parameters.ts';
import type { Residue, ResidueSide } from './residue.ts';
import { daysOfRows, OUTSIDE } from './window.ts';

export interface GlanceInput {
  readonly gl: RowColumns;
  readonly bank: RowColumns;
  readonly residue: Residue;
  readonly keys: Keys;
  readonly parameters: MatchParameters;
  readonly agreement: Agreement;
  /** Number of each side's currencies in the account's numbering. */
  readonly currencies: { readonly gl: readonly number[]; readonly bank: readonly number[] };
}

/** Adds what it settles to `pairs`; answers 1 for each row of the residue that is settled now, at sight or at a glance. */
export function settleAtAGlance(input: GlanceInput, pairs: EarlyPairs): { gl: Uint8Array; bank: Uint8Array } {
  const { gl, bank, residue, keys, agreement, currencies, parameters } = input;
  const settled = { gl: residue.gl.settled.slice(), bank: residue.bank.settled.slice() };
  const glOnly = onlyRows(residue.gl, keys.gl);
  const bankOnly = onlyRows(residue.bank, keys.bank);
  for (let g = 0; g < residue.gl.n; g++) {
    const key = keys.gl.key[g]!;
    if (key < 0 || glOnly[key] !== g) continue;
    const b = bankOnly[key]!;
    if (b < 0) continue;
    const i = residue.gl.row[g]!;
    const j = residue.bank.row[b]!;
    const currency = currencies.gl[gl.currency[i]!]!;
    if (currency !== currencies.bank[bank.currency[j]!]) continue;
    const days = daysOfRows(gl, i, bank, j, parameters);
    if (days === OUTSIDE) continue;
    const fee = agreement.of(gl.amount[i]!, bank.amount[j]!, currency);
    if (fee === DISAGREE) continue;
    const difference = gl.amount[i]! - bank.amount[j]!;
    pairs.push(i, j, { tier: difference === 0 ? 1 : 2, days, difference, fee });
    settled.gl[g] = 1;
    settled.bank[b] = 1;
  }
  return settled;
}

/** By identifier the only row whose key it is; negative when there is none or several. */
function onlyRows(side: ResidueSide, { key, texts }: SideKeys): Int32Array {
  const rowOf = new Int32Array(texts.count).fill(-1);
  for (let i = 0; i < side.n; i++) {
    const id = key[i]!;
    if (id >= 0 && side.settled[i] === 0) rowOf[id] = rowOf[id] === -1 ? i : -2;
  }
  return rowOf;
}
