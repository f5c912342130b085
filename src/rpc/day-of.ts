// The calendar day that a date of a request means: itself, or for an instant its day in the tenant's time zone
// (design/contract.md, HTTP).

import { dayNumber, parseDay } from '../core/calendar.ts';

/** Makes a function from a valid date string to its day number; null for what is empty or no date. */
export function dayIn(timeZone: string): (text: string) => number | null {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' });
  return (text) => {
    if (text.length <= 10) return parseDay(text);
    const instant = Date.parse(text.toUpperCase());
    if (Number.isNaN(instant)) return null;
    const found = new Map(parts.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    return dayNumber(found.get('year')!, found.get('month')!, found.get('day')!);
  };
}
