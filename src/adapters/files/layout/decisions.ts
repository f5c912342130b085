// Decisions that a sample cannot make for sure: order of day and month, decimal mark, meaning of a minus or a lone
// mark. The first reading uses the sample's and counts the whole column; settle/revised-decisions.ts judges the counts.

import type { DecimalMark } from '../../../core/reading/cells/amount-text.ts';
import type { DayDigits, DayOrder } from '../../../core/reading/cells/day-text.ts';
import type { ColumnProposal } from '../../../core/reading/column-proposal.ts';
import { givenSign } from '../../../core/reading/columns/given-reading.ts';
import { type UsualSigns, usualSigns } from '../../../core/reading/proof/usual-signs.ts';
import type { Side } from '../../../core/records/rows/columns.ts';
import type { Layout } from './table-layout.ts';

/** Decisions about a whole column: made from the sample first, and again if the column disagrees. */
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
  /** The meaning of a minus if a mark or column gives the direction already. */
  readonly usual: UsualSigns;
  /** How an amount without a mark is read. */
  readonly unmarked: Unmarked;
  /** Amounts without a mark have the sign by which the running balance moves. */
  readonly byBalance: boolean;
  /** The running balance falls when a positive amount stands in the row. */
  readonly reversed: boolean;
  /** Rows with a date and an amount that read like a total are entries, all of them (dated-totals.ts). */
  readonly totalsAreEntries: boolean;
  /**
   * The direction of a positive amount without a mark, if a mapping or the kinds of the entries give it: 1 money in, -1
   * money out.
   */
  readonly sign: 1 | -1 | null;
  /**
   * Lines that read as balances and count as entries, because nothing proves them balances (core/reading/leave-out.ts).
   */
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
 * Amounts without a mark: by their sign, if the file has no marks or signs agree with marks; in the one direction that
 * no mark means; only with a minus, if a minus never stands beside a mark; or not at all.
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
    // Rows that the balance leaves open, the first of an account, go as the mapping says.
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
  // If signs agree with the marks, they also count alone; so do those of a column that is mostly without marks.
  if (usualSigns(signs).out === -1 || (signed && marks.none > marked)) return 'as signed';
  if (marks.in === 0 || marks.out === 0) {
    if (!signed) return marks.in > 0 ? 'money out' : 'money in';
  }
  return signs.inNegative + signs.outNegative === 0 ? 'minus only' : 'refused';
}
