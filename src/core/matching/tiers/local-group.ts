// A group of more rows than one a side, as a tier adds it: rows that carry one key and add up, a sum found, a fee line
// beside its principal. Rows are local; account-outcome.ts turns them into the side's and lists them among the pairs.

import type { PairFacts } from './pair-list.ts';

export interface LocalGroup extends Pick<PairFacts, 'tier' | 'days' | 'textScore' | 'feeBasis'> {
  /** One at least of each side, in any order; the tier marks them as matched. */
  readonly gl: Uint32Array;
  readonly bank: Uint32Array;
}
