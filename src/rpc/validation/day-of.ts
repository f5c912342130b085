// The calendar day of a request's date: itself, or for an instant its day in the tenant's time zone
// Midnight without an offset is the written day, in UTC.

import { dayNumber, parseDay } from '../../core/money/calendar.ts';

/** Days remembered: requests name the same few again and again. */
const MAX_KNOWN = 1_000;
/** Longer texts have endless fractions of a second. */
const MAX_KNOWN_LENGTH = 40;

/** Whether a date string has a time without a zone. */
export const lacksOffset = (text: string): boolean => /[Tt][0-9:.]+$/.test(text);

/** Makes a function from a valid date string to its day number; null for an empty text or no date. */
export function dayIn(timeZone: string): (text: string) => number | null {
  // Swedish writes 2026-01-31, and formatting to text takes a third of the time of formatting to parts.
  const days = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const dayOf = (text: string): number | null => {
    if (text.length <= 10 || lacksOffset(text)) return parseDay(text.slice(0, 10));
    const instant = Date.parse(text.toUpperCase());
    if (Number.isNaN(instant)) return null;
    const [year, month, day] = days.format(instant).split('-').map(Number);
    return dayNumber(year!, month!, day!);
  };
  const known = new Map<string, number | null>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const day = dayOf(text);
    if (known.size >= MAX_KNOWN) known.clear();
    if (text.length <= MAX_KNOWN_LENGTH) known.set(text, day);
    return day;
  };
}
