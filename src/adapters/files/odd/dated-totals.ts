// Rows with a date and an amount that read like a total. A single one proves little: “Batch total 1044” may be a
// terminal's payment, and TOTAL sells fuel. They are left out only if each of them equals the sum of the rows above it.
// If one does not, all are entries, and the file is read again if some were left out.

import type { TotalWords } from '../../../core/reading/titles/row-words.ts';
import type { Sums, SumsSoFar } from '../columns/running-sums.ts';
import type { Figures } from './total-figures.ts';

/** Least number of entries in a total whose words may mean something else. */
const FEWEST = 3;

interface DatedTotal {
  readonly line: number;
  readonly text: string;
  readonly words: TotalWords;
  readonly figures: Figures;
  /** Its amount, read as an entry's, in minor units. */
  readonly minor: number;
}

/** Entries so far and their sums. */
interface Mark extends Sums {
  readonly entries: number;
}

/** Rows that read like totals and count as entries, and the first of them. */
export interface TotalsEntered {
  /** Whether they equal the sum of rows above, which does not prove them totals. */
  readonly isSum: boolean;
  rows: number;
  firstLine: number;
  text: string;
}

const none = (isSum: boolean): TotalsEntered => ({ isSum, rows: 0, firstLine: 0, text: '' });

export class DatedTotals {
  /** Those whose figures are no sum of rows above, and those whose figures are one. */
  private readonly noSums = none(false);
  private readonly sums = none(true);

  /** Whether all such rows are entries. */
  private areEntries: boolean;
  private leftOut = 0;
  /** How many have no word but “total”. */
  private alone = 0;
  /** Whether a total states both debits and credits. */
  private hasBoth = false;
  /** Whether no entry has followed the last total. */
  private isLast = false;
  /** The sums at the last total. */
  private mark: Mark = { entries: 0, inflow: 0, outflow: 0 };
  /** The part of the sums that comes from totals counted as entries. */
  private entered: Mark = { entries: 0, inflow: 0, outflow: 0 };

  constructor(areEntries: boolean) {
    this.areEntries = areEntries;
  }

  /** Notes that an entry follows. */
  entryFollows(): void {
    this.isLast = false;
  }

  /** Notes a total that is certainly not an entry. */
  totalFollows(now: SumsSoFar, { debit, credit }: Figures): void {
    this.hasBoth ||= debit !== null && credit !== null;
    this.isLast = true;
    this.mark = now;
  }

  /** Whether the row is left out. `isSum`: whether its figures are the given sums. */
  take(total: DatedTotal, now: SumsSoFar, isSum: (sums: Sums) => boolean): boolean {
    const { figures, words, minor } = total;
    const since = [this.mark, this.entered].map((from) => less(now, from));
    const least = words === 'explicit' ? 0 : FEWEST;
    const agrees = since.some((sums) => sums.entries >= least && isSum(sums));
    if (words === 'alone') this.alone++;
    this.hasBoth ||= figures.debit !== null && figures.credit !== null;
    if (!agrees) this.areEntries = true;
    if (!this.areEntries) {
      this.leftOut++;
      this.isLast = true;
      this.mark = now;
      return true;
    }
    const kind = since.some(({ entries, ...sums }) => entries > 0 && isSum(sums)) ? this.sums : this.noSums;
    if (kind.rows++ === 0) Object.assign(kind, { firstLine: total.line, text: total.text });
    const own = { entries: 1, inflow: Math.max(minor, 0), outflow: Math.max(-minor, 0) };
    this.mark = more(now, own);
    this.entered = more(this.entered, own);
    return false;
  }

  get taken(): readonly TotalsEntered[] {
    return [this.noSums, this.sums];
  }

  /** Whether entries were left out. Ask after the last row. */
  get leftOutWrongly(): boolean {
    if (this.leftOut === 0) return false;
    return this.areEntries || (this.alone > 0 && !(this.hasBoth && this.isLast));
  }
}

const less = (a: Mark, b: Mark): Mark => ({
  entries: a.entries - b.entries,
  inflow: a.inflow - b.inflow,
  outflow: a.outflow - b.outflow,
});

const more = (a: Mark, b: Mark): Mark => ({
  entries: a.entries + b.entries,
  inflow: a.inflow + b.inflow,
  outflow: a.outflow + b.outflow,
});
