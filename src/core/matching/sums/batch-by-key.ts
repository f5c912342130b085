// Tier 7: rows that carry one key, several on one side at least, whose sums agree: a payroll of forty entries and one
// bank line, a card batch that the bank paid in two. All open rows of the key, currency and direction together or none;
// pairs by the key were taken before it.

import { rowsByKey, rowsOf } from '../keys/rows-by-key.ts';
import type { Matching } from '../tiers/key-tiers.ts';
import { inGroupWindow } from './group-window.ts';
import { type GroupRows, sumsAgree, takeGroup } from './take-group.ts';

/** `pairs`: one row a side too. */
export function batchByKey(matching: Matching, { pairs = false } = {}): void {
  const least = pairs ? 2 : 3;
  const { account, keys } = matching;
  const ids = keys.gl.texts.count;
  const gl = rowsByKey(account.gl, keys.gl.key, ids);
  const bank = rowsByKey(account.bank, keys.bank.key, ids);
  for (let key = 0; key < ids; key++) {
    const [g, b] = [rowsOf(gl, key), rowsOf(bank, key)];
    if (g.length === 0 || b.length === 0 || g.length + b.length < least) continue;
    for (const rows of byDirection(matching, { gl: [...g], bank: [...b] })) {
      if (rows.gl.length + rows.bank.length < least) continue;
      if (inGroupWindow(matching, rows) && sumsAgree(matching, rows)) takeGroup(matching, rows, { tier: 7 });
    }
  }
}

/** By currency and sign, where both sides have some. */
export function byDirection({ account }: Pick<Matching, 'account'>, rows: GroupRows): GroupRows[] {
  const parts = new Map<number, { gl: number[]; bank: number[] }>();
  for (const side of ['gl', 'bank'] as const) {
    const { currency, amount } = account[side];
    for (const i of rows[side]) {
      const name = currency[i]! * 2 + (amount[i]! > 0 ? 1 : 0);
      let part = parts.get(name);
      if (part === undefined) parts.set(name, (part = { gl: [], bank: [] }));
      part[side].push(i);
    }
  }
  return [...parts.values()].filter(({ gl, bank }) => gl.length > 0 && bank.length > 0);
}
