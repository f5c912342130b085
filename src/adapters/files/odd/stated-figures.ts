// Figures that a file states outside its entries: opening and closing balances, totals, and the account and currency in
// its preamble. They are kept as stated; the proof checks whether they agree with the entries.

import { NO_DAY } from '../../../core/money/calendar.ts';
import { AMOUNT_OK } from '../../../core/reading/cells/amount-text.ts';
import { DIRECTION_DEBIT, DIRECTION_OUT } from '../../../core/reading/cells/directions.ts';
import type { StatedBalance } from '../../../core/reading/proof/balance-proof.ts';
import { type ControlTotalKind, preambleFacts } from '../../../core/reading/titles/preamble.ts';
import { isCountLabel, isPartialCount, isTotalOfEntries } from '../../../core/reading/titles/row-words.ts';
import { RunningSums, type Sums, type SumsSoFar } from '../columns/running-sums.ts';
import type { ControlTotal, ReadSoFar } from './control-totals.ts';
import { type NotedBalance, statedBalances, unprovenLines } from './noted-balances.ts';
import type { RowsRead } from './rows-read.ts';
import type { Figures, StatedTotal } from './total-figures.ts';

/** Most earlier totals from which a row may start its sum. */
const TOTALS_BACK = 50;

/** Where a balance stands: its line, and what its row has in the columns of the entries. */
interface BalancePlace {
  readonly line: number;
  readonly cells?: readonly string[];
  /** Day of the row, NO_DAY when it has none. */
  readonly day?: number;
}

export class StatedFigures {
  readonly totals: StatedTotal[] = [];

  private readonly reader: RowsRead;
  /** The lone cell of the row before, which may be the label of what stands below it. */
  private label = '';
  private readonly noted: NotedBalance[] = [];
  readonly controls: ControlTotal[] = [];
  private readonly sums: RunningSums;

  constructor(reader: RowsRead) {
    this.reader = reader;
    this.sums = new RunningSums(reader.builder);
  }

  /** Takes account, currency and balances that cells of words name; whether they name any. */
  takeFacts(cells: readonly string[], line: number): boolean {
    const { reader } = this;
    const filled = cells.filter((cell) => cell !== '');
    let facts = preambleFacts(cells);
    // A label alone in its row is answered by the next: “#Waluta;” and below it “PLN;”.
    if (facts.length === 0 && this.label !== '' && filled.length > 0) facts = preambleFacts([this.label, filled[0]]);
    this.label = facts.length === 0 && filled.length === 1 ? filled[0] : '';
    for (const { kind, value } of facts) {
      if (kind === 'account') reader.labels.setCurrent({ account: value });
      else if (kind === 'currency') reader.labels.setCurrent({ currency: value });
      else if (kind === 'opening' || kind === 'closing') this.addBalance(kind, value, { line });
      else this.addControl(kind, value, line);
    }
    return facts.length > 0;
  }

  private addControl(kind: ControlTotalKind, value: string, line: number): void {
    const exponent = this.reader.labels.exponentHere();
    const stated = kind === 'entries' ? countIn([value]) : this.money(value, exponent);
    if (stated === null) return;
    const whole = /^[\d,]+$/.test(value.trim()) ? countIn([value.trim()]) : null;
    const openings = this.noted
      .filter((one) => one.kind === 'opening')
      .map(({ minorAt }) => Math.abs(minorAt(exponent) ?? 0));
    const at = this.readSoFar();
    this.controls.push({ kind, line, stated: Math.abs(stated), exponent, whole, openings, at });
  }

  /** Control totals in the cells of a row, each behind its label; whether there are any. */
  takeControls(cells: readonly string[], line: number): boolean {
    const before = this.controls.length;
    for (const { kind, value } of preambleFacts(cells)) {
      if (kind === 'account' || kind === 'currency' || kind === 'opening' || kind === 'closing') continue;
      this.addControl(kind, value, line);
    }
    return this.controls.length > before;
  }

  /** Sums of the entries up to this place of the file. */
  get sumsSoFar(): SumsSoFar {
    return this.sums.soFar();
  }

  /** What control totals at this place of the file are compared with. */
  private readSoFar(): ReadSoFar {
    const { counts, rejected } = this.reader;
    return { ...this.sums.soFar(), others: rejected.length + counts.balances };
  }

  /** Notes a balance in a text. `cells` are those of its row, where they stand in the columns of the entries. */
  addBalance(kind: NotedBalance['kind'], text: string, where: BalancePlace): void {
    this.note(kind, (exponent) => this.money(text, exponent), where, false);
  }

  /** Notes a balance that was read already, in minor units of a currency with `exponent` decimals. */
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

  /** Lines of rows that read as balances without a proof; ask after the last row. */
  unproven(): number[] {
    const { builder, labels, layout } = this.reader;
    return unprovenLines(this.noted, { builder, labels, columns: layout.proposal.columns });
  }

  /** Balances that the file states; ask after the last row. */
  balances(): StatedBalance[] {
    const { builder, labels, layout } = this.reader;
    return statedBalances(this.noted, { builder, labels, columns: layout.proposal.columns });
  }

  /** The amount in a text, read as the balance column's are; null when it is none of a currency with such decimals. */
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

  /** Decimals of a row of figures: of the currency that it names, else of the entry above it. */
  private exponentOf(cells: readonly string[]): number {
    const { labels, layout } = this.reader;
    const named = labels.currencyIn(cells[layout.proposal.columns.currency] ?? '');
    return labels.exponentOf(named ?? labels.lastCurrency) ?? labels.exponentHere();
  }

  /** Keeps what a row of totals states. */
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

  /** What was read up to a row of totals, and the figures of that row. */
  totalHere(cells: readonly string[]): [SumsSoFar, Figures] {
    return [this.sums.soFar(), this.figuresOf(cells)];
  }

  /** Whether figures are the sums of the rows above: of all, or of those since a total. */
  private isSumOfRows(figures: Figures): boolean {
    const now = this.sums.soFar();
    const since = (sums: Sums): Sums => ({ inflow: now.inflow - sums.inflow, outflow: now.outflow - sums.outflow });
    const starts = [{ inflow: 0, outflow: 0 }, ...this.totals.slice(-TOTALS_BACK).map(({ sums }) => sums)];
    return starts.some((sums) => this.areFigures(figures, since(sums)));
  }

  /** Whether figures are sums of so much money in and out. */
  areFigures({ debit, credit, amount }: Figures, { inflow, outflow }: Sums): boolean {
    const [asDebit, asCredit] = this.reader.side === 'bank' ? [outflow, inflow] : [inflow, outflow];
    const is = (stated: number | null, ...sums: number[]) => stated === null || sums.includes(Math.abs(stated));
    return (
      is(debit, asDebit) &&
      is(credit, asCredit) &&
      is(amount, Math.abs(inflow - outflow), inflow + outflow, inflow, outflow)
    );
  }

  /** The amount in a cell with digits, null when there is none. */
  private figure(cells: readonly string[], column: number): number | null {
    const cell = cells[column] ?? '';
    return /\d/.test(cell) ? this.money(cell, this.exponentOf(cells)) : null;
  }

  /** The running balance in a row, null when it has none. */
  balanceIn(cells: readonly string[]): number | null {
    return this.figure(cells, this.reader.layout.proposal.columns.balance);
  }

  /** Columns other than the date's whose cells read as money with digits. */
  moneyCells(cells: readonly string[]): number[] {
    const { columns } = this.reader.layout.proposal;
    return [columns.amount, columns.debit, columns.credit, columns.balance].filter(
      (column) => this.figure(cells, column) !== null,
    );
  }

  /** Amounts without date or words that are the sums of the entries so far, with the opening balance or without. */
  areSums(cells: readonly string[]): boolean {
    const { inflow, outflow } = this.sums.soFar();
    const { debit, credit, amount } = this.figuresOf(cells);
    if (amount !== null) return Math.abs(amount) === Math.abs(inflow - outflow);
    if (debit === null && credit === null) return false;
    const [asDebit, asCredit] = this.reader.side === 'bank' ? [outflow, inflow] : [inflow, outflow];
    const opening = this.openingSoFar(cells);
    const isDebit = debit === null || [asDebit, asDebit + opening].includes(Math.abs(debit));
    const isCredit = credit === null || [asCredit, asCredit + opening].includes(Math.abs(credit));
    // A ledger’s account is closed with the same total on both sides.
    return (isDebit && isCredit) || (debit !== null && debit === credit && (isDebit || isCredit));
  }

  /** The last opening balance that was noted, without its sign; 0 where there is none. */
  private openingSoFar(cells: readonly string[]): number {
    const opening = this.noted.findLast(({ kind }) => kind === 'opening');
    return Math.abs(opening?.minorAt(this.exponentOf(cells)) ?? 0);
  }
}

/** The one whole number that stands alone in a cell, or behind the label in its own; null when there is none. */
function countIn(cells: readonly string[]): number | null {
  const numbers = cells.flatMap((cell) => /(?:^|[\s:])(\d{1,3}(?:,\d{3})+|\d{1,9})$/.exec(cell)?.[1] ?? []);
  return numbers.length === 1 ? Number(numbers[0].replaceAll(',', '')) : null;
}
