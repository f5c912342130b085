// What a reader of a list finds beside its entities: when the list was published, and what is wrong with it although it
// can be used.

import { parseDay } from '../../core/money/calendar.ts';

export interface Findings {
  /** Milliseconds since 1970; null if the file does not say it. A day counts from its begin in UTC. */
  publishedAt: number | null;
  /** Sentences. */
  readonly warnings: string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** 1 to 12; 0 for another word. */
export const monthOf = (word: string): number => MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1;

const two = (part: string | number): string => String(part).padStart(2, '0');

/** `order` is that of a date in figures with slashes. Null for any other text, and for a day that is none. */
export function dayOf(text: string, order: 'day_first' | 'month_first'): string | null {
  const iso = /^\d{4}-\d{2}-\d{2}/.exec(text.trim())?.[0];
  const [, first, second, year] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})/.exec(text.trim()) ?? [];
  const [, day, month, named] = /^(\d{1,2})[- ]([A-Za-z]{3})[a-z]*[- ](\d{4})/.exec(text.trim()) ?? [];
  const found =
    iso ??
    (year !== undefined
      ? `${year}-${order === 'day_first' ? `${two(second)}-${two(first)}` : `${two(first)}-${two(second)}`}`
      : named !== undefined
        ? `${named}-${two(monthOf(month))}-${two(day)}`
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
