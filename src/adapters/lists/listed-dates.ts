// Dates as lists write them: figures with dashes, slashes or dots, months as words, a time behind the day, and days of
// which a part is unknown.

import { parseDay } from '../../core/money/calendar.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** 1 to 12; 0 for another word. */
export const monthOf = (word: string): number => MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1;

const isKnown = (part: string | number | undefined): part is string | number =>
  part !== undefined && /^\d{1,2}$/.test(String(part)) && Number(part) > 0;

/**
 * YYYY, YYYY-MM or YYYY-MM-DD of parts in figures. A day or month that is missing, 0 or a word is unknown, and so is a
 * day without a month.
 */
export function dateOfParts(year: string, month?: string | number, day?: string | number): string {
  const known = !isKnown(month) ? [] : isKnown(day) ? [month, day] : [month];
  return [year, ...known.map((part) => String(part).padStart(2, '0'))].join('-');
}

/** `order` is that of a date in figures with slashes. Null for any other text, and for a day that is none. */
export function dayOf(text: string, order: 'day_first' | 'month_first'): string | null {
  const iso = /^\d{4}-\d{2}-\d{2}/.exec(text.trim())?.[0];
  const [, first, second, year] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})/.exec(text.trim()) ?? [];
  const [, day, month, named] = /^(\d{1,2})[- ]([A-Za-z]{3})[a-z]*[- ](\d{4})/.exec(text.trim()) ?? [];
  const found =
    iso ??
    (year !== undefined
      ? dateOfParts(year, ...(order === 'day_first' ? ([second, first] as const) : ([first, second] as const)))
      : named !== undefined
        ? dateOfParts(named, monthOf(month), day)
        : '');
  return parseDay(found) === null ? null : found;
}

/** The time of a text with a date; a day's begin if it has no time. Null for any other text. */
export function timeOf(text: string, order: 'day_first' | 'month_first'): number | null {
  const exact = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text) ? Date.parse(zoned(text.replace(' ', 'T'))) : Number.NaN;
  if (!Number.isNaN(exact)) return exact;
  const day = dayOf(text, order);
  return day === null ? null : Date.parse(`${day}T00:00:00Z`);
}

/** A time without a zone is UTC. */
const zoned = (text: string): string => (/(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`);
