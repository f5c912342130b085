// What became of a file's rows: each is counted under exactly one heading, so that the counts add up to the file, and
// those that were rejected are listed with their line and reason.

export interface Rejected {
  readonly line: number;
  readonly reason: string;
}

export interface RowCounts {
  entries: number;
  rejected: number;
  preamble: number;
  header: number;
  blank: number;
  /** Opening and closing balance rows. */
  balances: number;
  /** Rows that were understood and say of themselves that they were never booked. */
  setAside: number;
  /** Totals, page ends and what stands after the last entry. */
  footer: number;
  continuation: number;
}

export const noRows = (): RowCounts => ({
  entries: 0,
  rejected: 0,
  preamble: 0,
  header: 0,
  blank: 0,
  balances: 0,
  setAside: 0,
  footer: 0,
  continuation: 0,
});
