// Whole dates among plain words (plainTitle): a day, a month by number or name, and a year. The words for a balance at
// a date count only with such a date: “Balance inv 2026” and “Balance March 2026” are payments.

import { monthOf } from './month-names.ts';

/** Two-digit years count beside a day and a month; four-digit years count from 1990 on. */
const isYear = (text: string): boolean => /^(\d{2}|19[9]\d|20\d{2})$/.test(text);
const isDayOfMonth = (text: string): boolean => /^\d{1,2}(st|nd|rd|th)?$/.test(text) && within(text, 31);
const isMonth = (text: string): boolean =>
  /^\d{1,2}$/.test(text) ? within(text, 12) : /^[a-z]{3,9}$/.test(text) && monthOf(text) > 0;

function within(text: string, most: number): boolean {
  const n = Number.parseInt(text, 10);
  return n >= 1 && n <= most;
}

const areDate = (day: string, month: string, year: string): boolean =>
  isYear(year) && ((isDayOfMonth(day) && isMonth(month)) || (isDayOfMonth(month) && isMonth(day)));

/** Whether plain words are one whole date and nothing else: 01 03 2024, 1 mar 2024, march 1 2024, 20240301, 1mar2024. */
export function isWholeDate(plain: string): boolean {
  const words = plain
    .replace(/^the /, '')
    .replace(/^(\d{1,2}) (st|nd|rd|th|de|of) /, '$1 ')
    .split(' ');
  if (words.length === 3) {
    const [a, b, c] = words;
    return /^\d{4}$/.test(a) ? areDate(c, b, a) : areDate(a, b, c);
  }
  if (words.length !== 1) return false;
  const written = /^(\d{1,2})([a-z]{3,9})(\d{2}|\d{4})$/.exec(plain);
  if (written) return areDate(written[1], written[2], written[3]);
  if (!/^\d{8}$/.test(plain)) return false;
  const isYearFirst = areDate(plain.slice(6), plain.slice(4, 6), plain.slice(0, 4));
  return isYearFirst || areDate(plain.slice(0, 2), plain.slice(2, 4), plain.slice(4));
}
