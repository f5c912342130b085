// Days of messages, in the forms that standards prescribe. NO_DAY for any other text and for days that do not exist.

import { dayNumber, daysInMonth, NO_DAY } from '../../../core/money/calendar.ts';

const DIGITS = /^\d+$/;

function dayOf(year: number, month: number, day: number): number {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
    ? dayNumber(year, month, day)
    : NO_DAY;
}

/** Years 00 to 79 are of this century, as in SWIFT messages. */
const yearOf = (two: number): number => (two < 80 ? 2000 + two : 1900 + two);

/** `YYMMDD`. */
export function dayOfSix(text: string): number {
  if (text.length !== 6 || !DIGITS.test(text)) return NO_DAY;
  return dayOf(yearOf(Number(text.slice(0, 2))), Number(text.slice(2, 4)), Number(text.slice(4)));
}

/** `YYYYMMDD`, alone or with a time and a zone behind it, which do not count. */
export function dayOfEight(text: string): number {
  const eight = text.slice(0, 8);
  if (eight.length !== 8 || !DIGITS.test(eight)) return NO_DAY;
  return dayOf(Number(eight.slice(0, 4)), Number(eight.slice(4, 6)), Number(eight.slice(6)));
}

/** `YYYY-MM-DD`, alone or with a time and a zone behind it: the day as written, in the zone of who wrote it. */
export function isoDay(text: string): number {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(text);
  return parts === null ? NO_DAY : dayOf(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

/**
 * Month and day (`MMDD`) in the year that brings it nearest to another day: 1231 beside 2 January is of the year
 * before.
 */
export function dayNear(near: number, year: number, text: string): number {
  const [month, day] = [Number(text.slice(0, 2)), Number(text.slice(2))];
  let best = NO_DAY;
  for (const one of [year - 1, year, year + 1]) {
    const found = dayOf(one, month, day);
    if (found !== NO_DAY && (best === NO_DAY || Math.abs(found - near) < Math.abs(best - near))) best = found;
  }
  return best;
}
