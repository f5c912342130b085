// A group with more than one row on a side, as a tier adds it: rows of one key that add up, a sum, or a transaction
// with its fee lines. Rows are local; account-outcome.ts turns them into the side's and lists them among the pairs.

import type { PairFacts } from './pair-list.ts';

export interface LocalGroup extends Pick<PairFacts, 'tier' | 'days' | 'textScore' | 'feeBasis'> {
  /** Rows of both sides, at least one each, in any order. The tier marks them as matched. */
  readonly gl: Uint32Array;
  readonly bank: Uint32Array;
}
