// Decisions that a sample cannot make for sure: order of day and month, decimal mark, meaning of a minus or a lone
// mark. The first reading takes the sample's and counts over the whole column; settle/revised-decisions.ts judges the
// counts.

import type { DecimalMark } from '../../../core/reading/cells/amount-text.ts';
import type { DayDigits, DayOrder } from '../../../core/reading/cells/day-text.ts';
import type { ColumnProposal } from '../../../core/reading/column-proposal.ts';
import { givenSign } from '../../../core/reading/columns/given-reading.ts';
import { type UsualSigns, usualSigns } from '../../../core/reading/proof/usual-signs.ts';
import type { Side } from '../../../core/records/rows/columns.ts';
import type { Layout } from './table-layout.ts';

/** Decisions about whole columns, made from the sample and revised if the columns disagree. */
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
  /** The meaning of a minus if a mark or the column already gives the direction. */
  readonly usual: UsualSigns;
  /** How amounts without a mark are read. */
  readonly unmarked: Unmarked;
  /** Whether amounts without a mark take the sign by which the running balance moves. */
  readonly byBalance: boolean;
  /** Whether the running balance falls at a positive amount. */
  readonly reversed: boolean;
  /** Whether rows with a date and an amount that read like a total are all entries (dated-totals.ts). */
  readonly totalsAreEntries: boolean;
  /** Direction of a positive amount without a mark: 1 in, -1 out, null if neither a mapping nor the entries give it. */
  readonly sign: 1 | -1 | null;
  /** Lines that read as balances but are entries, because nothing proves them balances (core/reading/leave-out.ts). */
  readonly enteredLines: readonly number[];
  /** Whether entries without a day have the day of the entry above; null before it was tried (undated-entries.ts). */
  readonly carriesDays: boolean | null;
  /** Rows that their figures alone prove to be the opening balance, the closing balance, and sums. */
  readonly balanceLines: BalanceLines | null;
}

interface BalanceLines {
  readonly opening: number;
  readonly closing: number;
  readonly sums: readonly number[];
}

/**
 * How amounts without a mark are read. 'as signed': by their sign, if the file has no marks or signs agree with marks.
 * 'money in' or 'money out': the direction that no mark stands for. 'minus only': only with a minus, if marked amounts
 * never have one. 'refused': not at all.
 */
type Unmarked = 'as signed' | 'money in' | 'money out' | 'minus only' | 'refused';

export function firstDecisions({ proposal, given }: Layout, side: Side): Decisions {
  const { columns, profiles } = proposal;
  const order = (i: number): DayOrder => (i >= 0 ? profiles[i].order : 'day-first');
  const digits = (i: number) => (i >= 0 ? profiles[i].digits : 'none');
  const money = [columns.amount, columns.debit, columns.credit, columns.balance].filter((i) => i >= 0);
  // A column whose own cells do not show the decimal mark (350, 1290) takes that of the file's other amounts.
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
  // A value date that proves nothing has the order of the booking date.
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
    // The first row of an account, which the balance leaves open, follows the mapping.
    byBalance: proposal.signsByBalance,
    sign: givenSign(given, side) ?? (proposal.positiveIsOut ? -1 : null),
    reversed: false,
    totalsAreEntries: false,
    enteredLines: given.entered ?? [],
    carriesDays: null,
    balanceLines: null,
  };
}

/** How to read amounts without a mark, by the marks and signs of all amounts. */
export function unmarkedOf({ marks, signs }: ColumnProposal['counts']): Unmarked {
  const marked = marks.in + marks.out;
  if (marks.none === 0 || marked === 0) return 'as signed';
  const signed = marks.noneNegative > 0;
  // If signs agree with the marks, they also decide alone; so do those of a column that is mostly without marks.
  if (usualSigns(signs).out === -1 || (signed && marks.none > marked)) return 'as signed';
  if (marks.in === 0 || marks.out === 0) {
    if (!signed) return marks.in > 0 ? 'money out' : 'money in';
  }
  return signs.inNegative + signs.outNegative === 0 ? 'minus only' : 'refused';
}
