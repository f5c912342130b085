// What a row does to the account, in signed minor units, from one signed or marked amount or from a debit and a credit.
// On the way it counts the marks and signs of the whole file, by which decisions.ts judges whether they were read
// right.

import { AMOUNT_EMPTY, AMOUNT_OK, type AmountOutcome, AmountReader } from '../../core/mapping/amount-text.ts';
import { cashSign, DIRECTION_CREDIT, DIRECTION_IN, DIRECTION_NONE } from '../../core/mapping/directions.ts';
import type { ColumnProposal } from '../../core/mapping/propose-columns.ts';
import type { Side } from '../../core/records/columns.ts';
import type { Decisions } from './decisions.ts';
import type { DelimitedRows } from './delimited-rows.ts';
import type { RowLabels } from './row-labels.ts';
import { AMOUNT_BOTH } from './row-reasons.ts';

export interface AmountReaders {
  readonly amount: AmountReader;
  readonly debit: AmountReader;
  readonly credit: AmountReader;
  readonly balance: AmountReader;
}

export class CashEffect {
  readonly readers: AmountReaders;
  readonly decisions: Decisions;
  readonly side: Side;
  readonly creditSign: 1 | -1;
  /** Rows by the mark on them, zeros left out; and signs met in the debit and credit columns. */
  readonly marks = { debit: 0, credit: 0, none: 0 };
  readonly signs = {
    debitNegative: 0,
    debitPositive: 0,
    creditNegative: 0,
    creditPositive: 0,
    amountNegative: 0,
    amountPositive: 0,
  };
  /** The signed cash effect of the row just read. */
  minor = 0;

  private readonly proposal: ColumnProposal;
  private readonly labels: RowLabels;

  constructor(options: { proposal: ColumnProposal; decisions: Decisions; side: Side; labels: RowLabels }) {
    const { decimals } = options.decisions;
    this.readers = {
      amount: new AmountReader(decimals.amount),
      debit: new AmountReader(decimals.debit),
      credit: new AmountReader(decimals.credit),
      balance: new AmountReader(decimals.balance),
    };
    this.proposal = options.proposal;
    this.decisions = options.decisions;
    this.side = options.side;
    this.creditSign = options.side === 'bank' ? 1 : -1;
    this.labels = options.labels;
  }

  /** Reads the effect of the current row, in units of a currency with so many decimals, into `minor`. */
  read(rows: DelimitedRows, exponent: number): AmountOutcome {
    const outcome = this.proposal.columns.amount >= 0 ? this.readSigned(rows, exponent) : this.readPair(rows, exponent);
    if (outcome === AMOUNT_OK && this.decisions.reversed) this.minor = 0 - this.minor;
    return outcome;
  }

  /** The running balance of the row, NaN when it has none. */
  balance(rows: DelimitedRows, exponent: number): number {
    const c = this.proposal.columns.balance;
    if (c < 0 || c >= rows.count) return Number.NaN;
    const reader = this.readers.balance;
    if (reader.read(rows.buffer, rows.starts[c], rows.ends[c], exponent) !== AMOUNT_OK) return Number.NaN;
    if (reader.direction === DIRECTION_NONE) return reader.minor;
    return cashSign(reader.direction, this.side) * Math.abs(reader.minor);
  }

  private readSigned(rows: DelimitedRows, exponent: number): AmountOutcome {
    const { columns } = this.proposal;
    const { starts, ends, count, buffer } = rows;
    const reader = this.readers.amount;
    const c = columns.amount;
    const outcome = c < count ? reader.read(buffer, starts[c], ends[c], exponent) : AMOUNT_EMPTY;
    if (outcome !== AMOUNT_OK) return outcome;
    let direction = reader.direction;
    if (columns.direction >= 0 && columns.direction < count && direction === DIRECTION_NONE) {
      direction = this.labels.readDirection(buffer, starts[columns.direction], ends[columns.direction]);
    }
    const minor = reader.minor;
    if (minor !== 0) {
      if (direction === DIRECTION_NONE) this.marks.none++;
      else if (direction === DIRECTION_CREDIT || direction === DIRECTION_IN) this.marks.credit++;
      else this.marks.debit++;
      if (minor < 0) this.signs.amountNegative++;
      else this.signs.amountPositive++;
    }
    if (direction !== DIRECTION_NONE) this.minor = signed(cashSign(direction, this.side), Math.abs(minor));
    else if (this.decisions.unmarked !== DIRECTION_NONE)
      this.minor = signed(cashSign(this.decisions.unmarked, this.side), minor);
    else this.minor = minor;
    return AMOUNT_OK;
  }

  private readPair(rows: DelimitedRows, exponent: number): AmountOutcome {
    const { columns } = this.proposal;
    const { starts, ends, count, buffer } = rows;
    const d = columns.debit;
    const c = columns.credit;
    const { debit, credit } = this.readers;
    const debitOutcome = d >= 0 && d < count ? debit.read(buffer, starts[d], ends[d], exponent) : AMOUNT_EMPTY;
    const creditOutcome = c >= 0 && c < count ? credit.read(buffer, starts[c], ends[c], exponent) : AMOUNT_EMPTY;
    if (debitOutcome > AMOUNT_EMPTY) return debitOutcome;
    if (creditOutcome > AMOUNT_EMPTY) return creditOutcome;
    const debitMinor = debitOutcome === AMOUNT_OK ? debit.minor : 0;
    const creditMinor = creditOutcome === AMOUNT_OK ? credit.minor : 0;
    if (debitMinor !== 0) {
      if (creditMinor !== 0) return AMOUNT_BOTH;
      if (debitMinor < 0) this.signs.debitNegative++;
      else this.signs.debitPositive++;
      this.minor = signed(this.decisions.debitNegative ? this.creditSign : -this.creditSign, debitMinor);
      return AMOUNT_OK;
    }
    if (creditMinor !== 0) {
      if (creditMinor < 0) this.signs.creditNegative++;
      else this.signs.creditPositive++;
      this.minor = signed(this.decisions.creditNegative ? -this.creditSign : this.creditSign, creditMinor);
      return AMOUNT_OK;
    }
    if (debitOutcome === AMOUNT_EMPTY && creditOutcome === AMOUNT_EMPTY) return AMOUNT_EMPTY;
    this.minor = 0;
    return AMOUNT_OK;
  }
}

/** Never minus zero. */
const signed = (sign: number, minor: number) => (minor === 0 ? 0 : sign * minor);
