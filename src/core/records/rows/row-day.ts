// The day of a row: its booking date, else its value date. A row without both has NO_DAY, which lies in no window.

import { NO_DAY } from '../../money/calendar.ts';
import type { RowColumns } from './columns.ts';

type Days = Pick<RowColumns, 'bookingDay' | 'valueDay'>;

/** Booking day, else value day. */
export const dayOf = (days: Days, row: number): number => firstDay(days.bookingDay[row], days.valueDay[row]);

/** Value day, else booking day. */
export const valueDayOf = (days: Days, row: number): number => firstDay(days.valueDay[row], days.bookingDay[row]);

/** `day`, or `other` if `day` is NO_DAY. */
const firstDay = (day: number, other: number): number => (day === NO_DAY ? other : day);

/** Booking day, else value day, of a row that was copied from its columns. */
export const dayOfCopy = ({
  bookingDay,
  valueDay,
}: {
  readonly bookingDay: number;
  readonly valueDay: number;
}): number => firstDay(bookingDay, valueDay);
