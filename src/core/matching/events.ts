// The event windows of a run (event_dates): a pair counts only when both of its rows lie in the same one, and a row in
// none takes no part. Windows may overlap, so they cannot be cut apart; they are sorted by their starts, each with the
// latest end so far, so that one search answers for any two days.

import { NO_DAY } from '../money/calendar.ts';
import { type Period, withinDays } from '../records/documents/period.ts';
import type { RowColumns } from '../records/rows/columns.ts';

interface EventWindow extends Period {
  /** The latest end of this window and of all before it. */
  readonly reach: number;
}

/** In order of their starts. Empty: a run without events. */
export type EventWindows = readonly EventWindow[];

export function eventWindows(asked: readonly Period[]): EventWindows {
  let reach = Number.NEGATIVE_INFINITY;
  return asked
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map(({ start, end }) => {
      reach = Math.max(reach, end);
      return { start, end, reach };
    });
}

/** Whether one window holds both days; without events any two days are in one. */
export function inOneEvent(events: EventWindows, a: number, b: number): boolean {
  if (events.length === 0) return true;
  const [first, last] = a < b ? [a, b] : [b, a];
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (events[middle].start <= first) low = middle + 1;
    else high = middle;
  }
  return low > 0 && events[low - 1].reach >= last;
}

/** Whether a row of the day takes part; one without a day does only where there are no events. */
export const inAnEvent = (events: EventWindows, day: number): boolean =>
  events.length === 0 || (day !== NO_DAY && inOneEvent(events, day, day));

/** The columns with ROW_OUT_OF_PERIOD set on rows none of whose days lies in an event. */
export function withinEvents(columns: RowColumns, events: EventWindows): RowColumns {
  return events.length === 0 ? columns : withinDays(columns, (day) => inAnEvent(events, day));
}
