// The keys of rows as numbers. The key of each row is read once; every step of a matcher by identifiers then works on
// its number.

import { SIDES, type Side } from '../records/rows/columns.ts';
import type { KeyedRows, PairOfRows } from './keyed-rows.ts';
import { type KeyArrays, NO_KEY } from './keys/rows-by-key.ts';

/** `keyOf`: '' for a row without one. */
export function keyArrays({ gl, bank }: KeyedRows, keyOf: (side: Side, row: number) => string): KeyArrays {
  const numbers = new Map<string, number>();
  const of = { gl: new Int32Array(gl.n), bank: new Int32Array(bank.n) };
  for (const side of SIDES) {
    const list = of[side];
    for (let row = 0; row < list.length; row++) {
      const key = keyOf(side, row);
      let number = key === '' ? NO_KEY : numbers.get(key);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(key, number);
      }
      list[row] = number;
    }
  }
  return { of, count: numbers.size };
}

/** The keys together with the currencies of their rows. */
export function withCurrency({ gl, bank, account }: KeyedRows, { of, count }: KeyArrays): KeyArrays {
  const currencies = account.currencies.length;
  const joined = (keys: Int32Array, currency: Uint8Array) =>
    keys.map((key, row) => (key === NO_KEY ? NO_KEY : key * currencies + currency[row]));
  return { of: { gl: joined(of.gl, gl.currency), bank: joined(of.bank, bank.currency) }, count: count * currencies };
}

/** A key of rows, and what shows that two rows with this key are different transactions. */
export interface TellingKey {
  readonly keys: KeyArrays;
  /**
   * Days within which the key is good: numbers begin again, so rows further apart have it by chance. Absent: no limit.
   */
  readonly days?: number | undefined;
  /** Whether two rows of one side are two transactions although both carry the key. */
  readonly areTwo?: ((side: Side, rows: readonly [number, number]) => boolean) | undefined;
  /** Whether two rows, one of each side, are two transactions although both carry the key. */
  readonly isRefused?: ((pair: PairOfRows) => boolean) | undefined;
}
