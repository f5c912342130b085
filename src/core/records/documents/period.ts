// Rows outside the run's period are kept and counted, but not matched, clustered or open. The ledger's period is the
// run's. The bank's is widened by the search days, because the bank may book an entry a little earlier or later.

import { formatDay, NO_DAY } from '../../money/calendar.ts';
import { sharedUint8 } from '../rows/allocate.ts';
import { ROW_OUT_OF_PERIOD, ROW_PENDING, type RowColumns, type Side } from '../rows/columns.ts';

export interface Period {
  readonly start: number;
  readonly end: number;
}

/** The days in the request; null for a bound that it does not name. */
export interface AskedPeriod {
  readonly start: number | null;
  readonly end: number | null;
}

/** `2026-03-01 to 2026-03-31`, `from 2026-03-01 on`, `up to 2026-03-31`; empty without bounds. */
export function periodWords({ start, end }: AskedPeriod): string {
  if (end === null) return start === null ? '' : `from ${formatDay(start)} on`;
  if (start === null) return `up to ${formatDay(end)}`;
  return start === end ? formatDay(start)! : `${formatDay(start)} to ${formatDay(end)}`;
}

/** From the first of the days to the last, of any number of them; null if there are none. */
export function spanOf(days: Iterable<number>): Period | null {
  let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const day of days) {
    if (day < start) start = day;
    if (day > end) end = day;
  }
  return start <= end ? { start, end } : null;
}

/** First and last booked day; null if nothing was booked. */
export function bookedDays({ bookingDay, flags }: RowColumns): Period | null {
  let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0; row < bookingDay.length; row++) {
    const day = bookingDay[row];
    if (day === NO_DAY || (flags[row] & ROW_PENDING) !== 0) continue;
    if (day < start) start = day;
    if (day > end) end = day;
  }
  return start <= end ? { start, end } : null;
}

/**
 * The period of a run. A bound that the request does not name is the first or last booked day of either side, so that
 * no row is excluded unasked. Null if a bound is missing and no row has a day.
 */
export function periodOf(sides: readonly RowColumns[], bounds: AskedPeriod): Period | null {
  const booked = sides.map(bookedDays).filter((days) => days !== null);
  const start = bounds.start ?? (booked.length === 0 ? null : Math.min(...booked.map((days) => days.start)));
  const end = bounds.end ?? (booked.length === 0 ? null : Math.max(...booked.map((days) => days.end)));
  return start === null || end === null ? null : { start, end };
}

/** If one side's booked days end this many days before the other's, rows may be missing. */
const ENDS_APART_DAYS = 3;

/** A sentence if one side has no row in the other's last three days; else null. */
export function endsApart({ gl, bank }: Readonly<Record<Side, RowColumns>>): string | null {
  const [ledger, statement] = [bookedDays(gl), bookedDays(bank)];
  if (ledger === null || statement === null) return null;
  if (Math.abs(ledger.end - statement.end) < ENDS_APART_DAYS) return null;
  const [early, late] = ledger.end < statement.end ? ['ledger', 'bank'] : ['bank', 'ledger'];
  const [first, last] = [Math.min(ledger.end, statement.end), Math.max(ledger.end, statement.end)];
  return `The ${early}’s last row is of ${formatDay(first)}, the ${late}’s of ${formatDay(last)}: are rows of the ${early} missing?`;
}

/** The days of a side: the bank's period is widened by the search days. */
export function daysOfSide(
  side: Side,
  { start, end }: Period,
  { daysBack, daysForward }: { readonly daysBack: number; readonly daysForward: number },
): Period {
  return side === 'gl' ? { start, end } : { start: start - daysBack, end: end + daysForward };
}

/** The columns with ROW_OUT_OF_PERIOD on rows with no day in the period. */
export function withinPeriod(columns: RowColumns, { start, end }: Period): RowColumns {
  return withinDays(columns, (day) => day >= start && day <= end);
}

/** The columns with ROW_OUT_OF_PERIOD on rows for whose days `inside` is always false. */
export function withinDays(columns: RowColumns, inside: (day: number) => boolean): RowColumns {
  const { bookingDay, valueDay } = columns;
  let flags: Uint8Array | null = null;
  for (let i = 0; i < columns.count; i++) {
    if (inside(bookingDay[i]) || inside(valueDay[i])) continue;
    if (flags === null) {
      flags = sharedUint8(columns.count);
      flags.set(columns.flags);
    }
    flags[i] |= ROW_OUT_OF_PERIOD;
  }
  return flags === null ? columns : { ...columns, flags };
}
