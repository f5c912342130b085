// The order of the rows as evidence for the order of day and month: exports list their entries by date, so the order of
// day and month that leaves the rows sorted is believed. If both or neither do, and one reading has all rows in one
// month while the other has the same day of many months, the single month is believed, unless the many keep a rhythm,
// as rent and interest do. Last, dates above the header may tell: a period from 02/01 to 02/29.

import { civil } from '../../money/calendar.ts';
import { type DayOrder, DayReader, isDay, readDayText } from '../cells/day-text.ts';

/** Days that must differ before their order says anything. */
const DIFFERENT = 4;

const isSorted = (days: readonly number[]): boolean =>
  days.every((day, i) => i === 0 || day >= days[i - 1]) || days.every((day, i) => i === 0 || day <= days[i - 1]);

function daysOf(cells: readonly string[], order: DayOrder): number[] {
  const reader = new DayReader({ order, digits: 'none' });
  return cells.map((cell) => readDayText(reader, cell));
}

/** The order of day and month that leaves the rows sorted; null if both or neither do. */
export function orderByRows(cells: readonly string[]): DayOrder | null {
  const [first, second] = (['day-first', 'month-first'] as const).map((order) => daysOf(cells, order));
  if (![...first, ...second].every(isDay) || new Set(first).size < DIFFERENT) return null;
  const [dayFirst, monthFirst] = [isSorted(first), isSorted(second)];
  if (dayFirst !== monthFirst) return dayFirst ? 'day-first' : 'month-first';
  if (isOneMonth(first) === isOneMonth(second)) return null;
  const [order, scattered] = isOneMonth(first) ? (['day-first', second] as const) : (['month-first', first] as const);
  return keepsRhythm(scattered) ? null : order;
}

const DATE = /(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(?:\d{4}|\d{2})(?![\d./-])/g;

/** The order of the dates above the header, if they are written as the column's are. */
export function orderAbove(cells: readonly string[], above: readonly string[]): DayOrder | null {
  const separator = new Set(cells.map((cell) => /\d([./-])\d/.exec(cell)?.[1]));
  const dates = above.flatMap((cell) => [...cell.matchAll(DATE)]).filter(([, , by]) => separator.has(by));
  const [dayFirst, monthFirst] = [
    dates.some(([, first, , second]) => Number(first) > 12 && Number(second) <= 12),
    dates.some(([, first, , second]) => Number(second) > 12 && Number(first) <= 12),
  ];
  if (dayFirst === monthFirst) return null;
  return dayFirst ? 'day-first' : 'month-first';
}

/** Years and months counted through. */
const monthNumber = (day: number): number => {
  const { year, month } = civil(day);
  return year * 12 + month;
};

const isOneMonth = (days: readonly number[]): boolean => new Set(days.map(monthNumber)).size === 1;

/** Whether each month has as many entries as the others, and months follow each other at one interval. */
function keepsRhythm(days: readonly number[]): boolean {
  const counts = new Map<number, number>();
  for (const month of days.map(monthNumber)) counts.set(month, (counts.get(month) ?? 0) + 1);
  const months = [...counts.keys()].sort((a, b) => a - b);
  const steps = new Set(months.slice(1).map((month, i) => month - months[i]));
  return steps.size === 1 && new Set(counts.values()).size === 1;
}

/**
 * Whether dates are written in two orders. A spreadsheet does so when it takes 03/04 for another day than the bank:
 * rows are sorted only if dates that can be either are read month first, and the rest day first.
 */
export function isInTwoOrders(cells: readonly string[]): boolean {
  const [first, second] = (['day-first', 'month-first'] as const).map((order) => daysOf(cells, order));
  const mixed = first.map((day, i) => (isDay(second[i]) ? second[i] : day));
  const forced = mixed.filter((_, i) => !isDay(second[i])).length;
  const open = mixed.filter((day, i) => isDay(second[i]) && first[i] !== day).length;
  if (forced < DIFFERENT || open < DIFFERENT || !mixed.every(isDay)) return false;
  return !isSorted(first) && isSorted(mixed);
}
