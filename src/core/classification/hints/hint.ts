// A hint is a likely explanation of an open row that no key proves. It names rows and says why. It never changes the
// class, and nothing is posted by it.

import type { Side } from '../../records/rows/columns.ts';

const HINT_KINDS = [
  'transposed_amount',
  'near_amount',
  'other_sign',
  'posted_again',
  'other_month',
  'adds_up',
  'other_charge',
] as const;
export type HintKind = (typeof HINT_KINDS)[number];

export interface RowPlace {
  readonly side: Side;
  /** Row of the side's columns. */
  readonly row: number;
}

export interface Hint {
  readonly kind: HintKind;
  readonly rows: readonly RowPlace[];
  readonly sentence: string;
}

/** The hints of a session by cluster; clusters without hints are absent. */
export type SessionHints = ReadonlyMap<number, readonly Hint[]>;
