// How many other rows of an account have the amount of a candidate, on both sides and whatever has become of them: where
// many do, that two open rows have it and no third one is near says little of the two.
// Rule: docs/decisions/matching-definitions.md, "Tiers", 4.

import { SIDES } from '../records/columns.ts';
import type { AccountSource } from './account.ts';
import type { CandidateSet } from './candidate-scores.ts';
import { firstRow, sizeOf } from './classes.ts';
import type { Matching } from './key-tiers.ts';

/** By asked candidate, one of equal amounts, how many rows there are besides those of its two classes. */
export function othersOfAmount(
  { account, source }: Pick<Matching, 'account' | 'source'>,
  set: CandidateSet,
  asked: readonly number[],
): number[] {
  const { gl } = account;
  const rows = asked.map((e) => firstRow(set.gl, set.glClass[e]!));
  const counts = rowsOfAmounts(
    source,
    rows.map((g) => ({ amount: gl.amount[g]!, currency: account.currencies[gl.currency[g]!]! })),
  );
  return asked.map((e, k) => counts[k]! - sizeOf(set.gl, set.glClass[e]!) - sizeOf(set.bank, set.bankClass[e]!));
}

/** Signed minor units and ISO 4217 code. */
interface Asked {
  readonly amount: number;
  readonly currency: string;
}

/** Most rows of a large account are told by it not to be asked for, before any list is searched. */
const FILTER_BITS = 14;
const hashOf = (amount: number): number => Math.imul(amount | 0, 0x9e3779b1) >>> (32 - FILTER_BITS);

function rowsOfAmounts(source: AccountSource, asked: readonly Asked[]): Uint32Array {
  const counts = new Uint32Array(asked.length);
  if (asked.length === 0) return counts;
  const filter = new Uint8Array(1 << FILTER_BITS);
  const byAmount = new Map<number, number[]>();
  asked.forEach(({ amount }, k) => {
    filter[hashOf(amount)] = 1;
    const known = byAmount.get(amount);
    if (known) known.push(k);
    else byAmount.set(amount, [k]);
  });
  for (const side of SIDES) {
    const { amount, currency, currencies } = source[side];
    const rows = source.rows[side];
    for (let k = 0; k < rows.length; k++) {
      const row = rows[k]!;
      if (filter[hashOf(amount[row]!)] === 0) continue;
      for (const a of byAmount.get(amount[row]!) ?? []) {
        if (asked[a]!.currency === currencies[currency[row]!]) counts[a]!++;
      }
    }
  }
  return counts;
}
