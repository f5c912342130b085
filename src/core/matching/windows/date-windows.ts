// Cuts an account that is larger than a window by days, only for settling at sight (tiers/at-sight.ts). A window has
// the rows of its days whose reference no row of other days carries, so it settles the same pairs as the whole account.
// Everything else is decided over the whole account, because keys, rarity of words and evidence depend on all of its
// rows.

import { SIDES, type Side } from '../../records/rows/columns.ts';
import { dayOf } from '../../records/rows/row-day.ts';
import type { AccountColumns, AccountRows } from '../account-source.ts';
import { type FieldHashes, FieldReader } from '../keys/reference-join.ts';

type CutAccount = Pick<AccountColumns, 'gl' | 'bank' | 'rows'>;

/** Rows of the columns for each window, ascending; `mostRows` of a side, unless a single day has more. */
export function dateWindows(account: CutAccount, mostRows: number): AccountRows[] {
  const reader = new FieldReader();
  const hashes = {
    gl: reader.hashes(account.gl, account.rows.gl),
    bank: reader.hashes(account.bank, account.rows.bank),
  };
  const windowOf = windowsOfDays(account, hashes, mostRows);
  const keys = new WindowsOfKeys();
  for (const side of SIDES)
    everyField(account, hashes, side, (k, window) => keys.carry(hashes[side], k, window), windowOf);
  const found = new Map<number, Record<Side, number[]>>();
  for (const side of SIDES) {
    const add = (k: number, window: number): void => {
      if (keys.of(hashes[side], k) === SEVERAL) return;
      if (!found.has(window)) found.set(window, { gl: [], bank: [] });
      found.get(window)![side].push(account.rows[side][k]);
    };
    everyField(account, hashes, side, add, windowOf);
  }
  const windows = [...found].sort(([a], [b]) => a - b).map(([, rows]) => rows);
  return windows
    .filter(({ gl, bank }) => gl.length > 0 && bank.length > 0)
    .map(({ gl, bank }) => ({ gl: Uint32Array.from(gl), bank: Uint32Array.from(bank) }));
}

/** Calls with the place of each row that has a reference, and its window. */
function everyField(
  account: CutAccount,
  hashes: Readonly<Record<Side, FieldHashes>>,
  side: Side,
  call: (k: number, window: number) => void,
  windowOf: ReadonlyMap<number, number>,
): void {
  const rows = account.rows[side];
  for (let k = 0; k < rows.length; k++) {
    if (hashes[side].has[k] === 1) call(k, windowOf.get(dayOf(account[side], rows[k]))!);
  }
}

/** The window of each day: a window takes consecutive days up to its size. */
function windowsOfDays(
  account: CutAccount,
  hashes: Readonly<Record<Side, FieldHashes>>,
  mostRows: number,
): ReadonlyMap<number, number> {
  const counts = new Map<number, Record<Side, number>>();
  for (const side of SIDES) {
    const rows = account.rows[side];
    for (let k = 0; k < rows.length; k++) {
      if (hashes[side].has[k] === 0) continue;
      const day = dayOf(account[side], rows[k]);
      const count = counts.get(day) ?? { gl: 0, bank: 0 };
      count[side]++;
      counts.set(day, count);
    }
  }
  const windowOf = new Map<number, number>();
  let held = { gl: 0, bank: 0 };
  let window = 0;
  for (const [day, { gl, bank }] of [...counts].sort(([a], [b]) => a - b)) {
    if (windowOf.size > 0 && (held.gl + gl > mostRows || held.bank + bank > mostRows)) {
      window++;
      held = { gl: 0, bank: 0 };
    }
    held = { gl: held.gl + gl, bank: held.bank + bank };
    windowOf.set(day, window);
  }
  return windowOf;
}

const SEVERAL = -1;
const PARTS = 64;

/**
 * The window of the rows of each key. Two keys with one hash count as one, which only leaves more rows to the whole
 * account.
 */
class WindowsOfKeys {
  /** Several maps, because a map holds sixteen million keys at most. */
  readonly #parts = Array.from({ length: PARTS }, () => new Map<number, number>());

  carry(hashes: FieldHashes, k: number, window: number): void {
    const [part, key] = this.#place(hashes, k);
    const known = part.get(key);
    if (known === undefined) part.set(key, window);
    else if (known !== window) part.set(key, SEVERAL);
  }

  of(hashes: FieldHashes, k: number): number {
    const [part, key] = this.#place(hashes, k);
    return part.get(key)!;
  }

  #place({ low, high }: FieldHashes, k: number): readonly [Map<number, number>, number] {
    const key = (low[k] >>> 0) + (high[k] & 0x1fffff) * 2 ** 32;
    return [this.#parts[low[k] & (PARTS - 1)], key];
  }
}
