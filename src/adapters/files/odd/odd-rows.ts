// Rows that are not plain entries: pending ones, balances, totals, headings and ends of pages, lines that continue the
// narration above, and rows that are not understood. This file decides which of them a row is, in a fixed order, by its
// cells (row-shape.ts) and the rows above it. sum-rows.ts takes balances and totals. held-rows.ts holds rows of only
// words until it is known whether entries follow.

import { TieoutError } from '../../../core/errors.ts';
import { NO_DAY } from '../../../core/money/calendar.ts';
import { AMOUNT_EMPTY, type AmountOutcome } from '../../../core/reading/cells/amount-text.ts';
import { readsAsMoney } from '../../../core/reading/cells/cell-profile.ts';
import { DAY_EMPTY, DAY_PENDING, isDay } from '../../../core/reading/cells/day-text.ts';
import type { NumberedPage } from '../../../core/reading/proof/missing-pages.ts';
import { pageOf, type RowWords } from '../../../core/reading/titles/row-words.ts';
import { AMOUNT_UNMARKED, amountReason, dayReason } from '../columns/row-reasons.ts';
import { cellsOf, isEmpty, isRule } from '../rows/cell-text.ts';
import type { Rows } from '../rows/rows.ts';
import { CutCells } from './cut-cells.ts';
import { HeldRows, UNMOVED } from './held-rows.ts';
import { PendingSections } from './pending-sections.ts';
import {
  areFiguresUnder,
  areWords,
  firstWords,
  isHeaderAgain,
  isHeaderReordered,
  isLabelled,
  isNarrationAlone,
  loneText,
} from './row-shape.ts';
import type { RowsRead } from './rows-read.ts';
import { StatedFigures } from './stated-figures.ts';
import { isTotalOfSection, type ReadFigures, SumRows } from './sum-rows.ts';
import { SwallowedRows } from './swallowed-rows.ts';
import { UndatedEntries } from './undated-entries.ts';
import { cutOtherwise, isSpoiledEntry } from './unread-entry.ts';

export class OddRows {
  readonly figures: StatedFigures;
  readonly cut: CutCells;
  readonly held: HeldRows;
  readonly swallowed: SwallowedRows;
  readonly undated: UndatedEntries;
  firstContinuation = 0;
  /** Pages as the file numbers them, each with the number of entries above. */
  readonly pages: NumberedPage[] = [];
  /** Texts of the lines above the header. */
  readonly headings: string[] = [];

  private readonly reader: RowsRead;
  readonly sums: SumRows;
  readonly sections: PendingSections;
  /** Line of a header with the same titles in other places, 0 for none: no entry may follow it. */
  private reorderedLine = 0;
  /** Cells of the row above, if it has only words. */
  private titlesAbove: readonly string[] = [];
  /** Kind of the row above: a continuation belongs to an entry directly above it. */
  private above: 'entry' | 'rejected' | 'other' = 'other';

  constructor(reader: RowsRead) {
    this.reader = reader;
    this.figures = new StatedFigures(reader);
    this.cut = new CutCells(reader);
    this.held = new HeldRows(reader);
    this.sums = new SumRows(reader, this.figures);
    this.swallowed = new SwallowedRows(reader.layout);
    this.sections = new PendingSections(reader.builder);
    this.undated = new UndatedEntries(reader);
  }

  entryTaken(): void {
    this.above = 'entry';
    this.titlesAbove = [];
    if (this.reorderedLine > 0) this.failReordered();
    this.held.entryFollows();
    this.sums.entryFollows();
  }

  private failReordered(): never {
    const sentence = 'from here on the columns stand in another order; cut the file in two.';
    throw new TieoutError('file_not_understood', sentence, { file: this.reader.file, line: this.reorderedLine });
  }

  rowRejected(): void {
    this.above = 'rejected';
  }

  /** Takes a line above the header. */
  preamble(rows: Rows): void {
    const cells = cellsOf(rows);
    const cut = cutOtherwise(cells, this.reader.layout);
    if (cells.every((c) => c === '')) this.reader.counts.blank++;
    else if (cut !== null) this.reader.rejectLine(rows.line, cut);
    else {
      this.reader.counts.preamble++;
      this.headings.push(cells.join(' '));
      this.takePage(cells, rows.line);
      this.figures.takeFacts(cells, rows.line);
    }
  }

  /** Takes a row whose date cell is no day, or that has more cells than the header. */
  take(rows: Rows, day: number) {
    const { reader } = this;
    const cells = isEmpty(rows) ? [] : cellsOf(rows);
    if (cells.every((c) => c === '') || isRule(cells)) {
      reader.counts.blank++;
      if (this.above === 'entry') this.above = 'other';
      return;
    }
    if (isDay(day)) return this.tooWide(rows, cells, day);
    if (isHeaderAgain(cells, reader.layout)) {
      reader.counts.header++;
      this.held.headerFollows();
      this.reorderedLine = 0;
      this.above = 'other';
      return;
    }
    if (isHeaderReordered(cells, reader.layout)) this.reorderedLine = rows.line;
    if (this.sections.take(cells, rows.line)) {
      reader.counts.preamble++;
      this.above = 'other';
      return;
    }
    const state = reader.stateOf(rows);
    if (state === 'never') return reader.setAside(rows);
    if (day === DAY_PENDING || (day === DAY_EMPTY && state === 'pending')) return reader.entry(rows, NO_DAY);
    this.noEntry(rows, cells, day);
  }

  /** Takes a row without a day, by its words, its money, and the rows above. */
  private noEntry(rows: Rows, cells: readonly string[], day: number) {
    const { reader } = this;
    const { columns, narration } = reader.layout.proposal;
    const titles = this.titlesAbove;
    this.titlesAbove = areWords(cells) ? cells : [];
    if (areFiguresUnder(cells, titles)) return this.summary(titles, cells, rows.line);
    const cut = cutOtherwise(cells, reader.layout);
    if (cut !== null) {
      this.above = 'rejected';
      return this.held.hold({ line: rows.line, heading: null, reason: cut, isEntry: true });
    }
    const words = firstWords(cells) ?? (isTotalOfSection(cells, this.held.headings) ? 'total' : null);
    if (words !== null) return this.wordsRow(rows, cells, words);
    if (this.sums.isBalanceOnly(cells)) return this.dayBalance(rows, cells, NO_DAY);
    const dated = cells[columns.booking_date] ?? '';
    if (day === DAY_EMPTY && this.holdBalance(cells, rows.line)) return;
    if (this.figures.moneyCells(cells).length > 0) {
      if (isLabelled(cells) && this.figures.takeControls(cells, rows.line)) {
        reader.counts.footer++;
        this.above = 'other';
        return;
      }
      // “*” or a word below the days is no day that was damaged.
      if (!/\p{N}/u.test(dated) && this.figures.areSums(cells)) return this.sums.total(cells, rows.line, false);
      if (day === DAY_EMPTY && this.undated.take(rows.line)) return reader.entry(rows, this.undated.dayAbove);
      return reader.reject(rows, dayReason(day, 'date', dated));
    }
    if (day === DAY_EMPTY && this.above !== 'other' && isNarrationAlone(cells, narration))
      return this.continuation(rows);
    if (
      this.figures.takeFacts(cells, rows.line) ||
      (reader.counts.entries === 0 && reader.layout.headerLine === 0 && reader.counts.rejected === 0)
    ) {
      reader.counts.preamble++;
      this.above = 'other';
      return;
    }
    // A single text that is not directly below an entry may be a heading: “Checking” above that account's entries.
    const heading = this.above === 'other' ? loneText(cells) : null;
    const reason = day === DAY_EMPTY ? 'no date and no amount' : dayReason(day, 'date', dated);
    const isEntry = isSpoiledEntry(cells, columns);
    this.above = isEntry ? 'rejected' : 'other';
    this.held.hold({ line: rows.line, heading: isEntry ? null : heading, reason, isEntry });
  }

  /** Holds a row with a balance and no other money: the entry below tells whether it continues from there. */
  private holdBalance(cells: readonly string[], line: number): boolean {
    const { columns } = this.reader.layout.proposal;
    const money = this.figures.moneyCells(cells);
    if (money.length !== 1 || money[0] !== columns.balance) return false;
    const minor = this.figures.balanceIn(cells);
    if (minor === null) return false;
    const note = () => this.figures.addBalance('opening', cells[columns.balance], { line, cells });
    const balance = { minor, before: this.reader.builder.count, note };
    this.above = 'rejected';
    this.held.hold({ line, heading: null, reason: dayReason(DAY_EMPTY, 'date', ''), isEntry: true, balance });
    return true;
  }

  /** Takes figures of the whole list under titles of their own: balances, counts, totals. */
  private summary(titles: readonly string[], cells: readonly string[], line: number): void {
    this.reader.counts.footer++;
    this.above = 'other';
    for (const [i, cell] of cells.entries()) if (cell !== '') this.figures.takeFacts([titles[i], cell], line);
  }

  /** Takes a row with a day and no readable amount. `exponent`: decimals of its currency. */
  withoutAmount(rows: Rows, day: number, outcome: AmountOutcome, exponent: number) {
    const cells = cellsOf(rows);
    const words = firstWords(cells);
    if (words === 'opening' || words === 'closing' || words === 'total')
      return this.wordsRow(rows, cells, words, day !== NO_DAY);
    if (outcome === AMOUNT_EMPTY && this.sums.isBalanceOnly(cells)) return this.dayBalance(rows, cells, day);
    if (outcome === AMOUNT_EMPTY && this.takeUnmoved(cells, rows.line)) return;
    this.reader.reject(
      rows,
      amountReason(outcome, this.unread(cells, outcome), exponent) +
        (day === NO_DAY && outcome === AMOUNT_EMPTY ? ' and no date' : ''),
    );
  }

  /**
   * Sets a row aside that has a balance and neither other money nor a narration, if the balance of the entry above or
   * below is the same: nothing moved. Exports end a list with such a row, the newest first begin with one.
   */
  private takeUnmoved(cells: readonly string[], line: number): boolean {
    const { columns, narration } = this.reader.layout.proposal;
    if (narration.some((i) => (cells[i] ?? '') !== '')) return false;
    const money = this.figures.moneyCells(cells);
    const minor = money.length === 1 && money[0] === columns.balance ? this.figures.balanceIn(cells) : null;
    if (minor === null) return false;
    const { count, balance } = this.reader.builder;
    if (count > 0 && balance[count - 1] !== minor) return false;
    if (count > 0) this.reader.setLineAside(line, UNMOVED);
    else this.held.hold({ line, heading: null, reason: 'no amount', isEntry: true, unmoved: { minor, below: count } });
    this.above = 'rejected';
    return true;
  }

  /** The cell that could not be read as an amount. */
  private unread(cells: readonly string[], outcome: AmountOutcome): string {
    const { columns } = this.reader.layout.proposal;
    const at =
      outcome === AMOUNT_UNMARKED
        ? [columns.direction]
        : columns.amount >= 0
          ? [columns.amount]
          : [columns.debit, columns.credit];
    const filled = at.map((i) => cells[i] ?? '').filter((c) => c !== '');
    return filled.find((c) => !readsAsMoney(c)) ?? filled[0] ?? '';
  }

  /**
   * Takes a row with more cells than the header. Most likely an unquoted delimiter inside a number shifted its cells.
   */
  private tooWide(rows: Rows, cells: readonly string[], day: number) {
    const { reader } = this;
    const width = reader.layout.titles.length;
    if (cells.slice(width).every((c) => c === '') || this.cut.join(rows, this.above)) return reader.entry(rows, day);
    reader.reject(
      rows,
      `${cells.length} cells where the header has ${width}, as when a delimiter stands in a value that is not quoted`,
    );
  }

  /** Takes opening and closing balances, totals and ends of a list, by their words. */
  private wordsRow(rows: Rows, cells: readonly string[], words: Exclude<RowWords, null>, isDated = false) {
    this.above = 'other';
    if (words === 'end') {
      this.reader.counts.footer++;
      this.takePage(cells, rows.line);
    } else this.sums.take(cells, rows.line, { words, isDated });
  }

  private takePage(cells: readonly string[], line: number): void {
    const found = cells.map(pageOf).find((one) => one !== null);
    if (found) this.pages.push({ ...found, line, entries: this.reader.builder.count });
  }

  private dayBalance(rows: Rows, cells: readonly string[], day: number): void {
    this.above = 'other';
    this.sums.dayBalance(cells, rows.line, day);
  }

  /** Whether a row with a date and an amount is a balance or a total. */
  isBalanceRow(rows: Rows, read: ReadFigures): boolean {
    if (!this.sums.takeByFigures(rows, read) && !this.sums.isBalanceRow(rows, read)) return false;
    this.above = 'other';
    return true;
  }

  /** Looks for rows inside the cells of an entry that spans several lines. */
  lookForRows(rows: Rows): void {
    this.swallowed.look(cellsOf(rows), rows.line);
  }

  /** Appends the text of this row to the narration of the entry above; drops it if that row was rejected. */
  private continuation(rows: Rows): void {
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

  finish(): void {
    this.held.finish();
  }
}
