// Rows with a date and an amount that read like a total. One alone proves little: “Batch total 1044” may be a
// terminal's payment, and TOTAL sells fuel. They are left out only if every one in the file equals the sum of the rows
// above it. Once one does not, all of them are entries, and the file is read again if some were left out.

import type { TotalWords } from '../../../core/reading/titles/row-words.ts';
import type { Sums, SumsSoFar } from '../columns/running-sums.ts';
import type { Figures } from './total-figures.ts';

/** Entries that a total sums up at least, where its words may be those of something else. */
const FEWEST = 3;

interface DatedTotal {
  readonly line: number;
  readonly text: string;
  readonly words: TotalWords;
  readonly figures: Figures;
  /** Its amount as that of an entry, in minor units. */
  readonly minor: number;
}

/** Entries so far and their sums. */
interface Mark extends Sums {
  readonly entries: number;
}

/** Rows that read like totals and were taken for entries: how many, and the first of them. */
export interface TotalsEntered {
  /** They are the sum of rows above, which does not prove it. */
  readonly isSum: boolean;
  rows: number;
  firstLine: number;
  text: string;
}

const none = (isSum: boolean): TotalsEntered => ({ isSum, rows: 0, firstLine: 0, text: '' });

export class DatedTotals {
  private readonly unlike = none(false);
  private readonly alike = none(true);

  /** Whether all such rows are entries. */
  private areEntries: boolean;
  private leftOut = 0;
  private alone = 0;
  private hasBoth = false;
  private isLast = false;
  private mark: Mark = { entries: 0, inflow: 0, outflow: 0 };
  /** The part of the sums that comes from totals taken for entries. */
  private entered: Mark = { entries: 0, inflow: 0, outflow: 0 };

  constructor(areEntries: boolean) {
    this.areEntries = areEntries;
  }

  /** An entry stands below. */
  entryFollows(): void {
    this.isLast = false;
  }

  /** A total that is no entry, whatever its figures are. */
  totalFollows(now: SumsSoFar, { debit, credit }: Figures): void {
    this.hasBoth ||= debit !== null && credit !== null;
    this.isLast = true;
    this.mark = now;
  }

  /** Whether the row is left out. `isSum` says whether its figures are sums of so much money in and out. */
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
    const kind = since.some(({ entries, ...sums }) => entries > 0 && isSum(sums)) ? this.alike : this.unlike;
    if (kind.rows++ === 0) Object.assign(kind, { firstLine: total.line, text: total.text });
    const own = { entries: 1, inflow: Math.max(minor, 0), outflow: Math.max(-minor, 0) };
    this.mark = more(now, own);
    this.entered = more(this.entered, own);
    return false;
  }

  get taken(): readonly TotalsEntered[] {
    return [this.unlike, this.alike];
  }

  /** Ask it after the last row: whether entries were left out. */
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
