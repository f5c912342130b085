// Rows that sum up entries: opening and closing balances, balances of a day, totals. Some have words and no amount.
// Others have a date and an amount like entries, and only words or figures tell. Each is counted here, and its figures
// are kept for the proof.

import {
  balanceAt,
  balanceOfEntry,
  isBalanceAlone,
  isDayBalance,
  speaksOfBalance,
  type TotalWords,
  totalWords,
} from '../../../core/reading/titles/row-words.ts';
import { plainTitle } from '../../../core/reading/words/plain-title.ts';
import type { Sums } from '../columns/running-sums.ts';
import { cellsOf, cellText } from '../rows/cell-text.ts';
import type { Rows } from '../rows/rows.ts';
import { LONGEST_WORDS, mayBeBalance } from './balance-words.ts';
import { DatedTotals } from './dated-totals.ts';
import { isLabelled } from './row-shape.ts';
import type { RowsRead } from './rows-read.ts';
import type { StatedFigures } from './stated-figures.ts';

/** Day, amount and running balance (NaN for none) of a row, in minor units of a currency with `exponent` decimals. */
export interface ReadFigures {
  readonly day: number;
  readonly minor: number;
  readonly balance: number;
  readonly exponent: number;
}

/** A row that reads as a balance and counts as an entry. */
export interface EnteredBalance {
  readonly line: number;
  readonly text: string;
  readonly words: 'opening' | 'closing' | 'day' | 'at';
}

export class SumRows {
  readonly dated: DatedTotals;
  /** Rows that read as balances and count as entries, because nothing proves them balances. */
  readonly entered: EnteredBalance[] = [];

  private readonly reader: RowsRead;
  private readonly figures: StatedFigures;

  constructor(reader: RowsRead, figures: StatedFigures) {
    this.reader = reader;
    this.figures = figures;
    this.dated = new DatedTotals(reader.decisions.totalsAreEntries);
  }

  /** Takes an opening or closing balance, or a total, by its words. */
  take(
    cells: readonly string[],
    line: number,
    { words, isDated }: { words: 'opening' | 'closing' | 'total'; isDated: boolean },
  ) {
    if (words === 'total') return this.total(cells, line, isDated);
    this.reader.counts.balances++;
    const { columns } = this.reader.layout.proposal;
    const stated =
      columns.balance >= 0 && (cells[columns.balance] ?? '') !== ''
        ? [cells[columns.balance]]
        : this.figures.moneyCells(cells).map((i) => cells[i]);
    if (stated.length > 0) this.figures.addBalance(words, stated[stated.length - 1], { line, cells });
    else this.figures.takeFacts(cells, line);
  }

  /** Takes a row of totals. `isDated`: it has a date like an entry. */
  total(cells: readonly string[], line: number, isDated: boolean): void {
    this.reader.counts.footer++;
    this.dated.totalFollows(...this.figures.totalHere(cells));
    // Labels with their figures may stand anywhere, not in the columns of the entries.
    if (!isDated && isLabelled(cells) && this.figures.takeControls(cells, line)) return;
    this.figures.addTotal(cells, line, isDated);
  }

  /**
   * Whether a row has a balance, no amount, and a word for a balance: then it is no entry, whatever its other words.
   */
  isBalanceOnly(cells: readonly string[]): boolean {
    const { balance } = this.reader.layout.proposal.columns;
    const money = this.figures.moneyCells(cells);
    if (money.length !== 1 || money[0] !== balance) return false;
    // A balance has no reference: “Part payment balance” with one is an entry without its amount.
    const isReferred = this.isReferred(cells);
    return cells.some((c, i) => i !== balance && (isReferred ? isBalanceAlone(c) : speaksOfBalance(c)));
  }

  /** Takes the balance at the end of a day, which many banks print between the entries. */
  dayBalance(cells: readonly string[], line: number, day: number): void {
    this.reader.counts.balances++;
    const text = cells[this.reader.layout.proposal.columns.balance];
    this.figures.addBalance('day', text, { line, cells, day });
  }

  /** Takes a row that the file's figures alone prove to be a balance or a sum; whether it was one. */
  takeByFigures(rows: Rows, read: ReadFigures): boolean {
    const { balanceLines: found } = this.reader.decisions;
    if (found === null) return false;
    const { line } = rows;
    if (found.sums.includes(line)) {
      this.reader.counts.footer++;
      return true;
    }
    if (line !== found.opening && line !== found.closing) return false;
    this.reader.counts.balances++;
    const where = { line, cells: cellsOf(rows), day: read.day };
    const { minor, exponent } = read;
    this.figures.addReadBalance(line === found.opening ? 'opening' : 'closing', { minor, exponent }, where);
    return true;
  }

  /** Whether a row with a date and an amount is a balance or a total. */
  isBalanceRow(rows: Rows, read: ReadFigures): boolean {
    const { narration } = this.reader.layout.proposal;
    let isNarrated = false;
    for (const c of narration) {
      if (c >= rows.count || rows.starts[c] === rows.ends[c]) continue;
      isNarrated = true;
      if (this.isBalanceCell(rows, c, read)) return true;
    }
    if (isNarrated) return false;
    // Without a narration the words may be in another column, the type or the reference.
    for (let c = 0; c < rows.count; c++) if (this.isBalanceCell(rows, c, read)) return true;
    return false;
  }

  private isBalanceCell(rows: Rows, c: number, { day, minor, balance, exponent }: ReadFigures): boolean {
    const length = rows.ends[c] - rows.starts[c];
    if (length === 0 || length > LONGEST_WORDS || !mayBeBalance(rows.buffer, rows.starts[c], rows.ends[c]))
      return false;
    const text = cellText(rows, c);
    const cells = cellsOf(rows);
    const { columns } = this.reader.layout.proposal;
    const isReferred = columns.reference !== c && this.isReferred(cells);
    const words = entryWords(text, isReferred);
    if (words === null) return false;
    if (words === 'explicit' || words === 'of a part' || words === 'alone')
      return this.isTotalRow(cells, { line: rows.line, text, words, minor });
    // A balance has no reference. Without a running balance beside it nothing else says that the row is one.
    if (isReferred && columns.balance < 0) return false;
    if (this.reader.decisions.enteredLines.includes(rows.line)) {
      if (!this.entered.some(({ line }) => line === rows.line)) this.entered.push({ line: rows.line, text, words });
      return false;
    }
    this.reader.counts.balances++;
    const figure = { minor: Number.isNaN(balance) ? minor : balance, exponent };
    this.figures.addReadBalance(words, figure, { line: rows.line, cells, day });
    return true;
  }

  private isReferred(cells: readonly string[]): boolean {
    return /[1-9]/.test(cells[this.reader.layout.proposal.columns.reference] ?? '');
  }

  /** Notes that an entry follows. */
  entryFollows(): void {
    this.dated.entryFollows();
  }

  private isTotalRow(
    cells: readonly string[],
    total: { line: number; text: string; words: TotalWords; minor: number },
  ): boolean {
    const [now, figures] = this.figures.totalHere(cells);
    const isSum = (sums: Sums) => this.figures.areFigures(figures, sums);
    if (!this.dated.take({ ...total, figures }, now, isSum)) return false;
    this.reader.counts.footer++;
    this.figures.addTotal(cells, total.line, true);
    return true;
  }
}

/** Whether the row is a section's total: “Total Savings” below the heading “Savings”. */
export function isTotalOfSection(cells: readonly string[], headings: readonly { text: string }[]): boolean {
  const section = cells.map((cell) => /^total (.+)$/.exec(plainTitle(cell))?.[1]).find((name) => name !== undefined);
  return section !== undefined && headings.some(({ text }) => plainTitle(text) === section);
}

/** The words in a cell that keep a row with a date and an amount from being an entry; null for none. */
function entryWords(text: string, isReferred: boolean): 'opening' | 'closing' | 'day' | 'at' | TotalWords | null {
  const words = balanceOfEntry(text);
  if (words !== null) return words;
  if (isDayBalance(text)) return 'day';
  const at = balanceAt(text);
  if (at !== null) return at === 'perhaps' && isReferred ? null : 'at';
  return totalWords(text);
}
