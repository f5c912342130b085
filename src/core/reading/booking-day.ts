// Which of several columns of days is the booking day: by its title, and by the order of the running balance. The day by
// which the balance moves is the booking day, whatever its title; only a mapping comes before it.

import { daysOfBalance } from './money/balance-order.ts';
import type { MoneyReading } from './money/money-reading.ts';
import type { Assignment } from './table/assignment.ts';
import { type Candidate, candidate } from './table/candidate.ts';
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
  { following, left }: DaysWeighed,
): void {
  const { table, warnings } = assignment;
  const booking = assignment.columnOf('booking_date');
  if (booking < 0 || table.named.has(booking)) return;
  const chosen = table.name(booking);
  const weight = (column: number) => table.weight(column, 'booking_date');
  if (left >= 0) {
    const words = days.find(({ column }) => column === left)?.evidence[0].words;
    assignment.reasons[left] = `${words}, not in the order of the running balance`;
    if (weight(left) >= PLAIN)
      warnings.push(
        `${chosen} is in the order of the running balance, and ${table.name(left)} is not; ${chosen} is read as the booking date.`,
      );
    return;
  }
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
  if (rival === undefined) return;
  const other = table.name(rival.column);
  warnings.push(`${chosen} and ${other} may each be the booking date, and nothing says which; ${chosen} is read.`);
}

const isOtherDay = (table: Table, a: number, b: number): boolean =>
  table.rows.some((row) => (row[a] ?? '').trim().slice(0, 10) !== (row[b] ?? '').trim().slice(0, 10));
