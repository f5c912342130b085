// A group that is listed beside the pairs of a run: rows of one key that add up, a sum, a transaction with its fee
// lines, or what a kind's own identifiers match. Rows are local; account-outcome.ts turns them into the side's.

export interface LocalGroup {
  /** Rows of both sides, at least one each, in any order. The tier marks them as matched. */
  readonly gl: number[];
  readonly bank: number[];
  // Fee lines that join a group change its tier and basis.
  tier: number;
  feeBasis: number;
  readonly days: number;
  readonly textScore: number;
}
