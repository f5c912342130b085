// One pass of a matcher by identifiers: open rows of both sides that have one key, one currency and one signed amount
// are matched in the order of time, as many as the side with fewer rows has. The surplus rows stay open as duplicates.
// A pass may require that one row a side has the key, and may refuse pairs for another reason.

import type { Side } from '../../records/rows/columns.ts';
import { SIDES } from '../../records/rows/columns.ts';
import { listedByKey, type RowsByKey, rowsOf } from '../keys/rows-by-key.ts';
import { OUTSIDE, type PairWindow } from '../window.ts';
import { type KeyArrays, NO_KEY } from './key-arrays.ts';
import type { KeyedRows, PairOfRows, Taken } from './keyed-rows.ts';

export interface KeyPass {
  /** The tier of what it matches. */
  readonly tier: number;
  readonly keys: KeyArrays;
  /** Only keys that one row of each side has. */
  readonly isUnique: boolean;
  /** Days that the bank's row may lie before or after the ledger's; absent: those of the run. */
  readonly days?: number;
  readonly isRefused: (pair: PairOfRows) => boolean;
}

export interface KeyMatch extends PairOfRows {
  readonly tier: number;
  readonly days: number;
}

export function runPass(
  rows: KeyedRows,
  taken: Taken,
  { pass, window }: { pass: KeyPass; window: PairWindow },
): KeyMatch[] {
  const within = pass.days === undefined ? window : { ...window, daysBack: pass.days, daysForward: pass.days };
  const key = pass.keys.of.gl;
  const statement = byKey(rows, taken, { pass, side: 'bank' });
  const timesInLedger = pass.isUnique ? counts(rows, taken, pass) : null;
  const matches: KeyMatch[] = [];
  for (const gl of rows.inTime.gl) {
    if (key[gl] === NO_KEY || !taken.isOpen('gl', gl)) continue;
    const list = rowsOf(statement, key[gl]);
    if (list.length === 0 || (timesInLedger !== null && (list.length > 1 || timesInLedger[key[gl]] > 1))) continue;
    const match = firstOf(rows, taken, { gl, list, pass, within });
    if (match === null) continue;
    matches.push(match);
    for (const side of SIDES) taken.take(side, match[side]);
  }
  return matches;
}

/** The open rows of a side by key, in the order of time. */
function byKey(
  rows: KeyedRows,
  taken: Taken,
  { pass, side }: { readonly pass: KeyPass; readonly side: Side },
): RowsByKey {
  const open = rows.inTime[side].filter((row) => taken.isOpen(side, row));
  return listedByKey(open, pass.keys.of[side], pass.keys.count);
}

function counts(rows: KeyedRows, taken: Taken, { keys }: KeyPass): Uint32Array {
  const times = new Uint32Array(keys.count);
  for (const row of rows.inTime.gl) {
    if (keys.of.gl[row] !== NO_KEY && taken.isOpen('gl', row)) times[keys.of.gl[row]]++;
  }
  return times;
}

/** The first of the list that is still open, of the same money, in the window, and not refused. */
function firstOf(
  rows: KeyedRows,
  taken: Taken,
  {
    gl,
    list,
    pass,
    within,
  }: { readonly gl: number; readonly list: Uint32Array; readonly pass: KeyPass; readonly within: PairWindow },
): KeyMatch | null {
  const amount = rows.amount('gl', gl);
  const currency = rows.currency('gl', gl);
  for (const bank of list) {
    if (rows.amount('bank', bank) !== amount || !taken.isOpen('bank', bank)) continue;
    if (rows.currency('bank', bank) !== currency) continue;
    const days = rows.days({ gl, bank }, within);
    if (days !== OUTSIDE && !pass.isRefused({ gl, bank })) return { gl, bank, tier: pass.tier, days };
  }
  return null;
}
