// The figures that a file states outside its entries: opening and closing balances, totals, and what its preamble says
// of account and currency. They are kept as stated; whether they agree with the entries is for the proof to say.

import { AMOUNT_OK } from '../../core/mapping/amount-text.ts';
import type { StatedBalance } from '../../core/mapping/balance-proof.ts';
import { DIRECTION_DEBIT, DIRECTION_OUT } from '../../core/mapping/directions.ts';
import { preambleFacts } from '../../core/mapping/preamble.ts';
import type { RowReader } from './read-rows.ts';

/** A row of totals; null where it states none. */
export interface StatedTotal {
  readonly line: number;
  readonly debit: number | null;
  readonly credit: number | null;
  readonly amount: number | null;
  /** Entries read so far. */
  readonly entries: number;
}

export class StatedFigures {
  readonly balances: StatedBalance[] = [];
  readonly totals: StatedTotal[] = [];

  private readonly reader: RowReader;

  constructor(reader: RowReader) {
    this.reader = reader;
  }

  /** Takes account, currency and balances that cells of words name; whether they name any. */
  takeFacts(cells: readonly string[], line: number): boolean {
    const { reader } = this;
    const facts = preambleFacts(cells);
    for (const { kind, value } of facts) {
      if (kind === 'account') reader.labels.setCurrent({ account: value });
      else if (kind === 'currency') reader.labels.setCurrent({ currency: value });
      else this.addBalance(kind, this.money(value), line);
    }
    return facts.length > 0;
  }

  addBalance(kind: 'opening' | 'closing', minor: number | null, line: number): void {
    if (minor === null) return;
    this.balances.push({
      kind,
      account: this.reader.labels.accountNow(),
      currency: this.reader.labels.useCurrentCurrency(),
      minor,
      line,
    });
  }

  /** The amount in a text, read as the balance column's are, in the current currency. */
  money(text: string): number | null {
    const { reader } = this;
    const { labels } = reader;
    const { columns } = reader.layout.proposal;
    const amounts =
      columns.balance >= 0
        ? reader.cash.readers.balance
        : columns.amount >= 0
          ? reader.cash.readers.amount
          : reader.cash.readers.credit;
    const bytes = new TextEncoder().encode(text);
    const before = { forMark: amounts.forMark, againstMark: amounts.againstMark, eitherMark: amounts.eitherMark };
    const outcome = amounts.read(bytes, 0, bytes.length, labels.exponentOf(labels.useCurrentCurrency()));
    Object.assign(amounts, before);
    if (outcome !== AMOUNT_OK) return null;
    const { direction } = amounts;
    return direction === DIRECTION_DEBIT || direction === DIRECTION_OUT ? -Math.abs(amounts.minor) : amounts.minor;
  }

  /** Keeps what a row of totals states. */
  addTotal(cells: readonly string[], line: number): void {
    const { columns } = this.reader.layout.proposal;
    this.totals.push({
      line,
      debit: this.figure(cells, columns.debit),
      credit: this.figure(cells, columns.credit),
      amount: this.figure(cells, columns.amount),
      entries: this.reader.counts.entries,
    });
  }

  /** The amount in a cell with digits, null when there is none. */
  private figure(cells: readonly string[], column: number): number | null {
    const cell = cells[column] ?? '';
    return /\d/.test(cell) ? this.money(cell) : null;
  }

  /** Columns other than the date's whose cells read as money with digits. */
  moneyCells(cells: readonly string[]): number[] {
    const { columns } = this.reader.layout.proposal;
    return [columns.amount, columns.debit, columns.credit, columns.balance].filter(
      (column) => this.figure(cells, column) !== null,
    );
  }

  /** Amounts without date or words that are the sums of the entries so far. */
  areSums(cells: readonly string[]): boolean {
    const { columns } = this.reader.layout.proposal;
    const { inflow, outflow } = this.sumsSoFar();
    const [debit, credit, amount] = [columns.debit, columns.credit, columns.amount].map((c) =>
      this.figure(cells, c),
    ) as [number | null, number | null, number | null];
    if (amount !== null) return Math.abs(amount) === Math.abs(inflow - outflow);
    const [asDebit, asCredit] = this.reader.side === 'bank' ? [outflow, inflow] : [inflow, outflow];
    return (
      (debit === null || Math.abs(debit) === asDebit) &&
      (credit === null || Math.abs(credit) === asCredit) &&
      (debit ?? credit) !== null
    );
  }

  private readonly sums = { entries: 0, inflow: 0, outflow: 0 };

  /** Sums of the entries so far, each added once however often they are asked for. */
  private sumsSoFar(): { readonly inflow: number; readonly outflow: number } {
    const { sums } = this;
    const { amount, count } = this.reader.builder;
    for (; sums.entries < count; sums.entries++) {
      const minor = amount[sums.entries];
      if (minor > 0) sums.inflow += minor;
      else sums.outflow -= minor;
    }
    return sums;
  }
}
