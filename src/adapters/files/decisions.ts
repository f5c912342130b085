// What a sample cannot settle for sure: order of day and month, decimal mark, what a minus or a lone mark means.
// The first reading takes what the sample says and counts the whole column; here the count is judged.

import type { AmountReader, DecimalMark } from '../../core/mapping/amount-text.ts';
import type { AccountBalance } from '../../core/mapping/balance-proof.ts';
import type { DayDigits, DayOrder, DayReader } from '../../core/mapping/day-text.ts';
import { DIRECTION_CREDIT, DIRECTION_DEBIT, DIRECTION_NONE, type Direction } from '../../core/mapping/directions.ts';
import type { CashEffect } from './cash-effect.ts';
import type { Layout } from './detect-layout.ts';
import type { RowReader } from './read-rows.ts';

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
  /** Debits, or credits, are written with a minus: the minus says no more than the column does. */
  readonly debitNegative: boolean;
  readonly creditNegative: boolean;
  /** Only one kind of mark stands in the file: what has none goes the other way. */
  readonly unmarked: Direction;
  /** The running balance falls when a positive amount stands in the row. */
  readonly reversed: boolean;
}

export function firstDecisions({ proposal }: Layout): Decisions {
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
  const mostlyNegative = (i: number) => i >= 0 && profiles[i].negative * 2 > profiles[i].nonZero;
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
    debitNegative: mostlyNegative(columns.debit),
    creditNegative: mostlyNegative(columns.credit),
    unmarked: DIRECTION_NONE,
    reversed: false,
  };
}

/** Better decisions when the whole file speaks against those it was read with; null when they stand. */
export function revisedDecisions(
  reader: RowReader,
  made: Decisions,
  balances: readonly AccountBalance[],
): Decisions | null {
  const decimals = { ...made.decimals };
  for (const slot of ['amount', 'debit', 'credit', 'balance'] as const)
    decimals[slot] = markOf(reader.cash.readers[slot]);
  const revised: Decisions = {
    ...made,
    bookingOrder: orderOf(reader.booking),
    valueOrder: orderOf(reader.value),
    decimals,
    debitNegative: reader.cash.signs.debitNegative > reader.cash.signs.debitPositive,
    creditNegative: reader.cash.signs.creditNegative > reader.cash.signs.creditPositive,
    unmarked: unmarkedOf(reader.cash),
    reversed: made.reversed || isReversed(reader, balances),
  };
  return JSON.stringify(revised) === JSON.stringify(made) ? null : revised;
}

function orderOf({ order, dayFirstOnly, monthFirstOnly }: DayReader): DayOrder {
  if (order === 'year-first' || dayFirstOnly === monthFirstOnly) return order;
  return monthFirstOnly > dayFirstOnly ? 'month-first' : 'day-first';
}

function markOf({ decimal, forMark, againstMark }: AmountReader): DecimalMark {
  if (againstMark <= forMark) return decimal;
  return decimal === '.' ? ',' : '.';
}

/** Amounts without a mark beside amounts with one kind of it: what is not marked goes the other way. */
function unmarkedOf({ marks }: CashEffect): Direction {
  if (marks.none === 0 || marks.debit > 0 === marks.credit > 0) return DIRECTION_NONE;
  return marks.credit > 0 ? DIRECTION_DEBIT : DIRECTION_CREDIT;
}

/** Rows that a reversal of the sign needs before the balance is believed. */
const PROOFS = 3;

/** One signed column whose balance falls by what it says comes in. */
function isReversed(reader: RowReader, balances: readonly AccountBalance[]): boolean {
  if (reader.layout.proposal.columns.amount < 0 || reader.cash.marks.credit + reader.cash.marks.debit > 0) return false;
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
