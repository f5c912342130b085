// The open rows of a side, listed under the key they carry: tiers 1 and 2, reversals by key and the description of open
// rows work on these lists.

import type { AccountSide } from '../account.ts';
import { OPEN } from '../side-numbers.ts';

export interface RowsByKey {
  /** Rows with key k, in canonical order: rows[start[k] .. start[k + 1]). */
  readonly start: Uint32Array;
  readonly rows: Uint32Array;
}

/** `keys` is the number of identifiers. With `all`, matched and netted rows are listed too. */
export function rowsByKey(side: AccountSide, key: Int32Array, keys: number, all = false): RowsByKey {
  const start = new Uint32Array(keys + 2);
  const counts = (i: number): boolean => key[i] >= 0 && (all || side.state[i] === OPEN);
  for (let i = 0; i < side.n; i++) if (counts(i)) start[key[i] + 2]++;
  for (let k = 0; k < keys; k++) start[k + 2] += start[k + 1];
  const rows = new Uint32Array(start[keys + 1]);
  for (let i = 0; i < side.n; i++) if (counts(i)) rows[start[key[i] + 1]++] = i;
  return { start: start.subarray(0, keys + 1), rows };
}

/** Lists any rows under their key, in their order. */
export function listedByKey(rows: Uint32Array, key: Int32Array, keys: number): RowsByKey {
  const start = new Uint32Array(keys + 2);
  for (let k = 0; k < rows.length; k++) if (key[rows[k]] >= 0) start[key[rows[k]] + 2]++;
  for (let k = 0; k < keys; k++) start[k + 2] += start[k + 1];
  const listed = new Uint32Array(start[keys + 1]);
  for (let k = 0; k < rows.length; k++) if (key[rows[k]] >= 0) listed[start[key[rows[k]] + 1]++] = rows[k];
  return { start: start.subarray(0, keys + 1), rows: listed };
}

export const rowsOf = ({ start, rows }: RowsByKey, key: number): Uint32Array =>
  rows.subarray(start[key], start[key + 1]);
