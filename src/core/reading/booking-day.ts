// Which of several columns of days is the booking day: by its title, and by the order of the running balance. The day by
// which the balance moves is the booking day, whatever its title; only a mapping comes before it.

import { daysOfBalance } from './money/balance-order.ts';
import type { MoneyReading } from './money/money-reading.ts';
import { isInOrder } from './roles/dates.ts';
import type { Assignment } from './table/assignment.ts';
import { type Candidate, candidate } from './table/candidate.ts';
import type { Question } from './table/question.ts';
import type { Table } from './table/table.ts';
import { PLAIN } from './titles/title-phrases.ts';

interface DaysWeighed {
  readonly candidates: readonly Candidate[];
  /** Columns in the order of the balance. */
  readonly following: readonly number[];
  /** The likeliest booking day by its title, if it is not in that order and another column is; -1 for none. */
  readonly left: number;
}

/** The candidates for days, with the order of the balance as proof. */
export function daysByBalance(table: Table, days: readonly Candidate[], reading: MoneyReading | null): DaysWeighed {
  const booking = bookingOf(days);
  const columns = [...new Set(days.map(({ column }) => column))].filter((column) => !table.named.has(column));
  const following = table.named.has(booking) ? [] : (daysOfBalance(table, reading, columns) ?? []);
  if (following.length === 0 || following.includes(booking)) return { candidates: days, following, left: -1 };
  const words = 'values are days, in the order of the running balance';
  const proven = following.map((column) => candidate('booking_date', column, 'proof', words));
  return { candidates: [...proven, ...days.filter(({ column }) => column !== booking)], following, left: booking };
}

/** The likeliest booking day among candidates; -1 for none. */
export const bookingOf = (days: readonly Candidate[]): number =>
  days.find(({ field }) => field === 'booking_date')?.column ?? -1;

/** Says if the balance speaks against a title, or if nothing decides between two columns with equally good titles. */
export function sayWhichDay(
  assignment: Assignment,
  days: readonly Candidate[],
  { left, rival }: { readonly left: number; readonly rival: number },
): void {
  const { table, warnings } = assignment;
  const booking = assignment.columnOf('booking_date');
  if (booking < 0 || table.named.has(booking)) return;
  const chosen = table.name(booking);
  if (left >= 0) {
    const words = days.find(({ column }) => column === left)?.evidence[0].words;
    assignment.reasons[left] = `${words}, not in the order of the running balance`;
    if (table.weight(left, 'booking_date') >= PLAIN)
      warnings.push(
        `${chosen} is in the order of the running balance, and ${table.name(left)} is not; ${chosen} is read as the booking date.`,
      );
  } else if (rival >= 0)
    warnings.push(
      `${chosen} and ${table.name(rival)} may each be the booking date, and nothing says which; ${chosen} is read.`,
    );
}

/** A column with as much evidence for the booking day as the one chosen; -1 for none. */
export function rivalDay(assignment: Assignment, days: readonly Candidate[], { following, left }: DaysWeighed): number {
  const { table } = assignment;
  const booking = assignment.columnOf('booking_date');
  if (booking < 0 || table.named.has(booking) || left >= 0) return -1;
  const weight = (column: number) => table.weight(column, 'booking_date');
  const rival = days.find(
    ({ column }) =>
      column !== booking &&
      (assignment.isFree(column) || assignment.columnOf('value_date') === column) &&
      !table.named.has(column) &&
      weight(column) === weight(booking) &&
      table.weight(column, 'value_date') === 0 &&
      following.includes(column) === following.includes(booking) &&
      isOtherDay(table, booking, column),
  );
  return rival?.column ?? -1;
}

/**
 * The question which of two columns is the booking day, if no title says it and the rows are in the order of both, or
 * of neither. A statement whose rows are in the order of one is sorted by booking.
 */
export function whichDayQuestion(table: Table, booking: number, rival: number): Question | null {
  if (booking < 0 || rival < 0 || table.meanings[booking].length + table.meanings[rival].length > 0) return null;
  if (isInOrder(table, booking) && !isInOrder(table, rival)) return null;
  const both = [booking, rival].sort((a, b) => a - b);
  const named = (i: number) => table.titles[i].trim() || i + 1;
  const shown = both.map((i) => `${table.name(i)} (${table.filled(i).slice(0, 2).join('; ')})`);
  return {
    sentence: `${shown.join(' or ')} may be the booking date, and nothing says which; name it in a column mapping.`,
    answer: { booking_date: both.map(named).join(' or ') },
    readings: both.map((i) => ({ columns: { booking_date: named(i) } })),
  };
}

const isOtherDay = (table: Table, a: number, b: number): boolean =>
  table.rows.some((row) => (row[a] ?? '').trim().slice(0, 10) !== (row[b] ?? '').trim().slice(0, 10));
