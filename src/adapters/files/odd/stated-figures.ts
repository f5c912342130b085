// Figures that a file states outside its entries: opening and closing balances, totals, and the account and currency in
// its preamble. They are kept as stated; the proof compares them with the entries.

import { NO_DAY } from '../../../core/money/calendar.ts';
import { currencyOfTitle } from '../../../core/money/currency-signs.ts';
import { AMOUNT_OK } from '../../../core/reading/cells/amount-text.ts';
import { DayReader, isDay, readDayText } from '../../../core/reading/cells/day-text.ts';
import { DIRECTION_DEBIT, DIRECTION_OUT } from '../../../core/reading/cells/directions.ts';
import type { StatedBalance } from '../../../core/reading/proof/balance-proof.ts';
import { type ControlTotalKind, preambleFacts } from '../../../core/reading/titles/preamble.ts';
import { isCountLabel, isPartialCount, isTotalOfEntries } from '../../../core/reading/titles/row-words.ts';
import { isNameOf } from '../../../core/reading/words/currency-abroad.ts';
import { RunningSums, type Sums, type SumsSoFar } from '../columns/running-sums.ts';
import type { ControlTotal, ReadSoFar } from './control-totals.ts';
import { gapsBetweenPages, type NotedBalance, type PageGap, statedBalances, unprovenLines } from './noted-balances.ts';
import type { RowsRead } from './rows-read.ts';
import type { Figures, StatedTotal } from './total-figures.ts';

/** Most earlier totals after which the sum of a total may begin. */
const TOTALS_BACK = 50;

/** Where a balance stands: its line, and its row's cells if they are in the columns of the entries. */
interface BalancePlace {
  readonly line: number;
  readonly cells?: readonly string[];
  /** The row's day, NO_DAY if it has none. */
  readonly day?: number;
}

/**
 * A currency that nothing but a code beside a label that is not known names, and the one without it; or words beside a
 * label that is known.
 */
export interface DoubtfulCurrency {
  readonly code: string;
  readonly otherwise: string;
  readonly line: number;
  /** Words beside a label of currencies that are no currency known; '' for a code. */
  readonly words: string;
  /** Whether a second line has the same code so. */
  readonly isRepeated: boolean;
}

export class StatedFigures {
  readonly totals: StatedTotal[] = [];

  private readonly reader: RowsRead;
  /** The only cell of the row before, which may be the label of the next. */
  private label = '';
  private readonly noted: NotedBalance[] = [];
  readonly controls: ControlTotal[] = [];
  private readonly sums: RunningSums;
  private isCurrencyNamed = false;
  /** The currency that only a label that is not known gives the entries; null for none. */
  doubtfulCurrency: DoubtfulCurrency | null = null;

  constructor(reader: RowsRead) {
    this.reader = reader;
    this.sums = new RunningSums(reader.builder);
  }

  /** Takes account, currency and balances named in cells of words; whether there were any. */
  takeFacts(cells: readonly string[], line: number): boolean {
    const { reader } = this;
    const filled = cells.filter((cell) => cell !== '');
    let facts = preambleFacts(cells);
    // The row below a single label may be its value: “#Waluta;” and then “PLN;”.
    if (facts.length === 0 && this.label !== '' && filled.length > 0) facts = preambleFacts([this.label, filled[0]]);
    this.label = facts.length === 0 && filled.length === 1 ? filled[0] : '';
    for (const { kind, value, date } of facts) {
      if (kind === 'account') reader.labels.setCurrent({ account: value });
      else if (kind === 'currency') this.setCurrency(value);
      else if (kind === 'perhaps currency') this.doubtCurrency(value, line);
      else if (kind === 'unknown currency') this.doubtWords(value, line);
      else if (kind === 'opening' || kind === 'closing') this.addStated(kind, value, { line, date });
      else this.addControl(kind, value, line);
    }
    return facts.some(({ kind }) => kind !== 'perhaps currency');
  }

  private setCurrency(currency: string): void {
    this.isCurrencyNamed = true;
    this.doubtfulCurrency = null;
    this.reader.labels.setCurrent({ currency });
  }

  /** Whether nothing in the file named a currency so far. */
  private get isCurrencyOpen(): boolean {
    const { layout, builder } = this.reader;
    return !this.isCurrencyNamed && layout.currency.code === '' && builder.count === 0;
  }

  /** A code beside a stated balance counts before the entries if nothing else names one. */
  private setCurrencyUnlessNamed(currency: string): void {
    if (!this.isCurrencyOpen) return;
    this.doubtfulCurrency = null;
    this.reader.labels.setCurrent({ currency });
  }

  /**
   * A code beside an unknown label, such as a branch's, counts too, but is said; one that stands alone is asked about.
   */
  private doubtCurrency(code: string, line: number): void {
    const { labels, layout } = this.reader;
    if (!this.isCurrencyOpen || layout.given.currency !== undefined || layout.proposal.columns.currency >= 0) return;
    const before = this.doubtfulCurrency;
    if (before?.code === code) this.doubtfulCurrency = { ...before, isRepeated: true };
    if (before !== null || code === labels.currencyHere) return;
    this.doubtfulCurrency = { code, line, otherwise: labels.currencyHere, isRepeated: false, words: '' };
    labels.setCurrent({ currency: code });
  }

  /** Words that should name the currency, and are no name of the one that is read. */
  private doubtWords(words: string, line: number): void {
    const { labels, layout } = this.reader;
    const isNamed = layout.given.currency !== undefined || layout.proposal.columns.currency >= 0;
    if (!this.isCurrencyOpen || isNamed || isNameOf(labels.currencyHere, words)) return;
    const code = labels.currencyHere;
    this.doubtfulCurrency = { code, line, otherwise: code, isRepeated: false, words };
  }

  /** A balance from the lines around the entries; one whose label has a date is that day's. */
  private addStated(
    kind: 'opening' | 'closing',
    value: string,
    { line, date }: { readonly line: number; readonly date: string | undefined },
  ): void {
    const { bookingOrder: order } = this.reader.decisions;
    const day = date === undefined ? NO_DAY : readDayText(new DayReader({ order, digits: 'none' }), date);
    if (isDay(day)) this.addBalance('at', value, { line, day });
    else this.addBalance(kind, value, { line });
    const { code, shared } = currencyOfTitle(value);
    if (code !== '' && !shared) this.setCurrencyUnlessNamed(code);
  }

  private addControl(kind: ControlTotalKind, value: string, line: number): void {
    const exponent = this.reader.labels.exponentHere();
    const stated = kind === 'entries' ? countIn([value]) : this.money(value, exponent);
    if (stated === null) return;
    const count = /^[\d,]+$/.test(value.trim()) ? countIn([value.trim()]) : null;
    const openings = this.noted
      .filter((one) => one.kind === 'opening')
      .map(({ minorAt }) => Math.abs(minorAt(exponent) ?? 0));
    const at = this.readSoFar();
    this.controls.push({ kind, line, stated: Math.abs(stated), exponent, whole: count, openings, at });
  }

  /** Takes control totals from a row of labels and figures; whether there were any. */
  takeControls(cells: readonly string[], line: number): boolean {
    const before = this.controls.length;
    for (const { kind, value } of preambleFacts(cells)) {
      if (kind === 'account' || kind === 'currency' || kind === 'perhaps currency' || kind === 'unknown currency')
        continue;
      if (kind === 'opening' || kind === 'closing') continue;
      this.addControl(kind, value, line);
    }
    return this.controls.length > before;
  }

  /** Sums of the entries up to here. */
  get sumsSoFar(): SumsSoFar {
    return this.sums.soFar();
  }

  /** The counts and sums with which control totals at this place are compared. */
  private readSoFar(): ReadSoFar {
    const { counts, rejected } = this.reader;
    return { ...this.sums.soFar(), others: rejected.length + counts.balances };
  }

  /** Notes a balance given as text. `where.cells`: cells of its row in the columns of the entries. */
  addBalance(kind: NotedBalance['kind'], text: string, where: BalancePlace): void {
    this.note(kind, (exponent) => this.money(text, exponent), where, false);
  }

  /** Notes a balance that was already read, in minor units of a currency with `exponent` decimals. */
  addReadBalance(kind: NotedBalance['kind'], read: { minor: number; exponent: number }, where: BalancePlace): void {
    const { minor, exponent } = read;
    this.note(kind, (own) => Math.round(minor * 10 ** (own - exponent)), where, true);
  }

  private note(
    kind: NotedBalance['kind'],
    minorAt: NotedBalance['minorAt'],
    { line, cells, day }: BalancePlace,
    isNominee: boolean,
  ): void {
    const { labels, builder, layout } = this.reader;
    const { columns } = layout.proposal;
    const ownAccount = cells?.[columns.account] ?? '';
    const ownCurrency = cells?.[columns.currency] ?? '';
    this.noted.push({
      kind,
      day: day ?? NO_DAY,
      line,
      minorAt,
      account: ownAccount === '' ? null : labels.accountIndex(ownAccount.replace(/^'/, '')),
      currency: ownCurrency === '' ? null : labels.currencyIn(ownCurrency),
      accountHere: labels.accountHere,
      isHeaded: labels.isHeaded,
      currencyHere: labels.currencyHere,
      entries: builder.count,
      isNominee,
    });
  }

  /** Lines that read as balances without a proof. Ask after the last row. */
  unproven(): number[] {
    const { builder, labels, layout } = this.reader;
    return unprovenLines(this.noted, { builder, labels, columns: layout.proposal.columns });
  }

  /** Balances that the file states. Ask after the last row. */
  balances(): StatedBalance[] {
    const { builder, labels, layout } = this.reader;
    return statedBalances(this.noted, { builder, labels, columns: layout.proposal.columns });
  }

  /** Balances of pages that do not meet. Ask after the last row. */
  pageGaps(): PageGap[] {
    const { builder, labels, layout } = this.reader;
    return gapsBetweenPages(this.noted, { builder, labels, columns: layout.proposal.columns });
  }

  /** The amount in a text, read like the balance column; null if it is not an amount with `exponent` decimals. */
  private money(text: string, exponent: number): number | null {
    const { reader } = this;
    const { columns } = reader.layout.proposal;
    const amounts =
      columns.balance >= 0
        ? reader.cash.readers.balance
        : columns.amount >= 0
          ? reader.cash.readers.amount
          : reader.cash.readers.credit;
    const bytes = new TextEncoder().encode(text);
    const { forMark, againstMark, asDecimals, asThousands, threeZeros, threeFine } = amounts;
    const outcome = amounts.read(bytes, 0, bytes.length, exponent);
    Object.assign(amounts, { forMark, againstMark, asDecimals, asThousands, threeZeros, threeFine });
    if (outcome !== AMOUNT_OK) return null;
    const { direction } = amounts;
    return direction === DIRECTION_DEBIT || direction === DIRECTION_OUT ? -Math.abs(amounts.minor) : amounts.minor;
  }

  /** Decimals of the currency that a row names, else of the entry above. */
  private exponentOf(cells: readonly string[]): number {
    const { labels, layout } = this.reader;
    const named = labels.currencyIn(cells[layout.proposal.columns.currency] ?? '');
    return labels.exponentOf(named ?? labels.lastCurrency) ?? labels.exponentHere();
  }

  /** Keeps the figures of a row of totals. */
  addTotal(cells: readonly string[], line: number, isDated: boolean): void {
    const { entries } = this.reader.counts;
    const label = cells.find(isCountLabel);
    const number = countIn(cells);
    const count = label === undefined || isPartialCount(label) ? null : number;
    // “Total transactions” may be their number or their money.
    const isCount = label !== undefined || (number === entries && entries > 0 && cells.some(isTotalOfEntries));
    const figures = isCount ? { debit: null, credit: null, amount: null } : this.figuresOf(cells);
    const { inflow, outflow } = this.sums.soFar();
    const agrees = this.isSumOfRows(figures) || this.areSums(cells);
    this.totals.push({ line, ...figures, count, entries, sums: { inflow, outflow }, isDated, agrees });
  }

  private figuresOf(cells: readonly string[]): Figures {
    const { columns } = this.reader.layout.proposal;
    return {
      debit: this.figure(cells, columns.debit),
      credit: this.figure(cells, columns.credit),
      amount: this.figure(cells, columns.amount),
    };
  }

  /** Sums up to a row of totals, and the figures of that row. */
  totalHere(cells: readonly string[]): [SumsSoFar, Figures] {
    return [this.sums.soFar(), this.figuresOf(cells)];
  }

  /** Whether figures are the sums of all rows above, or of those since an earlier total. */
  private isSumOfRows(figures: Figures): boolean {
    const now = this.sums.soFar();
    const since = (sums: Sums): Sums => ({ inflow: now.inflow - sums.inflow, outflow: now.outflow - sums.outflow });
    const starts = [{ inflow: 0, outflow: 0 }, ...this.totals.slice(-TOTALS_BACK).map(({ sums }) => sums)];
    return starts.some((sums) => this.areFigures(figures, since(sums)));
  }

  /** Whether figures are the sums of `inflow` and `outflow`. */
  areFigures({ debit, credit, amount }: Figures, { inflow, outflow }: Sums): boolean {
    const [asDebit, asCredit] = this.reader.side === 'bank' ? [outflow, inflow] : [inflow, outflow];
    const is = (stated: number | null, ...sums: number[]) => stated === null || sums.includes(Math.abs(stated));
    return (
      is(debit, asDebit) &&
      is(credit, asCredit) &&
      is(amount, Math.abs(inflow - outflow), inflow + outflow, inflow, outflow)
    );
  }

  /** The amount in a column's cell; null if there is none. */
  private figure(cells: readonly string[], column: number): number | null {
    const cell = cells[column] ?? '';
    return /\d/.test(cell) ? this.money(cell, this.exponentOf(cells)) : null;
  }

  /** The running balance in a row; null if there is none. */
  balanceIn(cells: readonly string[]): number | null {
    return this.figure(cells, this.reader.layout.proposal.columns.balance);
  }

  /** Money columns whose cells read as amounts. */
  moneyCells(cells: readonly string[]): number[] {
    const { columns } = this.reader.layout.proposal;
    return [columns.amount, columns.debit, columns.credit, columns.balance].filter(
      (column) => this.figure(cells, column) !== null,
    );
  }

  /** Whether amounts without date or words are the sums of the entries so far, with or without the opening balance. */
  areSums(cells: readonly string[]): boolean {
    const { inflow, outflow } = this.sums.soFar();
    const { debit, credit, amount } = this.figuresOf(cells);
    if (amount !== null) return Math.abs(amount) === Math.abs(inflow - outflow);
    if (debit === null && credit === null) return false;
    const [asDebit, asCredit] = this.reader.side === 'bank' ? [outflow, inflow] : [inflow, outflow];
    const opening = this.openingSoFar(cells);
    const isDebit = debit === null || [asDebit, asDebit + opening].includes(Math.abs(debit));
    const isCredit = credit === null || [asCredit, asCredit + opening].includes(Math.abs(credit));
    // An account in a ledger is closed with the same total on both sides.
    return (isDebit && isCredit) || (debit !== null && debit === credit && (isDebit || isCredit));
  }

  /** The last opening balance that was noted, without sign; 0 if there is none. */
  private openingSoFar(cells: readonly string[]): number {
    const opening = this.noted.findLast(({ kind }) => kind === 'opening');
    return Math.abs(opening?.minorAt(this.exponentOf(cells)) ?? 0);
  }
}

/** The only whole number that is a cell of its own or ends one with a label; null if there is none or several. */
function countIn(cells: readonly string[]): number | null {
  const numbers = cells.flatMap((cell) => /(?:^|[\s:])(\d{1,3}(?:,\d{3})+|\d{1,9})$/.exec(cell)?.[1] ?? []);
  return numbers.length === 1 ? Number(numbers[0].replaceAll(',', '')) : null;
}
