// The obstacles between two rows that are no pair, as data. Their sentences are in cli/results/obstacle-words.ts.

import type { Side } from '../../records/rows/columns.ts';

/** An obstacle between two rows that are no pair, strongest first. */
export type Obstacle =
  | { readonly kind: 'set_aside'; readonly side: Side }
  | { readonly kind: 'other_account' }
  | { readonly kind: 'other_currency' }
  | { readonly kind: 'other_direction' }
  | { readonly kind: 'amounts_disagree' }
  | { readonly kind: 'outside_window' }
  /** The keys of the two rows, and another reference that both carry, or null. */
  | { readonly kind: 'references_conflict'; readonly gl: string; readonly bank: string; readonly shared: string | null }
  /** `row` of the other side, the first of its group, and how many more of that side are in it. */
  | { readonly kind: 'taken'; readonly side: Side; readonly tier: number; readonly row: number; readonly more: number }
  /** `row` of its own side. */
  | { readonly kind: 'netted'; readonly side: Side; readonly row: number }
  /**
   * An open row of the other side that is as likely or likelier to be the partner of `side`'s row; both shares in
   * ten-thousandths.
   */
  | {
      readonly kind: 'better_candidate';
      readonly side: Side;
      readonly row: number;
      readonly share: number;
      readonly own: number;
    }
  /** The two rows' classes have unlike numbers of open rows. */
  | { readonly kind: 'unlike_numbers'; readonly gl: number; readonly bank: number }
  /** Without a shared reference a charge explains no more than a tenth. */
  | { readonly kind: 'charge_too_large' }
  /** The pair's share (in ten-thousandths) is lower than any tier promises; with nobody's share for `side`'s row. */
  | { readonly kind: 'unlikely'; readonly side: Side; readonly share: number; readonly nobody: number }
  /** Both rows had better candidates, so that the two were not fully compared. */
  | { readonly kind: 'crowded' }
  /** The run's method puts sums together and matches no rows one by one. */
  | { readonly kind: 'sums_alone' }
  /** The kind matches by identifiers alone, and none is in both rows. */
  | { readonly kind: 'no_common_identifier' }
  /** Both rows have an identifier of that name, and the two differ. */
  | { readonly kind: 'identifiers_differ'; readonly name: string; readonly gl: string; readonly bank: string }
  /** A machine paid out less than was debited, by this many minor units. */
  | { readonly kind: 'short_dispense'; readonly minor: number }
  /** One card at one terminal, and more than ten minutes between the two, or no time of day in one. */
  | { readonly kind: 'minutes_apart' }
  /** Several rows have the identifier, or one that has more of them was matched first. */
  | { readonly kind: 'shared_identifier' }
  /** None of these: other rows competed for the pair and were taken since. */
  | { readonly kind: 'not_certain' };

/** Rows of the columns. */
export interface RowPair {
  readonly gl: number;
  readonly bank: number;
}

/** Local row numbers of an account. */
export interface LocalPair {
  readonly g: number;
  readonly b: number;
}
