// The effect of a row on the account, in signed minor units: from one signed or marked amount, or from a debit and a
// credit. It also counts marks and signs over the whole file; settle/revised-decisions.ts checks the reading with them.

import { MAX_AMOUNT_MINOR } from '../../../core/limits.ts';
import {
  AMOUNT_EMPTY,
  AMOUNT_OK,
  AMOUNT_TOO_FINE,
  AMOUNT_TOO_LARGE,
  type AmountOutcome,
  AmountReader,
} from '../../../core/reading/cells/amount-text.ts';
import {
  cashSign,
  DIRECTION_CREDIT,
  DIRECTION_DEBIT,
  DIRECTION_NONE,
  type Direction,
  type GivenMarks,
} from '../../../core/reading/cells/directions.ts';
import type { ColumnProposal } from '../../../core/reading/column-proposal.ts';
import { effectBetween } from '../../../core/reading/evidence/balances-beside.ts';
import { countSign, effectOf, noSigns, type SignCounts } from '../../../core/reading/proof/usual-signs.ts';
import type { Side } from '../../../core/records/rows/columns.ts';
import type { Decisions } from '../layout/decisions.ts';
import type { FeeColumn } from '../layout/fee-columns.ts';
import type { FigureUnits } from '../layout/figure-units.ts';
import type { Rows } from '../rows/rows.ts';
import type { RowLabels } from './row-labels.ts';
import { AMOUNT_BOTH, AMOUNT_UNMARKED } from './row-reasons.ts';

export interface AmountReaders {
  readonly amount: AmountReader;
  readonly debit: AmountReader;
  readonly credit: AmountReader;
  readonly balance: AmountReader;
}

/** The direction of an amount: 1 money in, -1 money out, 0 unmarked. */
type FlowSign = -1 | 0 | 1;

export class CashEffect {
  readonly readers: AmountReaders;
  readonly decisions: Decisions;
  readonly side: Side;
  /** The direction of amounts in the credit column; the debit column's is the opposite. */
  readonly creditSign: 1 | -1;
  /** Amounts other than zero, counted by their mark, and the unmarked ones that are negative. */
  readonly marks = { in: 0, out: 0, none: 0, noneNegative: 0 };
  readonly signs: SignCounts = noSigns();
  /** How many counted marks are words of debit or credit, which mean the opposite on the other side. */
  bookkeeping = 0;
  /** The signed cash effect of the row just read. */
  minor = 0;
  /** The reader of the last amount; it knows the currency named in the cell. */
  lastReader: AmountReader;
  /** Whether the row just read does not show its direction: the running balance gives it once all rows are read. */
  isUnsure = false;

  private readonly proposal: ColumnProposal;
  private readonly fees: readonly (FeeColumn & { readonly reader: AmountReader })[];
  private readonly labels: RowLabels;

  constructor(options: {
    proposal: ColumnProposal;
    units: FigureUnits['bySlot'];
    decisions: Decisions;
    side: Side;
    labels: RowLabels;
    /** A mapping's meaning of marks beside amounts. */
    marks?: GivenMarks | undefined;
    /** Columns of fees that an entry moves the account by besides. */
    fees?: readonly FeeColumn[];
  }) {
    const { decimals } = options.decisions;
    const { units } = options;
    this.readers = {
      amount: new AmountReader(decimals.amount, units.amount, options.marks),
      debit: new AmountReader(decimals.debit, units.debit),
      credit: new AmountReader(decimals.credit, units.credit),
      balance: new AmountReader(decimals.balance, units.balance),
    };
    this.lastReader = this.readers.amount;
    this.fees = (options.fees ?? []).map((fee) => ({
      ...fee,
      reader: new AmountReader(fee.decimal ?? decimals.amount, units.amount),
    }));
    this.proposal = options.proposal;
    this.decisions = options.decisions;
    this.side = options.side;
    this.creditSign = options.side === 'bank' ? 1 : -1;
    this.labels = options.labels;
  }

  /** Reads the effect of the current row into `minor`, in a currency with `exponent` decimals. */
  read(rows: Rows, exponent: number): AmountOutcome {
    const outcome = this.proposal.columns.amount >= 0 ? this.readSigned(rows, exponent) : this.readPair(rows, exponent);
    // 0 - x, because -x would make a minus zero of zero.
    if (outcome === AMOUNT_OK && this.decisions.reversed) this.minor = 0 - this.minor;
    return this.fees.length === 0 ? outcome : this.withFees(rows, exponent, outcome);
  }

  /** Adds the row's fees to its effect; a row may have a fee alone. */
  private withFees({ buffer, starts, ends, count }: Rows, exponent: number, outcome: AmountOutcome): AmountOutcome {
    if (outcome !== AMOUNT_OK && outcome !== AMOUNT_EMPTY) return outcome;
    let charged = 0;
    for (const { column, effect, reader } of this.fees) {
      const read = column < count ? reader.read(buffer, starts[column], ends[column], exponent) : AMOUNT_EMPTY;
      if (read === AMOUNT_OK) charged += effect * reader.minor;
      else if (read !== AMOUNT_EMPTY) return read;
    }
    if (charged === 0) return outcome;
    this.minor = charged + (outcome === AMOUNT_OK ? this.minor : 0);
    return AMOUNT_OK;
  }

  /** Rescales the last effect to a currency with `decimals` more decimals, fewer if negative. */
  rescale(decimals: number): AmountOutcome {
    const power = 10 ** Math.abs(decimals);
    if (decimals < 0 && this.minor % power !== 0) return AMOUNT_TOO_FINE;
    const minor = decimals < 0 ? this.minor / power : this.minor * power;
    if (Math.abs(minor) > MAX_AMOUNT_MINOR) return AMOUNT_TOO_LARGE;
    this.minor = minor;
    return AMOUNT_OK;
  }

  /** The running balance of the row, NaN when it has none. */
  balance(rows: Rows, exponent: number): number {
    const c = this.proposal.columns.balance;
    if (c < 0 || c >= rows.count) return Number.NaN;
    const reader = this.readers.balance;
    if (reader.read(rows.buffer, rows.starts[c], rows.ends[c], exponent) !== AMOUNT_OK) return Number.NaN;
    let { direction } = reader;
    const at = this.proposal.balanceMarks;
    if (direction === DIRECTION_NONE && at >= 0 && at < rows.count)
      direction = this.labels.readDirection(rows.buffer, rows.starts[at], rows.ends[at]);
    return markedBalance(reader.minor, cashSign(direction, this.side));
  }

  private readSigned(rows: Rows, exponent: number): AmountOutcome {
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
    const between = this.effectBetween(rows, { exponent, minor: reader.minor, direction });
    if (!Number.isNaN(between)) {
      this.minor = between;
      this.isUnsure = false;
      return AMOUNT_OK;
    }
    // The two balances of a row without a sign or mark contradict its amount: one of the three is damaged.
    const isOpen = this.proposal.balanceBefore >= 0 && direction === DIRECTION_NONE && reader.minor > 0;
    if (isOpen && this.proposal.profiles[c].negative === 0 && this.decisions.sign === null) return AMOUNT_UNMARKED;
    this.countMark(direction, reader.minor);
    this.isUnsure = this.decisions.byBalance && direction === DIRECTION_NONE && reader.minor > 0;
    if (this.isUnsure) {
      this.minor = this.decisions.sign === -1 ? 0 - reader.minor : reader.minor;
      return AMOUNT_OK;
    }
    const flow =
      direction === DIRECTION_NONE
        ? this.unmarkedSign(reader.minor, this.isEmptyMark(rows))
        : cashSign(direction, this.side);
    if (flow === null) return AMOUNT_UNMARKED;
    this.minor = this.effect(flow, reader.minor);
    return AMOUNT_OK;
  }

  /** The cash effect by the balances before and after the row; NaN if it has none, or they disagree with the amount. */
  private effectBetween(
    rows: Rows,
    { exponent, minor, direction }: { exponent: number; minor: number; direction: Direction },
  ): number {
    const at = this.proposal.balanceBefore;
    if (at < 0 || at >= rows.count || this.decisions.sign !== null) return Number.NaN;
    const reader = this.readers.balance;
    if (reader.read(rows.buffer, rows.starts[at], rows.ends[at], exponent) !== AMOUNT_OK) return Number.NaN;
    const before = reader.minor;
    return effectBetween(this.balance(rows, exponent) - before, minor, direction === DIRECTION_NONE && minor > 0);
  }

  /** The row's mark is empty, or there is no column of marks. */
  private isEmptyMark({ starts, ends, count }: Rows): boolean {
    const at = this.proposal.columns.direction;
    return at < 0 || at >= count || starts[at] === ends[at];
  }

  /** Counts an amount other than zero by its mark and sign. */
  countMark(direction: Direction, minor: number): void {
    if (minor === 0) return;
    const { marks } = this;
    if (direction === DIRECTION_NONE) {
      marks.none++;
      if (minor < 0) marks.noneNegative++;
      return;
    }
    const flow = cashSign(direction, this.side);
    if (flow > 0) marks.in++;
    else marks.out++;
    if (direction === DIRECTION_DEBIT || direction === DIRECTION_CREDIT) this.bookkeeping++;
    countSign(this.signs, flow, minor);
  }

  /** The direction of an amount without a known mark: 0 if its own sign decides, null if unknown. */
  unmarkedSign(minor: number, isMarkEmpty: boolean): FlowSign | null {
    const { unmarked } = this.decisions;
    if (minor === 0 || unmarked === 'as signed') return 0;
    if (unmarked === 'minus only') return minor < 0 ? 0 : null;
    if (unmarked === 'refused') return null;
    // Only an empty mark means the unmarked direction; an unknown mark does not.
    return isMarkEmpty ? (unmarked === 'money in' ? 1 : -1) : null;
  }

  /** The cash effect of an amount in that direction, before the caller reverses it (decisions.reversed). */
  effect(flow: FlowSign, minor: number): number {
    const { sign, usual } = this.decisions;
    return flow === 0 && sign === -1 ? 0 - minor : effectOf(usual, flow, minor);
  }

  private readPair(rows: Rows, exponent: number): AmountOutcome {
    const { columns } = this.proposal;
    const { starts, ends, count, buffer } = rows;
    const { debit: d, credit: c } = columns;
    const { debit, credit } = this.readers;
    const debitOutcome = d >= 0 && d < count ? debit.read(buffer, starts[d], ends[d], exponent) : AMOUNT_EMPTY;
    const creditOutcome = c >= 0 && c < count ? credit.read(buffer, starts[c], ends[c], exponent) : AMOUNT_EMPTY;
    this.lastReader = debitOutcome > AMOUNT_EMPTY ? debit : credit;
    if (debitOutcome > AMOUNT_EMPTY) return debitOutcome;
    if (creditOutcome > AMOUNT_EMPTY) return creditOutcome;
    const debitMinor = debitOutcome === AMOUNT_OK ? debit.minor : 0;
    const creditMinor = creditOutcome === AMOUNT_OK ? credit.minor : 0;
    if (debitMinor !== 0 && creditMinor !== 0) return AMOUNT_BOTH;
    if (debitOutcome === AMOUNT_EMPTY && creditOutcome === AMOUNT_EMPTY) return AMOUNT_EMPTY;
    this.lastReader = debitMinor !== 0 ? debit : credit;
    this.minor = debitMinor !== 0 ? this.paired(debitMinor, -1) : this.paired(creditMinor, 1);
    return AMOUNT_OK;
  }

  /** The cash effect of an amount in the credit (1) or debit (-1) column. Counts its sign. */
  paired(minor: number, column: 1 | -1): number {
    const flow = column === this.creditSign ? 1 : -1;
    countSign(this.signs, flow, minor);
    return this.effect(flow, minor);
  }
}

/**
 * A balance with the sign of its mark: 1 for money that the account has, -1 for money that it owes, 0 for no mark. Adding
 * zero makes zero of a minus zero.
 */
export const markedBalance = (minor: number, mark: FlowSign): number =>
  mark === 0 ? minor : mark * Math.abs(minor) + 0;
