// The order of the rows as evidence for the order of day and month: exports list their entries by date. Of two readings
// of the same cells the one under which the rows stand in order is believed; where both do, or neither, nothing is said.

import { type DayOrder, DayReader, isDay, readDayText } from '../cells/day-text.ts';

/** Days that must differ before their order says anything. */
const DIFFERENT = 4;

const isSorted = (days: readonly number[]): boolean =>
  days.every((day, i) => i === 0 || day >= days[i - 1]) || days.every((day, i) => i === 0 || day <= days[i - 1]);

function daysOf(cells: readonly string[], order: DayOrder): number[] {
  const reader = new DayReader({ order, digits: 'none' });
  return cells.map((cell) => readDayText(reader, cell));
}

/** The order of day and month that keeps the rows in order, null where both do or neither does. */
export function orderByRows(cells: readonly string[]): DayOrder | null {
  const [first, second] = (['day-first', 'month-first'] as const).map((order) => daysOf(cells, order));
  if (![...first, ...second].every(isDay) || new Set(first).size < DIFFERENT) return null;
  const [dayFirst, monthFirst] = [isSorted(first), isSorted(second)];
  if (dayFirst === monthFirst) return null;
  return dayFirst ? 'day-first' : 'month-first';
}

/**
 * Whether dates are written in two orders, as a spreadsheet leaves them that took 03/04 for another day than the bank:
 * in order only where what can be either is read month first, and what cannot, day first.
 */
export function isInTwoOrders(cells: readonly string[]): boolean {
  const [first, second] = (['day-first', 'month-first'] as const).map((order) => daysOf(cells, order));
  const mixed = first.map((day, i) => (isDay(second[i]) ? second[i] : day));
  const forced = mixed.filter((_, i) => !isDay(second[i])).length;
  const open = mixed.filter((day, i) => isDay(second[i]) && first[i] !== day).length;
  if (forced < DIFFERENT || open < DIFFERENT || !mixed.every(isDay)) return false;
  return !isSorted(first) && isSorted(mixed);
}
