// Takes rows of one account as a group whose amounts add up, and marks the rows as matched.

import { exactSums } from '../../money/exact-sums.ts';
import { FEE_NONE } from '../../records/groups/fee-basis.ts';
import type { NumbersMatching } from '../matching.ts';
import { MATCHED, MATCHED_AFTER_NETTING } from '../side-numbers.ts';
import { SUM_ALONE } from '../tiers/pair-list.ts';

/** Rows by their number in the account. */
export interface GroupRows {
  readonly gl: readonly number[];
  readonly bank: readonly number[];
}

/** Whether the sums of both sides agree within tolerance. */
export function sumsAgree({ account, agreement }: NumbersMatching, { gl, bank }: GroupRows): boolean {
  const ledger = sumOf(account.gl.amount, gl);
  return agreement.ofSums(ledger, sumOf(account.bank.amount, bank), account.gl.currency[gl[0]]);
}

/** The exact sum of any number of rows. */
export function sumOf(amount: Float64Array, rows: ArrayLike<number>): bigint {
  const sums = exactSums(1);
  for (let k = 0; k < rows.length; k++) sums.add(0, amount[rows[k]]);
  return sums.sum(0);
}

export function takeGroup(
  { account, groups }: NumbersMatching,
  { gl, bank }: GroupRows,
  { tier, feeBasis = FEE_NONE }: { readonly tier: 1 | 2 | 7 | 8 | 9; readonly feeBasis?: number },
): void {
  const state = tier < 8 ? MATCHED : MATCHED_AFTER_NETTING;
  for (const i of gl) account.gl.state[i] = state;
  for (const i of bank) account.bank.state[i] = state;
  const last = (day: Int32Array, rows: readonly number[]): number => rows.reduce((d, i) => Math.max(d, day[i]), -1e9);
  groups.push({
    gl: [...gl],
    bank: [...bank],
    tier,
    days: last(account.bank.day, bank) - last(account.gl.day, gl),
    textScore: SUM_ALONE,
    feeBasis,
  });
}
