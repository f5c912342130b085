// What a sample cannot settle for sure: order of day and month, decimal mark, what a minus or a lone mark means.
// The first reading takes what the sample says and counts the whole column; here the count is judged.

import type { AmountReader, DecimalMark } from '../../../core/reading/cells/amount-text.ts';
import type { DayDigits, DayOrder, DayReader } from '../../../core/reading/cells/day-text.ts';
import type { ColumnProposal } from '../../../core/reading/columns/propose-columns.ts';
import type { AccountBalance } from '../../../core/reading/proof/balance-proof.ts';
import { type UsualSigns, usualSigns } from '../../../core/reading/proof/usual-signs.ts';
import type { Side } from '../../../core/records/rows/columns.ts';
import type { AmountReaders, CashEffect } from '../scan/cash-effect.ts';
import type { RowReader } from '../scan/read-rows.ts';
import type { Layout } from './detect-layout.ts';

/** What is decided from the whole column: taken from the sample first, and again when the column says otherwise. */
export interface Decisions {
  readonly bookingOrder: DayOrder;
  readonly bookingDigits: DayDigits;
  readonly valueOrder: DayOrder;
  readonly valueDigits: DayDigits;
  readonly decimals: {
    readonly amount: DecimalMark;
    readonly debit: DecimalMark;
    readonly credit: DecimalMark;
    readonly balance: DecimalMark;
  };
  /** What a minus says where a mark or a column already says which way the amount goes. */
  readonly usual: UsualSigns;
  /** What becomes of an amount without a mark. */
  readonly unmarked: Unmarked;
  /** Amounts without a mark have the sign by which the running balance moves. */
  readonly byBalance: boolean;
  /** The running balance falls when a positive amount stands in the row. */
  readonly reversed: boolean;
  /** Rows with a date and an amount that read like a total are entries, all of them (dated-totals.ts). */
  readonly totalsAreEntries: boolean;
}

/**
 * Amounts without a mark: each as its sign says, where no mark stands in the file or signs say the same as marks; the
 * one way that none of the marks says; only with a minus, where a minus never stands beside a mark; or not at all.
 */
export type Unmarked = 'as signed' | 'money in' | 'money out' | 'minus only' | 'refused';

export function firstDecisions({ proposal }: Layout, side: Side): Decisions {
  const { columns, profiles } = proposal;
  const order = (i: number): DayOrder => (i >= 0 ? profiles[i].order : 'day-first');
  const digits = (i: number) => (i >= 0 ? profiles[i].digits : 'none');
  const money = [columns.amount, columns.debit, columns.credit, columns.balance].filter((i) => i >= 0);
  // A column without a voice of its own (350, 1290) follows the file's other amounts.
  const voiced =
    money.find((i) => profiles[i].moneyDressed > 0 && profiles[i].decimal === ',') ??
    money.find((i) => profiles[i].moneyDressed > 0);
  const decimal = (i: number): DecimalMark =>
    i >= 0 && profiles[i].moneyDressed > 0
      ? profiles[i].decimal
      : voiced === undefined
        ? '.'
        : profiles[voiced].decimal;
  const bookingOrder = order(columns.booking_date);
  // A value date that proves nothing is written as the booking date is.
  const own =
    columns.value_date >= 0 && !profiles[columns.value_date].orderAmbiguous ? order(columns.value_date) : bookingOrder;
  return {
    bookingOrder:
      columns.booking_date >= 0 && profiles[columns.booking_date].orderAmbiguous && columns.value_date >= 0
        ? own
        : bookingOrder,
    bookingDigits: digits(columns.booking_date),
    valueOrder: own,
    valueDigits: digits(columns.value_date),
    decimals: {
      amount: decimal(columns.amount),
      debit: decimal(columns.debit),
      credit: decimal(columns.credit),
      balance: decimal(columns.balance),
    },
    usual: proposal.usualSigns ?? sampledSigns(proposal, side),
    unmarked: 'as signed',
    byBalance: proposal.signsByBalance,
    reversed: false,
    totalsAreEntries: false,
  };
}

/** The usual signs of a pair of columns in the sample; marks are counted when the rows are read. */
function sampledSigns({ columns, profiles }: ColumnProposal, side: Side): UsualSigns {
  const [paidIn, paidOut] = side === 'bank' ? [columns.credit, columns.debit] : [columns.debit, columns.credit];
  const negative = (i: number) => (i >= 0 ? profiles[i].negative : 0);
  const positive = (i: number) => (i >= 0 ? profiles[i].nonZero - profiles[i].negative : 0);
  return usualSigns({
    inNegative: negative(paidIn),
    inPositive: positive(paidIn),
    outNegative: negative(paidOut),
    outPositive: positive(paidOut),
  });
}

/** Better decisions when the whole file speaks against those it was read with; null when they stand. */
export function revisedDecisions(
  reader: RowReader,
  made: Decisions,
  balances: readonly AccountBalance[],
): Decisions | null {
  const revised: Decisions = {
    ...made,
    bookingOrder: orderOf(reader.booking),
    valueOrder: orderOf(reader.value),
    decimals: marksOf(reader.cash.readers, reader.labels.exponentOfEntries()),
    usual: reader.layout.proposal.usualSigns ?? usualSigns(reader.cash.signs),
    unmarked: unmarkedOf(reader.cash),
    byBalance: made.byBalance && reader.signsGiven !== null,
    reversed: made.reversed || isReversed(reader, balances),
  };
  return JSON.stringify(revised) === JSON.stringify(made) ? null : revised;
}

/**
 * The same with all dated totals as entries, where rows were left out wrongly; null when none were. To be asked once all
 * else is decided, by which the figures were read.
 */
export const withTotalsEntered = (reader: RowReader, made: Decisions): Decisions | null =>
  reader.odd.sums.dated.leftOutWrongly ? { ...made, totalsAreEntries: true } : null;

function orderOf({ order, dayFirstOnly, monthFirstOnly }: DayReader): DayOrder {
  if (order === 'year-first' || dayFirstOnly === monthFirstOnly) return order;
  return monthFirstOnly > dayFirstOnly ? 'month-first' : 'day-first';
}

/** Decimals of the currencies that write 1.234 for a little more than one. */
const THREE = 3;

function marksOf(readers: AmountReaders, exponent: number): Decisions['decimals'] {
  const common = commonMark(readers);
  const asDecimals = common === null && isDecimalPoint(readers, exponent);
  const of = (reader: AmountReader): DecimalMark => {
    const { decimal, forMark, againstMark } = reader;
    if (forMark + againstMark > 0) return againstMark <= forMark ? decimal : otherMark(decimal);
    const met = markMet(reader);
    if (met === null) return decimal;
    // 15.000 alone: as the file's other amounts say, else as the digits of all such cells do.
    if (common !== null) return common;
    return (met === '.' ? asDecimals : exponent === THREE) ? met : otherMark(met);
  };
  return {
    amount: of(readers.amount),
    debit: of(readers.debit),
    credit: of(readers.credit),
    balance: of(readers.balance),
  };
}

/** The mark that stands before three digits in most of a column's cells; null when none of them has any. */
function markMet({ decimal, asDecimals, asThousands }: AmountReader): DecimalMark | null {
  if (asDecimals + asThousands === 0) return null;
  return asDecimals >= asThousands ? decimal : otherMark(decimal);
}

/** Amounts of which a tenth need all three digits behind the point are no decimals of a currency that has fewer. */
const FINE_SHARE = 0.1;

/**
 * Whether 267.080 has decimals, where no cell of the file decides: a currency with three writes so. Else the point
 * is what it is in most files, a decimal one, unless most amounts would be whole, 15.000, or could not be read.
 */
function isDecimalPoint({ amount, debit, credit, balance }: AmountReaders, exponent: number): boolean {
  if (exponent === THREE || exponent === 0) return exponent === THREE;
  let [cells, zeros, fine] = [0, 0, 0];
  for (const reader of [amount, debit, credit, balance]) {
    if (reader.forMark + reader.againstMark > 0 || markMet(reader) !== '.') continue;
    cells += reader.asDecimals + reader.asThousands;
    zeros += reader.threeZeros;
    fine += reader.threeFine;
  }
  return fine < cells * FINE_SHARE && zeros * 2 <= cells;
}

/** The decimal mark that the cells which need one agree on, over all columns; null when none does, or they differ. */
function commonMark({ amount, debit, credit, balance }: AmountReaders): DecimalMark | null {
  const decided = [amount, debit, credit, balance].filter(({ forMark, againstMark }) => forMark + againstMark > 0);
  const marks = new Set(decided.map((r) => (r.againstMark <= r.forMark ? r.decimal : otherMark(r.decimal))));
  return marks.size === 1 ? [...marks][0] : null;
}

/**
 * How a point before three digits was read when nothing but custom says it, 15.000: no cell, and not the currency.
 * Null when it stands in no amount, or something decides.
 */
export function ambiguousPoint(readers: AmountReaders, exponent: number): 'thousands' | 'decimals' | null {
  const { amount, debit, credit, balance } = readers;
  const open = [amount, debit, credit, balance].filter((r) => markMet(r) === '.');
  if (open.length === 0 || exponent === 0 || exponent === THREE || commonMark(readers) !== null) return null;
  return open.some((r) => r.decimal === ',') ? 'thousands' : 'decimals';
}

const otherMark = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.');

function unmarkedOf({ marks, signs }: CashEffect): Unmarked {
  const marked = marks.in + marks.out;
  if (marks.none === 0 || marked === 0) return 'as signed';
  const signed = marks.noneNegative > 0;
  // Signs that say the same as the marks say it alone too, and so do those of a column that is mostly without marks.
  if (usualSigns(signs).out === -1 || (signed && marks.none > marked)) return 'as signed';
  if (marks.in === 0 || marks.out === 0) {
    if (!signed) return marks.in > 0 ? 'money out' : 'money in';
  }
  return signs.inNegative + signs.outNegative === 0 ? 'minus only' : 'refused';
}

/** Rows that a reversal of the sign needs before the balance is believed. */
const PROOFS = 3;

/** One signed column whose balance falls by what it says comes in. */
function isReversed(reader: RowReader, balances: readonly AccountBalance[]): boolean {
  if (reader.layout.proposal.columns.amount < 0 || reader.cash.marks.in + reader.cash.marks.out > 0) return false;
  let straight = 0;
  let inverse = 0;
  let checks = 0;
  for (const b of balances) {
    straight += b.straight;
    inverse += b.inverse;
    checks += b.checks;
  }
  return checks >= PROOFS && inverse >= checks * 0.9 && straight <= checks * 0.1;
}
