// One pass of a matcher by identifiers: open rows of both sides that have one key, one currency and one signed amount are
// matched in the order of time, as many as there are on the side with fewer; what is over stays open, and is a duplicate.
// A pass may ask that a key stand once on a side, and may refuse pairs that something else speaks against.

import type { Side } from '../../records/rows/columns.ts';
import { SIDES } from '../../records/rows/columns.ts';
import { daysBetween, type KeyedRows, type KeyWindow, type PairOfRows, type Taken } from './keyed-rows.ts';

export interface KeyPass {
  /** The tier of what it matches. */
  readonly tier: number;
  /** Null for a row without one. */
  readonly keyOf: (side: Side, row: number) => string | null;
  /** Only keys that one row of each side has. */
  readonly isUnique: boolean;
  /** Days that the bank's row may lie before or after; the run's where it is not given. */
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
  { pass, window }: { pass: KeyPass; window: KeyWindow },
): KeyMatch[] {
  const within = pass.days === undefined ? window : { ...window, daysBack: pass.days, daysForward: pass.days };
  const lists = { gl: byKey(rows, taken, { pass, side: 'gl' }), bank: byKey(rows, taken, { pass, side: 'bank' }) };
  const matches: KeyMatch[] = [];
  for (const [key, ledger] of lists.gl) {
    const statement = lists.bank.get(key);
    if (statement === undefined) continue;
    if (pass.isUnique && (ledger.length > 1 || statement.length > 1)) continue;
    matches.push(...inTime(rows, { ledger, statement, pass, within }));
  }
  for (const match of matches) for (const side of SIDES) taken.take(side, match[side]);
  return matches;
}

/** Of a key that must be unique all amounts are one list, so that a second row of another amount shows. */
function byKey(
  rows: KeyedRows,
  taken: Taken,
  { pass, side }: { readonly pass: KeyPass; readonly side: Side },
): Map<string, number[]> {
  const lists = new Map<string, number[]>();
  for (const row of rows.inTime[side]) {
    if (!taken.isOpen(side, row)) continue;
    const key = pass.keyOf(side, row);
    if (key === null) continue;
    const full = pass.isUnique ? key : `${key} ${rows.currency(side, row)} ${rows.amount(side, row)}`;
    const list = lists.get(full);
    if (list === undefined) lists.set(full, [row]);
    else list.push(row);
  }
  return lists;
}

function inTime(
  rows: KeyedRows,
  {
    ledger,
    statement,
    pass,
    within,
  }: {
    readonly ledger: readonly number[];
    readonly statement: readonly number[];
    readonly pass: KeyPass;
    readonly within: KeyWindow;
  },
): KeyMatch[] {
  const matches: KeyMatch[] = [];
  const isUsed = new Uint8Array(statement.length);
  let first = 0;
  for (const gl of ledger) {
    while (first < statement.length && isUsed[first] === 1) first++;
    for (let k = first; k < statement.length; k++) {
      if (isUsed[k] === 1) continue;
      const bank = statement[k]!;
      const isSame = rows.amount('gl', gl) === rows.amount('bank', bank);
      if (!isSame || rows.currency('gl', gl) !== rows.currency('bank', bank)) continue;
      const days = daysBetween(rows.columns, { gl, bank }, within);
      if (days === null || pass.isRefused({ gl, bank })) continue;
      isUsed[k] = 1;
      matches.push({ gl, bank, tier: pass.tier, days });
      break;
    }
  }
  return matches;
}
