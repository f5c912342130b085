// Rows outside the run's period: kept and counted, neither matched nor clustered nor open. The ledger's period is the
// run's, the bank's is widened by the search days, for an entry may be booked a little earlier or later there.
// Rule: design/contract.md, "Ingestion and pipeline status".

import { formatDay, NO_DAY } from '../../money/calendar.ts';
import { sharedUint8 } from '../rows/allocate.ts';
import { ROW_OUT_OF_PERIOD, type RowColumns } from '../rows/columns.ts';

export interface Period {
  readonly start: number;
  readonly end: number;
}

/** The days that a run asks for; null where it names no bound. */
export interface AskedPeriod {
  readonly start: number | null;
  readonly end: number | null;
}

/** `2026-03-01 to 2026-03-31`, `from 2026-03-01 on`, `up to 2026-03-31`; of no bound nothing. */
export function periodWords({ start, end }: AskedPeriod): string {
  if (end === null) return start === null ? '' : `from ${formatDay(start)} on`;
  if (start === null) return `up to ${formatDay(end)}`;
  return start === end ? formatDay(start)! : `${formatDay(start)} to ${formatDay(end)}`;
}

/** First and last booking day; null when no row has one. */
export function bookedDays({ bookingDay }: RowColumns): Period | null {
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const day of bookingDay) {
    if (day === NO_DAY) continue;
    if (day < start) start = day;
    if (day > end) end = day;
  }
  return start <= end ? { start, end } : null;
}

/** First and last GL booking day where the run names no bound; null when one is missing and no GL row has a day. */
export function periodOf(gl: RowColumns, bounds: { start: number | null; end: number | null }): Period | null {
  const booked = bookedDays(gl);
  const start = bounds.start ?? booked?.start;
  const end = bounds.end ?? booked?.end;
  return start === undefined || end === undefined ? null : { start, end };
}

/** The same columns with ROW_OUT_OF_PERIOD set on rows none of whose days lies in the period. */
export function withinPeriod(columns: RowColumns, { start, end }: Period): RowColumns {
  const { bookingDay, valueDay } = columns;
  const inside = (day: number): boolean => day >= start && day <= end;
  let flags: Uint8Array | null = null;
  for (let i = 0; i < columns.count; i++) {
    if (inside(bookingDay[i]!) || inside(valueDay[i]!)) continue;
    if (flags === null) {
      flags = sharedUint8(columns.count);
      flags.set(columns.flags);
    }
    flags[i]! |= ROW_OUT_OF_PERIOD;
  }
  return flags === null ? columns : { ...columns, flags };
}
