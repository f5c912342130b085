// Entries without a day, below one that has it: statements for people name each day once. The first reading only counts
// them. They are read again with the day above if the file can prove that, and kept if it does: every balance follows,
// and no day is named twice in a row, so that an empty cell means the same day and no lost one.

import type { AccountBalance } from '../../../core/reading/proof/balance-proof.ts';
import type { RowsRead } from './rows-read.ts';

/** Fewest such entries, and fewest balances that follow. */
const FEWEST = 3;

export class UndatedEntries {
  rows = 0;
  firstLine = 0;
  private readonly reader: RowsRead;
  /** Numbers of the entries that have the day of the one above. */
  private readonly carried = new Set<number>();

  constructor(reader: RowsRead) {
    this.reader = reader;
  }

  /** Takes a row with an amount, without a day; whether it is an entry of the day above. */
  take(line: number): boolean {
    const { builder, decisions } = this.reader;
    if (builder.count === 0) return false;
    if (this.rows++ === 0) this.firstLine = line;
    if (decisions.carriesDays !== true) return false;
    this.carried.add(builder.count);
    return true;
  }

  get dayAbove(): number {
    const { builder } = this.reader;
    return builder.bookingDay[builder.count - 1];
  }

  /** Whether a reading by the days above may prove itself. */
  get mayCarry(): boolean {
    return this.rows >= FEWEST && this.reader.layout.proposal.columns.balance >= 0;
  }

  /** Whether the reading by the days above is proven. */
  isProven(balances: readonly AccountBalance[]): boolean {
    const follows = balances.reduce((sum, { straight }) => sum + straight, 0);
    return follows >= FEWEST && balances.every(({ foots }) => foots === true) && this.namesDaysOnce();
  }

  /** Whether a day comes twice in a row only where a page begins. */
  private namesDaysOnce(): boolean {
    const { builder, counts } = this.reader;
    let twice = 0;
    for (let i = 1; i < builder.count; i++)
      if (!this.carried.has(i) && builder.bookingDay[i] === builder.bookingDay[i - 1]) twice++;
    return twice <= Math.max(0, counts.header - 1);
  }
}
