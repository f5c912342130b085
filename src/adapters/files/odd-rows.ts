// Rows that are not plain entries: pending ones, balances, totals, page headings and ends, lines that continue the
// narration above, and those that are not understood. A row of words alone is held back until it is known whether
// entries follow: after the last entry it is a footer, before another it is a row that was not understood.

import { NO_DAY } from '../../core/calendar.ts';
import { AMOUNT_EMPTY, type AmountOutcome } from '../../core/mapping/amount-text.ts';
import { DAY_EMPTY, DAY_PENDING, isDay } from '../../core/mapping/day-text.ts';
import { plainTitle } from '../../core/mapping/header-synonyms.ts';
import {
  isBalanceAt,
  isDayBalance,
  type RowWords,
  rowWords,
  speaksOfBalance,
  totalWords,
} from '../../core/mapping/row-words.ts';
import { mayBeBalance } from './balance-words.ts';
import { cellText } from './cell-text.ts';
import { CutCells } from './cut-cells.ts';
import type { DelimitedRows } from './delimited-rows.ts';
import type { RowReader } from './read-rows.ts';
import { AMOUNT_UNMARKED, amountReason, dayReason } from './row-reasons.ts';
import { StatedFigures } from './stated-figures.ts';
import { SwallowedRows } from './swallowed-rows.ts';

/** Day, amount and running balance of a row (NaN for none) in minor units of a currency with `exponent` decimals. */
interface ReadFigures {
  readonly day: number;
  readonly minor: number;
  readonly balance: number;
  readonly exponent: number;
}

/** A row of words of which it is not known yet whether entries follow. */
interface Held {
  readonly line: number;
  /** Its text, when it may be a heading. */
  readonly heading: string | null;
  readonly reason: string;
}

/** Bytes of the longest cell that is looked at for the words of a balance or a total in a row with an amount. */
export const LONGEST_WORDS = 40;

export class OddRows {
  readonly figures: StatedFigures;
  readonly cut: CutCells;
  firstContinuation = 0;
  readonly swallowed: SwallowedRows;

  private readonly reader: RowReader;
  /** Headings of sections between the entries. */
  readonly headings: { line: number; text: string }[] = [];
  private held: Held[] = [];
  /** What the row above was: a continuation belongs to an entry directly above it. */
  private above: 'entry' | 'rejected' | 'other' = 'other';

  constructor(reader: RowReader) {
    this.reader = reader;
    this.figures = new StatedFigures(reader);
    this.cut = new CutCells(reader);
    this.swallowed = new SwallowedRows(reader.layout);
  }

  entryTaken(): void {
    this.above = 'entry';
    if (this.held.length > 0) this.releaseHeld();
  }

  rowRejected(): void {
    this.above = 'rejected';
  }

  /** A line above the header. */
  preamble(rows: DelimitedRows): void {
    const cells = cellsOf(rows);
    if (cells.every((c) => c === '')) this.reader.counts.blank++;
    else {
      this.reader.counts.preamble++;
      this.figures.takeFacts(cells, rows.line);
    }
  }

  /** A row whose date cell is no day, or that has more cells than the header. */
  take(rows: DelimitedRows, day: number) {
    const { reader } = this;
    const cells = isEmpty(rows) ? [] : cellsOf(rows);
    if (cells.every((c) => c === '') || isRule(cells)) {
      reader.counts.blank++;
      if (this.above === 'entry') this.above = 'other';
      return;
    }
    if (isDay(day)) return this.tooWide(rows, cells, day);
    if (this.isHeaderAgain(cells)) {
      reader.counts.header++;
      // The page heading above a repeated header goes with it.
      reader.counts.preamble += this.held.length;
      this.held = [];
      this.above = 'other';
      return;
    }
    const { columns } = reader.layout.proposal;
    const state = reader.stateOf(rows);
    if (state === 'never') return reader.setAside(rows);
    if (day === DAY_PENDING || (day === DAY_EMPTY && state === 'pending')) return reader.entry(rows, NO_DAY);
    const words = firstWords(cells) ?? (this.isTotalOfSection(cells) ? 'total' : null);
    if (words !== null) return this.wordsRow(rows, cells, words);
    if (this.isBalanceOnly(cells)) return this.dayBalance(rows, cells, NO_DAY);
    const money = this.figures.moneyCells(cells);
    if (money.length > 0) {
      if (day === DAY_EMPTY && this.figures.areSums(cells)) return this.total(cells, rows.line);
      return reader.reject(rows, dayReason(day, 'date', cells[columns.booking_date] ?? ''));
    }
    if (day === DAY_EMPTY && this.above !== 'other' && this.isContinuation(cells)) return this.continuation(rows);
    if (
      this.figures.takeFacts(cells, rows.line) ||
      (reader.counts.entries === 0 && reader.layout.headerLine === 0 && reader.counts.rejected === 0)
    ) {
      reader.counts.preamble++;
      this.above = 'other';
      return;
    }
    // A lone text that does not stand right below an entry: “Checking” above the entries of that account.
    const heading = this.above === 'other' ? loneText(cells) : null;
    this.above = 'other';
    this.held.push({
      line: rows.line,
      heading,
      reason: day === DAY_EMPTY ? 'no date and no amount' : dayReason(day, 'date', cells[columns.booking_date] ?? ''),
    });
  }

  /** A row with a day and no amount that could be read; `exponent` is its currency's. */
  withoutAmount(rows: DelimitedRows, day: number, outcome: AmountOutcome, exponent: number) {
    const { reader } = this;
    const cells = cellsOf(rows);
    const words = firstWords(cells);
    if (words === 'opening' || words === 'closing' || words === 'total')
      return this.wordsRow(rows, cells, words, day !== NO_DAY);
    if (outcome === AMOUNT_EMPTY && this.isBalanceOnly(cells)) return this.dayBalance(rows, cells, day);
    const { columns } = reader.layout.proposal;
    const at =
      outcome === AMOUNT_UNMARKED
        ? [columns.direction]
        : columns.amount >= 0
          ? [columns.amount]
          : [columns.debit, columns.credit];
    const unread =
      at
        .filter((i) => i >= 0)
        .map((i) => cells[i] ?? '')
        .find((c) => c !== '') ?? '';
    reader.reject(
      rows,
      amountReason(outcome, unread, exponent) + (day === NO_DAY && outcome === AMOUNT_EMPTY ? ' and no date' : ''),
    );
  }

  /** Cells beyond the header's: an unquoted delimiter, most likely inside a number, has shifted what follows it. */
  private tooWide(rows: DelimitedRows, cells: readonly string[], day: number) {
    const { reader } = this;
    const width = reader.layout.titles.length;
    if (cells.slice(width).every((c) => c === '') || this.cut.join(rows, this.above)) return reader.entry(rows, day);
    reader.reject(
      rows,
      `${cells.length} cells where the header has ${width}, as when a delimiter stands in a value that is not quoted`,
    );
  }

  private isHeaderAgain(cells: readonly string[]): boolean {
    const { titles, headerLine } = this.reader.layout;
    if (headerLine === 0) return false;
    if (titles.every((title, i) => (cells[i] ?? '') === title.trim())) return true;
    // One of the two lines of a header.
    const isPart = (cell: string, i: number) => ` ${titles[i] ?? ''} `.includes(` ${cell} `);
    return cells.filter((cell) => cell !== '').length > 1 && cells.every((cell, i) => cell === '' || isPart(cell, i));
  }

  /** Opening and closing balances and totals, by their words. */
  private wordsRow(rows: DelimitedRows, cells: readonly string[], words: Exclude<RowWords, null>, isDated = false) {
    const { reader } = this;
    this.above = 'other';
    if (words === 'total') return this.total(cells, rows.line, isDated);
    if (words === 'end') {
      reader.counts.footer++;
      return;
    }
    reader.counts.balances++;
    const { columns } = reader.layout.proposal;
    const stated =
      columns.balance >= 0 && (cells[columns.balance] ?? '') !== ''
        ? [cells[columns.balance]]
        : this.figures.moneyCells(cells).map((i) => cells[i]);
    if (stated.length > 0) this.figures.addBalance(words, stated[stated.length - 1], { line: rows.line, cells });
    else if (cells.some((c) => c.includes(':'))) this.figures.takeFacts(cells, rows.line);
  }

  /** A balance, no amount, and a word that says so: no entry, whatever else the words are. */
  private isBalanceOnly(cells: readonly string[]): boolean {
    const { balance } = this.reader.layout.proposal.columns;
    const money = this.figures.moneyCells(cells);
    return money.length === 1 && money[0] === balance && cells.some((c, i) => i !== balance && speaksOfBalance(c));
  }

  /** The balance at the end of a day, which many banks print between the entries. */
  private dayBalance(rows: DelimitedRows, cells: readonly string[], day: number): void {
    this.above = 'other';
    this.reader.counts.balances++;
    const text = cells[this.reader.layout.proposal.columns.balance];
    this.figures.addBalance('day', text, { line: rows.line, cells, day });
  }

  /** “Total Savings” below a section headed “Savings”. */
  private isTotalOfSection(cells: readonly string[]): boolean {
    const section = cells.map((cell) => /^total (.+)$/.exec(plainTitle(cell))?.[1]).find((name) => name !== undefined);
    return section !== undefined && this.headings.some(({ text }) => plainTitle(text) === section);
  }

  private total(cells: readonly string[], line: number, isDated = false): void {
    this.reader.counts.footer++;
    // A label and its figure stand where they like, not in the columns of the entries.
    if (!isDated && isLabelled(cells) && this.figures.takeControls(cells, line)) return;
    this.figures.addTotal(cells, line, isDated);
  }

  /** An entry that goes over several lines. */
  lookForRows(rows: DelimitedRows): void {
    this.swallowed.look(cellsOf(rows), rows.line);
  }

  /** Words in the columns of the narration and nowhere else. */
  private isContinuation(cells: readonly string[]): boolean {
    const { narration } = this.reader.layout.proposal;
    return cells.every((cell, i) => cell === '' || narration.includes(i));
  }

  /** The text of this row belongs to the narration of the entry above it, or to a row that was rejected. */
  private continuation(rows: DelimitedRows): void {
    const { reader } = this;
    if (reader.counts.continuation++ === 0) this.firstContinuation = rows.line;
    if (this.above === 'rejected') return;
    const { narration } = reader.builder;
    const i = reader.builder.count - 1;
    for (const c of reader.layout.proposal.narration) {
      if (c < rows.count)
        narration.append(rows.buffer, rows.starts[c], rows.ends[c], rows.raw[c], true, narration.offsets[i]);
    }
    narration.offsets[i + 1] = narration.used;
  }

  /** Whether a row that reads as an entry is a balance or a total in an entry's clothes. */
  isBalanceRow(rows: DelimitedRows, read: ReadFigures): boolean {
    const { narration } = this.reader.layout.proposal;
    let isNarrated = false;
    for (const c of narration) {
      if (c >= rows.count || rows.starts[c] === rows.ends[c]) continue;
      isNarrated = true;
      if (this.isBalanceCell(rows, c, read)) return true;
    }
    if (isNarrated) return false;
    // Nothing is narrated of the row: its words may stand in another column, that of the type or the reference.
    for (let c = 0; c < rows.count; c++) if (this.isBalanceCell(rows, c, read)) return true;
    return false;
  }

  private isBalanceCell(rows: DelimitedRows, c: number, { day, minor, balance, exponent }: ReadFigures): boolean {
    const length = rows.ends[c] - rows.starts[c];
    if (length === 0 || length > LONGEST_WORDS || !mayBeBalance(rows.buffer, rows.starts[c], rows.ends[c]))
      return false;
    const text = cellText(rows, c);
    const words = entryWords(text);
    if (words === null) return false;
    const cells = cellsOf(rows);
    if (words === 'certain' || words === 'perhaps') return this.isTotalRow(cells, rows.line, { text, words });
    this.reader.counts.balances++;
    this.above = 'other';
    const figure = { minor: Number.isNaN(balance) ? minor : balance, exponent };
    this.figures.addReadBalance(words, figure, { line: rows.line, cells, day });
    return true;
  }

  /** A dated total: proven by its figures, or by words that are those of nothing else. */
  private isTotalRow(
    cells: readonly string[],
    line: number,
    { text, words }: { text: string; words: 'certain' | 'perhaps' },
  ): boolean {
    if (words === 'perhaps' && !this.figures.areTotals(cells)) {
      this.figures.noteLikeTotal(text, line);
      return false;
    }
    this.above = 'other';
    this.total(cells, line, true);
    return true;
  }

  /** An entry follows: rows of words held back are headings of its section, or were not understood. */
  private releaseHeld(): void {
    for (const { line, heading, reason } of this.held) {
      if (heading === null) this.reader.rejectLine(line, reason);
      else {
        this.reader.counts.preamble++;
        this.headings.push({ line, text: heading });
      }
    }
    this.held = [];
  }

  finish(): void {
    this.reader.counts.footer += this.held.length;
    this.held = [];
  }
}

/** What a cell says that keeps a row with a date and an amount from being an entry. */
function entryWords(text: string): 'opening' | 'closing' | 'day' | 'at' | 'certain' | 'perhaps' | null {
  const words = rowWords(text);
  if (words === 'opening' || words === 'closing') return words;
  if (isDayBalance(text)) return 'day';
  return isBalanceAt(text) ? 'at' : totalWords(text);
}

/** A line drawn across a printed list: ---------- or =====, once or in every cell. */
const isRule = (cells: readonly string[]): boolean =>
  cells.every((c) => /^[-=_*.+\s]*$/.test(c)) && cells.some((c) => /^([-=_*])\1{2,}$/.test(c));

/** Spreadsheets end in thousands of such rows: they are told without a string. */
function isEmpty({ starts, ends, count }: DelimitedRows): boolean {
  for (let i = 0; i < count; i++) if (starts[i] !== ends[i]) return false;
  return true;
}

function cellsOf(rows: DelimitedRows): string[] {
  return Array.from({ length: rows.count }, (_, i) => cellText(rows, i));
}

/** Labels and figures by turns: Total Debit, 500.00, or both in one cell. */
function isLabelled(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.every((cell, i) =>
    filled.length === 1 ? cell.includes(':') : /\p{L}{2}/u.test(cell) === (i % 2 === 0),
  );
}

/** The text of a row that has one, null when it has several or none. */
function loneText(cells: readonly string[]): string | null {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length === 1 && /\p{L}/u.test(filled[0]) ? filled[0] : null;
}

function firstWords(cells: readonly string[]): RowWords {
  for (const cell of cells) {
    const words = rowWords(cell);
    if (words !== null) return words;
  }
  return null;
}
