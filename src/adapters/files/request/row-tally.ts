// Counts of a file's rows, each under exactly one heading, so that the counts add up to the file. Rejected rows are
// listed with line and reason.

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
  /** Rows that were understood and say that they were never booked. */
  setAside: number;
  /** Totals, ends of pages, and rows after the last entry. */
  footer: number;
  continuation: number;
}

const noRows = (): RowCounts => ({
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

/** Counts the rows and keeps those that were left out, with the reason of each. */
export class RowTally {
  readonly counts: RowCounts = noRows();
  readonly rejected: Rejected[] = [];
  /** The first row that was not understood; rows that were never booked do not count. */
  firstRejected: Rejected | null = null;
  /** The sheet or page that lines are of, of a file with several. */
  part = '';

  /** Counts a row that was not understood. */
  reject(line: number, reason: string): void {
    const rejected = { line, reason: this.placed(reason) };
    if (this.counts.rejected++ === 0) this.firstRejected = rejected;
    this.rejected.push(rejected);
  }

  /** Counts a row that was understood and is no entry. */
  setAside(line: number, reason: string): void {
    this.counts.setAside++;
    this.rejected.push({ line, reason: this.placed(reason) });
  }

  private placed(reason: string): string {
    return this.part === '' ? reason : `${reason} [${this.part}]`;
  }
}
