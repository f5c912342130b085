// What a sample cannot settle for sure: order of day and month, decimal mark, what a minus or a lone mark means.
// The first reading takes what the sample says and counts the whole column; settle/revised-decisions.ts judges the count.

import type { DecimalMark } from '../../../core/reading/cells/amount-text.ts';
import type { DayDigits, DayOrder } from '../../../core/reading/cells/day-text.ts';
import type { ColumnProposal } from '../../../core/reading/column-proposal.ts';
import { givenSign } from '../../../core/reading/columns/given-reading.ts';
import { type UsualSigns, usualSigns } from '../../../core/reading/proof/usual-signs.ts';
import type { Side } from '../../../core/records/rows/columns.ts';
import type { Layout } from './table-layout.ts';

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
  /** What a positive amount without a mark is, where a mapping or the kinds of the entries say it: 1 money in, -1 money out. */
  readonly sign: 1 | -1 | null;
  /** Lines that read as balances and are entries, for nothing proves them to be any (core/reading/leave-out.ts). */
  readonly enteredLines: readonly number[];
  /** Rows that are opening and closing balance, and sums, by their figures alone. */
  readonly balanceLines: BalanceLines | null;
}

interface BalanceLines {
  readonly opening: number;
  readonly closing: number;
  readonly sums: readonly number[];
}

/**
 * Amounts without a mark: each as its sign says, where no mark stands in the file or signs say the same as marks; the
 * one way that none of the marks says; only with a minus, where a minus never stands beside a mark; or not at all.
 */
type Unmarked = 'as signed' | 'money in' | 'money out' | 'minus only' | 'refused';

export function firstDecisions({ proposal, given }: Layout, side: Side): Decisions {
  const { columns, profiles } = proposal;
  const order = (i: number): DayOrder => (i >= 0 ? profiles[i].order : 'day-first');
  const digits = (i: number) => (i >= 0 ? profiles[i].digits : 'none');
  const money = [columns.amount, columns.debit, columns.credit, columns.balance].filter((i) => i >= 0);
  // A column whose own cells do not show the decimal mark (350, 1290) has that of the file's other amounts.
  const voiced =
    money.find((i) => profiles[i].moneyDressed > 0 && profiles[i].decimal === ',') ??
    money.find((i) => profiles[i].moneyDressed > 0);
  const decimal = (i: number): DecimalMark =>
    given.decimal !== undefined
      ? given.decimal
      : i >= 0 && profiles[i].moneyDressed > 0
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
      given.dateOrder !== undefined
        ? given.dateOrder
        : columns.booking_date >= 0 && profiles[columns.booking_date].orderAmbiguous && columns.value_date >= 0
          ? own
          : bookingOrder,
    bookingDigits: digits(columns.booking_date),
    valueOrder: given.dateOrder ?? own,
    valueDigits: digits(columns.value_date),
    decimals: {
      amount: decimal(columns.amount),
      debit: decimal(columns.debit),
      credit: decimal(columns.credit),
      balance: decimal(columns.balance),
    },
    usual: proposal.usualSigns ?? usualSigns(proposal.counts.signs),
    unmarked: columns.amount < 0 ? 'as signed' : unmarkedOf(proposal.counts),
    // What the balance leaves open, the row before which it has none, goes as the mapping says.
    byBalance: proposal.signsByBalance,
    sign: givenSign(given, side) ?? (proposal.positiveIsOut ? -1 : null),
    reversed: false,
    totalsAreEntries: false,
    enteredLines: given.entered ?? [],
    balanceLines: null,
  };
}

/** What becomes of amounts without a mark, by the marks and signs of all. */
export function unmarkedOf({ marks, signs }: ColumnProposal['counts']): Unmarked {
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
