// What can stand between two rows that are no pair, as data: sentences are made of it elsewhere.

import type { Side } from '../../records/rows/columns.ts';

/** What stands between two rows that are no pair, strongest first. */
export type Obstacle =
  | { readonly kind: 'set_aside'; readonly side: Side }
  | { readonly kind: 'other_account' }
  | { readonly kind: 'other_currency' }
  | { readonly kind: 'other_direction' }
  | { readonly kind: 'amounts_disagree' }
  | { readonly kind: 'outside_window' }
  /** The references that the two go by, and one that both carry all the same, or null. */
  | { readonly kind: 'references_conflict'; readonly gl: string; readonly bank: string; readonly shared: string | null }
  /** `row` of the other side, the first of its group, and how many more of that side are in it. */
  | { readonly kind: 'taken'; readonly side: Side; readonly tier: number; readonly row: number; readonly more: number }
  /** `row` of its own side. */
  | { readonly kind: 'netted'; readonly side: Side; readonly row: number }
  /** An open row of the other side that is `side`'s partner as likely or likelier; both shares of ten thousand. */
  | {
      readonly kind: 'better_candidate';
      readonly side: Side;
      readonly row: number;
      readonly share: number;
      readonly own: number;
    }
  /** How many open rows are alike to each. */
  | { readonly kind: 'unlike_numbers'; readonly gl: number; readonly bank: number }
  /** Without a shared reference a charge explains no more than a tenth. */
  | { readonly kind: 'charge_too_large' }
  /** What evidence comes to, of ten thousand, is less than any tier promises; nobody's share for `side`'s row beside it. */
  | { readonly kind: 'unlikely'; readonly side: Side; readonly share: number; readonly nobody: number }
  /** Others were likelier candidates of both, so that the two were not compared to the end. */
  | { readonly kind: 'crowded' }
  /** The run's method puts sums together and matches no rows one by one. */
  | { readonly kind: 'sums_alone' }
  /** The kind matches by identifiers alone, and none is in both rows. */
  | { readonly kind: 'no_common_identifier' }
  /** Both have one of its name, and not the same. */
  | { readonly kind: 'identifiers_differ'; readonly name: string; readonly gl: string; readonly bank: string }
  /** A machine paid out so much less than was debited, minor units. */
  | { readonly kind: 'short_dispense'; readonly minor: number }
  /** One card at one terminal, and more than ten minutes between the two, or no time of day in one. */
  | { readonly kind: 'minutes_apart' }
  /** Several rows have the identifier, or one that has more of them was matched first. */
  | { readonly kind: 'shared_identifier' }
  /** None of these: other rows competed that have been taken since. */
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
