// The form of a small month: what a house does every month (`usual`, matched line by line), and the rows of one month with
// what a good accountant expects of them. A row is `MM-DD,reference,narration[,currency],amount`; months have the year
// 2026, exceptions begin on line 7 of either file, behind a heading and five usual rows.

export interface House {
  readonly name: string;
  /** Five rows a side, the ledger's and the bank's in one order. */
  readonly usual: { readonly gl: readonly string[]; readonly bank: readonly string[] };
  readonly months: readonly SmallMonth[];
}

export interface SmallMonth {
  readonly name: string;
  readonly gl?: readonly string[];
  readonly bank?: readonly string[];
  /**
   * `gl7 = bank7` for what is matched; `bank8: possible_bank_fee` or `gl7: not_found_gl, transposed_amount` for what is
   * not. Behind `>` stands what the statement of March makes of it: the side that must change and the line's kind.
   */
  readonly expect: readonly string[];
}
