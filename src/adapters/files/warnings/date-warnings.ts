// Warnings about days: parts whose order nothing decides, improbable years, days that no month has. Such days are read
// as they stand, or in the column's order; the sentence names the guess and its first line.

import { dayNumber, formatDay, NO_DAY } from '../../../core/money/calendar.ts';
import type { FileLayout } from '../../../core/reading/columns/file-layout.ts';
import type { RowsReport } from '../scan/rows-report.ts';

/** Orders of day, month and year that the values leave open. */
export function dayOrderWarnings(report: RowsReport, layout: FileLayout, say: (sentence: string) => void): void {
  if (layout.dayOrderAmbiguous)
    say('Dates could be day-first or month-first; no day above 12 decides. Read as day-first.');
  const { columns, profiles } = report.layout.proposal;
  if (profiles[columns.booking_date].yearAmbiguous)
    say('Dates of two digits a part could begin with the day or with the year; read as beginning with the day.');
  const counted = [columns.booking_date, columns.value_date]
    .flatMap((column) => (column >= 0 ? [profiles[column].digits] : []))
    .find((digits) => digits === 'seconds' || digits === 'milliseconds');
  if (counted !== undefined) say(`Dates are counted in ${counted} since 1970; each is read as its day in UTC.`);
}

/** The plausible days, to the end excluded: a date outside them is of another calendar, or mistyped. */
const YEARS = { first: dayNumber(1950, 1, 1), end: dayNumber(2100, 1, 1) };
/** Most days between an entry and the file's middle entry; one further off may be a slip of the year. */
const NEAR = 5 * 366;
/** Most entries in a hundred that may be slips. If more are far from the middle, the file is a long history. */
const SLIPS = 1;

/** Days of improbable years. They are read as they stand: only a person knows which year is meant. */
function yearWarning({ columns }: RowsReport, say: (sentence: string) => void): void {
  let [first, last] = [YEARS.end, YEARS.first];
  for (let i = 0; i < columns.count; i++) {
    const day = columns.bookingDay[i];
    if (day === NO_DAY) continue;
    if (day < first) first = day;
    if (day > last) last = day;
  }
  if (first >= YEARS.first && last < YEARS.end && last - first <= NEAR) return;
  const days = columns.bookingDay.filter((day) => day !== NO_DAY);
  const middle = days.sort()[days.length >> 1];
  const isOdd = (day: number) => day < YEARS.first || day >= YEARS.end;
  const isFar = (day: number) => isOdd(day) || Math.abs(day - middle) > NEAR;
  const isDoubtful = days.filter(isFar).length <= Math.max(1, (days.length * SLIPS) / 100) ? isFar : isOdd;
  const count = days.filter(isDoubtful).length;
  if (count === 0) return;
  const at = columns.bookingDay.findIndex((day) => day !== NO_DAY && isDoubtful(day));
  const which = `${formatDay(columns.bookingDay[at])} on line ${columns.line[at]}`;
  if (count * 2 > days.length)
    say(`Dates are of years as another calendar counts them, or wrong (${which}); they were not converted.`);
  else
    say(
      `${count === 1 ? `1 date is far from the others: ${which}` : `${count} dates are far from the others, the first ${which}`}; check the year.`,
    );
}

/** Days that no month has, on which banks with a 30/360 year book. */
function clampedWarning({ clampedDays }: RowsReport, say: (sentence: string) => void): void {
  if (clampedDays === 0) return;
  const are = clampedDays === 1 ? '1 date is' : `${clampedDays} dates are`;
  say(`${are} 30 (or 29) February; read as the month’s last day.`);
}

/** Days that are improbable in themselves. */
export function oddDayWarnings(report: RowsReport, say: (sentence: string) => void): void {
  yearWarning(report, say);
  clampedWarning(report, say);
}
