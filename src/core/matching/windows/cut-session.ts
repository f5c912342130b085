// Cuts a large session into windows of whole accounts. The result is the same as without cutting, because accounts are
// matched one by one. Small accounts share a window; an account larger than a window has its own (and may be cut by
// days, date-windows.ts). Equal plans are cut equally.

import { SIDES, type Side } from '../../records/rows/columns.ts';
import { concatRows } from '../../records/rows/concat-rows.ts';
import type { AccountRows } from '../account-source.ts';
import type { MatchPlan } from '../plan.ts';

export interface AccountsWindow {
  /** How many rows each of its accounts has. */
  readonly accounts: readonly (readonly [gl: number, bank: number])[];
  /** The rows of its accounts, one account after the other, as indices into the session's columns. */
  readonly rows: AccountRows;
}

/** `mostRows`: rows of a side. Answers no windows if one could hold the session. */
export function cutSession({ accounts }: Pick<MatchPlan, 'accounts'>, mostRows: number): AccountsWindow[] {
  const bundles: number[][] = [];
  let held = { gl: 0, bank: 0 };
  for (const [place, { gl, bank }] of accounts.entries()) {
    const together = { gl: held.gl + gl.length, bank: held.bank + bank.length };
    if (bundles.length > 0 && together.gl <= mostRows && together.bank <= mostRows) {
      bundles.at(-1)!.push(place);
      held = together;
    } else {
      bundles.push([place]);
      held = { gl: gl.length, bank: bank.length };
    }
  }
  if (bundles.length === 1 && Math.max(held.gl, held.bank) <= mostRows) return [];
  return bundles.map((places) => windowOf(places.map((place) => accounts[place])));
}

function windowOf(accounts: readonly AccountRows[]): AccountsWindow {
  const [gl, bank] = SIDES.map((side) => concatRows(accounts.map((rows) => rows[side])));
  return { accounts: accounts.map((rows) => [rows.gl.length, rows.bank.length]), rows: { gl: gl!, bank: bank! } };
}

/** The plan for matching the rows of one window. */
export function planOfWindow({ accounts }: Pick<AccountsWindow, 'accounts'>): MatchPlan {
  const at = { gl: 0, bank: 0 };
  const next = (side: Side, count: number) => Uint32Array.from({ length: count }, () => at[side]++);
  return {
    accounts: accounts.map(([gl, bank]) => ({ name: '', gl: next('gl', gl), bank: next('bank', bank) })),
  };
}
