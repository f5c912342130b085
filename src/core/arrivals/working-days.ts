// The working days of a bank: all days but those of its weekend and its holidays.

import { weekday } from '../money/calendar.ts';

export interface WorkingDays {
  /** 0 for Monday to 6 for Sunday. */
  readonly weekend: ReadonlySet<number>;
  /** Day numbers. */
  readonly holidays: ReadonlySet<number>;
}

export const EVERY_DAY: WorkingDays = { weekend: new Set(), holidays: new Set() };

export const isWorkingDay = ({ weekend, holidays }: WorkingDays, day: number): boolean =>
  !weekend.has(weekday(day)) && !holidays.has(day);

/** The last working day before a day. A weekend has six days at most, and holidays end. */
export const workingDayBefore = (days: WorkingDays, day: number): number => nextFrom(days, day - 1, -1);

export const workingDayAfter = (days: WorkingDays, day: number): number => nextFrom(days, day + 1, 1);

function nextFrom(days: WorkingDays, from: number, step: 1 | -1): number {
  let day = from;
  while (!isWorkingDay(days, day)) day += step;
  return day;
}
