// Passes of a matcher by identifiers. An exact pass matches open rows of both sides that have one key, currency and
// signed amount, in the order of time, as many as the side with fewer rows has; the surplus rows stay open as
// duplicates. A pass with a difference matches two rows that alone have a key and direction on their sides, if the run
// allows their difference or the kind explains it. A reversal has the other direction, so it does not stop its original.

import { DISAGREE } from '../candidates/agreement.ts';
import {
  agreementOf,
  daysOf,
  isOneCurrency,
  isSameMoney,
  type KeyedRows,
  type PairOfRows,
  takeByKey,
} from '../keyed-rows.ts';
import { type KeyArrays, sharedKeys } from '../keys/rows-by-key.ts';
import { OPEN } from '../side-numbers.ts';
import { OUTSIDE } from '../window.ts';
import type { LocalGroup } from './local-group.ts';

export interface KeyPass {
  /** The tier of what it matches. */
  readonly tier: number;
  readonly keys: KeyArrays;
  /** Only keys that one row of each side has. */
  readonly isUnique?: boolean;
  /** Days that the bank's row may lie before or after the ledger's; absent: those of the run. */
  readonly days?: number;
  readonly isRefused: (pair: PairOfRows) => boolean;
}

/** The window of a pass. */
export const windowOf = ({ parameters }: KeyedRows, { days }: Pick<KeyPass, 'days'>) =>
  days === undefined ? parameters : { ...parameters, daysBack: days, daysForward: days };

/** Answers what it took, in the order of time. */
export function takeExact(rows: KeyedRows, pass: KeyPass): LocalGroup[] {
  const window = windowOf(rows, pass);
  const taken: LocalGroup[] = [];
  for (const ofKey of sharedKeys(rows, pass.keys)) {
    if (pass.isUnique && ofKey.gl.length + ofKey.bank.length > 2) continue;
    for (const gl of ofKey.gl) {
      for (const bank of ofKey.bank) {
        const pair = { gl, bank };
        if (!isSameMoney(rows, pair) || rows.bank.state[bank] !== OPEN) continue;
        const days = daysOf(rows, pair, window);
        if (days === OUTSIDE || pass.isRefused(pair)) continue;
        taken.push(takeByKey(rows, { gl: [gl], bank: [bank], tier: pass.tier, days }));
        break;
      }
    }
  }
  const { place } = rows.gl;
  return taken.sort((a, b) => place[a.gl[0]] - place[b.gl[0]]);
}

/** `basisOf`: FEE_* of a difference that the kind explains, else DISAGREE. */
export function takeExplained(
  rows: KeyedRows,
  pass: Omit<KeyPass, 'isUnique'> & { readonly basisOf?: (pair: PairOfRows) => number },
): void {
  const window = windowOf(rows, pass);
  for (const ofKey of sharedKeys(rows, pass.keys)) {
    for (const sign of DIRECTIONS) {
      const gl = onlyOne(ofKey.gl, (row) => Math.sign(rows.gl.amount[row]) === sign);
      const bank = onlyOne(ofKey.bank, (row) => Math.sign(rows.bank.amount[row]) === sign);
      if (gl === null || bank === null) continue;
      const pair = { gl, bank };
      const days = daysOf(rows, pair, window);
      if (!isOneCurrency(rows, pair) || pass.isRefused(pair) || days === OUTSIDE) continue;
      const allowed = agreementOf(rows, pair);
      const feeBasis = allowed === DISAGREE && pass.basisOf !== undefined ? pass.basisOf(pair) : allowed;
      if (feeBasis !== DISAGREE) takeByKey(rows, { gl: [gl], bank: [bank], tier: pass.tier, days, feeBasis });
    }
  }
}

const DIRECTIONS = [-1, 1] as const;

function onlyOne(rows: Uint32Array, has: (row: number) => boolean): number | null {
  let only: number | null = null;
  for (const row of rows) {
    if (!has(row)) continue;
    if (only !== null) return null;
    only = row;
  }
  return only;
}
