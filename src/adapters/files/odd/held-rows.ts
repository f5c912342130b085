// Rows of only words whose meaning the following rows decide: below the last entry they are a footer, above a repeated
// header a page heading, and above an entry a section's heading or rows that were not understood.

import type { RowsRead } from './rows-read.ts';

/** A row of words that may or may not have entries below. */
interface Held {
  readonly line: number;
  /** Its text if it may be a heading. */
  readonly heading: string | null;
  readonly reason: string;
  /** Whether it is shaped like an entry that could not be read: then it is neither a heading nor a footer. */
  readonly isEntry: boolean;
  /** Its balance, if it has one and neither day nor amount: perhaps the balance before the next entry. */
  readonly balance?: { readonly minor: number; readonly before: number; readonly note: () => void };
  /** Its balance, if it has a day and no amount: if the entry below has the same, nothing moved. */
  readonly unmoved?: { readonly minor: number; readonly below: number };
}

/** Why a row without an amount is left out, if the balance beside it is that of its neighbour. */
export const UNMOVED = 'it has no amount, and the balance beside it did not move';

export class HeldRows {
  /** Headings of sections between the entries. */
  readonly headings: { line: number; text: string }[] = [];

  private readonly reader: RowsRead;
  private rows: Held[] = [];

  constructor(reader: RowsRead) {
    this.reader = reader;
  }

  hold(row: Held): void {
    this.rows.push(row);
  }

  /** An entry follows: the held rows are headings of its section, or were not understood. */
  entryFollows(): void {
    if (this.rows.length === 0) return;
    for (const { line, heading, reason, isEntry, balance, unmoved } of this.rows) {
      if (balance !== undefined && this.goesOn(balance)) {
        this.reader.counts.balances++;
        balance.note();
      } else if (unmoved !== undefined && this.reader.builder.balance[unmoved.below] === unmoved.minor)
        this.reader.setLineAside(line, UNMOVED);
      else if (heading === null || isEntry) this.reader.rejectLine(line, reason);
      else {
        this.reader.counts.preamble++;
        this.headings.push({ line, text: heading });
      }
    }
    this.rows = [];
  }

  /** Whether the running balance of the entry below continues from that balance. */
  private goesOn({ minor, before }: NonNullable<Held['balance']>): boolean {
    const { balance, amount } = this.reader.builder;
    return balance[before] - amount[before] === minor;
  }

  /** The header is repeated: the held rows are a page heading. */
  headerFollows(): void {
    this.reader.counts.preamble += this.withoutEntries();
    this.rows = [];
  }

  /** No row follows: the held rows are a footer. */
  finish(): void {
    this.reader.counts.footer += this.withoutEntries();
    this.rows = [];
  }

  /** Rejects the rows that are shaped like entries; answers the number of others. */
  private withoutEntries(): number {
    const entries = this.rows.filter(({ isEntry }) => isEntry);
    for (const { line, reason } of entries) this.reader.rejectLine(line, reason);
    return this.rows.length - entries.length;
  }
}
