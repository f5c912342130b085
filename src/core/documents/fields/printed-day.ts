// Reads a printed day: day first with a month in words or digits, or year first.

import { daysInMonth } from '../../money/calendar.ts';

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** French months beside English ones: 12 AVR 90, 12 APR/AVR 1990. */
const FRENCH: Readonly<Record<string, number>> = { FEV: 2, AVR: 4, MAI: 5, AOU: 8 };

const IN_WORDS = /\b(\d{1,2})[\s./-]*([A-Z]{3})[A-Z]*\.?(?:\s*\/\s*[A-Z]{3,5}\.?)?[\s,./-]*(\d{4})\b/;
const DAY_FIRST = /\b(\d{1,2})\s?[./ -]\s?(\d{1,2})\s?[./ -]\s?(\d{4})\b/;
const YEAR_FIRST = /\b(\d{4})-(\d{2})-(\d{2})\b/;

/** The first day in the text as YYYY-MM-DD; null if there is none. */
export function printedDay(given: string): string | null {
  const text = given.toUpperCase();
  const [whole, year, month, day] = YEAR_FIRST.exec(text) ?? [];
  if (whole !== undefined) return dayText(Number(year), Number(month), Number(day));
  const [words, inWords, name, itsYear] = IN_WORDS.exec(text) ?? [];
  if (words !== undefined) {
    const number = MONTHS.indexOf(name!) + 1 || FRENCH[name!];
    return number === undefined ? null : dayText(Number(itsYear), number, Number(inWords));
  }
  const [digits, first, second, last] = DAY_FIRST.exec(text) ?? [];
  return digits === undefined ? null : dayText(Number(last), Number(second), Number(first));
}

function dayText(year: number, month: number, day: number): string | null {
  if (year < 1900 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)}`;
}
