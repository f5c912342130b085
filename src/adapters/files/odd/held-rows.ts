// Rows of only words whose meaning is still open. The following rows decide: below the last entry they are a footer,
// above a repeated header they are a page heading, and above an entry they are a section's heading or rows that were
// not understood.

import type { RowsRead } from './rows-read.ts';

/** A row of words of which it is not known yet whether entries follow. */
interface Held {
  readonly line: number;
  /** Its text, when it may be a heading. */
  readonly heading: string | null;
  readonly reason: string;
  /** It is shaped like an entry that could not be read: whatever follows, it is no heading and no footer. */
  readonly isEntry: boolean;
  /** It has a balance and neither day nor amount: it may be the one before the entry that follows. */
  readonly balance?: { readonly minor: number; readonly before: number; readonly note: () => void };
}

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

  /** An entry follows: the rows are headings of its section, or were not understood. */
  entryFollows(): void {
    if (this.rows.length === 0) return;
    for (const { line, heading, reason, isEntry, balance } of this.rows) {
      if (balance !== undefined && this.goesOn(balance)) {
        this.reader.counts.balances++;
        balance.note();
      } else if (heading === null || isEntry) this.reader.rejectLine(line, reason);
      else {
        this.reader.counts.preamble++;
        this.headings.push({ line, text: heading });
      }
    }
    this.rows = [];
  }

  /** Whether the running balance of the entry below goes on from that balance. */
  private goesOn({ minor, before }: NonNullable<Held['balance']>): boolean {
    const { balance, amount } = this.reader.builder;
    return balance[before] - amount[before] === minor;
  }

  /** The header follows once more: the heading of its page goes with it. */
  headerFollows(): void {
    this.reader.counts.preamble += this.withoutEntries();
    this.rows = [];
  }

  /** Nothing follows. */
  finish(): void {
    this.reader.counts.footer += this.withoutEntries();
    this.rows = [];
  }

  /** Rejects the rows that are shaped like entries; how many others there are. */
  private withoutEntries(): number {
    const entries = this.rows.filter(({ isEntry }) => isEntry);
    for (const { line, reason } of entries) this.reader.rejectLine(line, reason);
    return this.rows.length - entries.length;
  }
}
