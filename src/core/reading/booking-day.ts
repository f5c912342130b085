// Which of several columns of days is the booking day: by its title, and by the order of the running balance.

import { daysOfBalance } from './money/balance-order.ts';
import type { MoneyReading } from './money/money-reading.ts';
import type { Assignment } from './table/assignment.ts';
import type { Candidate } from './table/candidate.ts';
import type { Table } from './table/table.ts';
import { PLAIN } from './titles/title-phrases.ts';

export function takeDays(assignment: Assignment, days: readonly Candidate[]): void {
  assignment.takeFirst('booking_date', days);
  assignment.takeFirst('value_date', days);
}

/**
 * The day by which the running balance moves is the booking day, whatever its title; only a mapping comes before it. If
 * the balance does not decide between two columns with equally good titles, or without titles, a warning says so.
 */
export function settleBookingDay(
  assignment: Assignment,
  days: readonly Candidate[],
  reading: MoneyReading | null,
): void {
  const { table } = assignment;
  const booking = assignment.columnOf('booking_date');
  if (booking < 0 || table.named.has(booking)) return;
  const isOpen = (column: number) =>
    !table.named.has(column) && (assignment.isFree(column) || assignment.columnOf('value_date') === column);
  const others = [...new Set(days.map(({ column }) => column))].filter(
    (column) => column !== booking && isOpen(column),
  );
  const following = daysOfBalance(table, reading, [booking, ...others]);
  const isFollowing = (column: number) => following?.includes(column) === true;
  const better = isFollowing(booking) ? undefined : others.find(isFollowing);
  if (better !== undefined) {
    assignment.leave(booking, `${assignment.reasons[booking]}, not in the order of the running balance`);
    assignment.take(better, 'booking_date', 'values are days, in the order of the running balance');
    if (table.weight(booking, 'booking_date') >= PLAIN)
      assignment.warnings.push(
        `${table.name(better)} is in the order of the running balance, and ${table.name(booking)} is not; ${table.name(better)} is read as the booking date.`,
      );
    assignment.takeFirst(
      'value_date',
      days.filter(({ column }) => column !== booking),
    );
    return;
  }
  const weight = (column: number) => table.weight(column, 'booking_date');
  const isRival = (column: number) =>
    weight(column) === weight(booking) &&
    table.weight(column, 'value_date') === 0 &&
    isFollowing(column) === isFollowing(booking) &&
    isOtherDay(table, booking, column);
  const rival = others.find(isRival);
  if (rival === undefined) return;
  const [one, other] = [booking, rival].map((column) => table.name(column));
  assignment.warnings.push(`${one} and ${other} may each be the booking date, and nothing says which; ${one} is read.`);
}

const isOtherDay = (table: Table, a: number, b: number): boolean =>
  table.rows.some((row) => (row[a] ?? '').trim().slice(0, 10) !== (row[b] ?? '').trim().slice(0, 10));
