// The rows of a side, listed under the key they carry. Tiers by key, batches, reversals, fee lines and the description
// of open rows work on these lists, for accounts and for kinds with identifiers of their own.

import type { Side } from '../../records/rows/columns.ts';
import { OPEN, type SideNumbers } from '../side-numbers.ts';
import type { SideKeys } from './side-keys.ts';

/** In place of a key: the row has none. */
export const NO_KEY = -1;

export interface KeyArrays {
  /** The number of each row's key, by side; equal keys have equal numbers, on both sides. */
  readonly of: Readonly<Record<Side, Int32Array>>;
  /** How many keys there are. */
  readonly count: number;
}

/** The keys of an account's rows. */
export const keyArraysOf = ({ gl, bank }: Readonly<Record<Side, SideKeys>>): KeyArrays => ({
  of: { gl: gl.key, bank: bank.key },
  count: gl.texts.count,
});

export interface RowsByKey {
  /** Rows with key k, in the order of the listing: rows[start[k] .. start[k + 1]). */
  readonly start: Uint32Array;
  readonly rows: Uint32Array;
}

export type ListedSide = Pick<SideNumbers, 'n' | 'state'> & { readonly inTime?: Uint32Array };

export interface KeyListing {
  readonly key: Int32Array;
  /** The number of keys. */
  readonly count: number;
  /** If absent, the open rows are listed. */
  readonly has?: (row: number) => boolean;
}

/** In the order of time if the side has one, else in canonical order. */
export function rowsByKey(
  side: ListedSide,
  { key, count, has = (i) => side.state[i] === OPEN }: KeyListing,
): RowsByKey {
  const { inTime } = side;
  const n = inTime === undefined ? side.n : inTime.length;
  const start = new Uint32Array(count + 2);
  for (let k = 0; k < n; k++) {
    const i = inTime === undefined ? k : inTime[k];
    if (key[i] >= 0 && has(i)) start[key[i] + 2]++;
  }
  for (let k = 0; k < count; k++) start[k + 2] += start[k + 1];
  const rows = new Uint32Array(start[count + 1]);
  for (let k = 0; k < n; k++) {
    const i = inTime === undefined ? k : inTime[k];
    if (key[i] >= 0 && has(i)) rows[start[key[i] + 1]++] = i;
  }
  return { start: start.subarray(0, count + 1), rows };
}

export const rowsOf = ({ start, rows }: RowsByKey, key: number): Uint32Array =>
  rows.subarray(start[key], start[key + 1]);

/** Rows of one key. */
export type RowsOfKey = Readonly<Record<Side, Uint32Array>>;

/** The open rows of each key that open rows of both sides have. A step may take rows of the key at hand. */
export function* sharedKeys(
  { gl, bank }: Readonly<Record<Side, ListedSide>>,
  { of, count }: KeyArrays,
): Generator<RowsOfKey> {
  const ledger = rowsByKey(gl, { key: of.gl, count });
  const statement = rowsByKey(bank, { key: of.bank, count });
  for (let key = 0; key < count; key++) {
    if (ledger.start[key] === ledger.start[key + 1] || statement.start[key] === statement.start[key + 1]) continue;
    yield { gl: rowsOf(ledger, key), bank: rowsOf(statement, key) };
  }
}
