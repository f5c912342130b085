// An original and its reversal on one side, and how far they may lie apart.

import type { Side } from '../../records/rows/columns.ts';
import type { PenaltyTables } from '../evidence/penalties.ts';
import type { SideKeys } from '../keys/side-keys.ts';
import type { NumbersMatching } from '../matching.ts';
import { REVERSED, type SideNumbers } from '../side-numbers.ts';
import type { Weighed } from '../tiers/pair-list.ts';
import { daysToReversal, OUTSIDE } from '../window.ts';

export interface Netted {
  /** Local rows. */
  readonly original: number;
  readonly reversal: number;
  /** The evidence; null where the key decided. */
  readonly weighed: Weighed | null;
}

export interface ReversalSide {
  readonly name: Side;
  readonly keys: SideKeys;
  /** 1 for rows that carry a marker. */
  readonly marked: Uint8Array;
  readonly costs: PenaltyTables;
}

/** Days from original to reversal when inside the reversal window, else null. */
export function reversalDays(
  { account, parameters }: NumbersMatching,
  side: Side,
  { original, reversal }: Pick<Netted, 'original' | 'reversal'>,
): number | null {
  const { day } = account[side];
  const days = daysToReversal(day[original], day[reversal], parameters);
  return days === OUTSIDE ? null : days;
}

/** A marker on one of the two says which is the reversal; else the later one is. */
export const originalFirst = (
  earlier: number,
  later: number,
  isMarked: (row: number) => boolean,
): Pick<Netted, 'original' | 'reversal'> =>
  isMarked(earlier) && !isMarked(later)
    ? { original: later, reversal: earlier }
    : { original: earlier, reversal: later };

export function net(side: SideNumbers, pair: Netted, netted: Netted[]): void {
  side.state[pair.original] = REVERSED;
  side.state[pair.reversal] = REVERSED;
  netted.push(pair);
}
