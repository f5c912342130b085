// Tells what of a feed is due: which days' files have not come, and which runs are to be ordered for those that have.
// Pure: the time comes as a day and a minute in the feed's time zone.

import { civil, dayNumber, daysInMonth, formatDay } from '../money/calendar.ts';
import { SIDES, type Side } from '../records/rows/columns.ts';
import type { Arrival, Feed } from './feed.ts';
import { isWorkingDay, workingDayAfter, workingDayBefore } from './working-days.ts';

export interface LocalTime {
  /** Day number. */
  readonly day: number;
  /** The minute of the day. */
  readonly minute: number;
}

/** Longest look back, in days: what is older was seen, or is nobody's concern any more. */
const MOST_DAYS_BACK = 62;

/** The day whose file came at a time, where its name does not say. */
export const dayOfArrival = ({ workingDays }: Pick<Feed, 'workingDays'>, changed: LocalTime): number =>
  workingDayBefore(workingDays, changed.day);

/** Days whose files should be there and are not, by side, oldest first. */
export function lateDays(
  { sides, workingDays, since, expectedBy }: Pick<Feed, 'sides' | 'workingDays' | 'since' | 'expectedBy'>,
  arrivals: readonly Pick<Arrival, 'side' | 'day'>[],
  now: LocalTime,
): readonly { readonly side: Side; readonly day: number }[] {
  if (expectedBy === null) return [];
  const late: { side: Side; day: number }[] = [];
  for (const side of SIDES.filter((one) => sides[one] !== undefined)) {
    const come = new Set(arrivals.filter((one) => one.side === side).map(({ day }) => day));
    for (let day = Math.max(since, now.day - MOST_DAYS_BACK); day < now.day; day++) {
      if (!isWorkingDay(workingDays, day) || come.has(day)) continue;
      const due = workingDayAfter(workingDays, day);
      if (now.day > due || (now.day === due && now.minute >= expectedBy)) late.push({ side, day });
    }
  }
  return late;
}

/** Finished days that are asked for at once, at most. */
const MOST_DAYS_ASKED = 31;

interface Asking {
  readonly side: Side;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  /** Day number. */
  readonly today: number;
  /** When a day was asked for last; 0: not yet. */
  readonly askedAt: (day: number) => number;
}

/**
 * Finished days whose rows are to be asked for, oldest first: those that nothing came of, and those whose rows may still
 * change. `arrivals`: all of the side.
 */
export function daysToAsk(
  { since, sides }: Pick<Feed, 'since' | 'sides'>,
  arrivals: readonly Pick<Arrival, 'day' | 'takenAt'>[],
  { side, now, today, askedAt }: Asking,
): readonly number[] {
  const again = sides[side]?.again ?? null;
  const changed = new Map<number, number>();
  for (const { day, takenAt } of arrivals) changed.set(day, Math.max(takenAt, changed.get(day) ?? 0));
  const from = Math.max(since, today - MOST_DAYS_ASKED);
  return Array.from({ length: Math.max(0, today - from) }, (_, n) => from + n).filter((day) => {
    const last = changed.get(day);
    if (last === undefined) return true;
    if (again === null || now - last > again.forMs) return false;
    return now - Math.max(last, askedAt(day)) >= again.everyMs;
  });
}

/** A run to be ordered: files that belong together, which are added to the session of their month. */
export interface DueRun<A extends Arrival> {
  readonly session: string;
  /** First and last day of the month, YYYY-MM-DD. */
  readonly period: { readonly start: string; readonly end: string };
  /** The files in order of side, name and digest, so that the same files make the same run. */
  readonly files: readonly A[];
}

/** Runs for the files that no run reads yet, by day. `arrivals`: all of the feed. */
export function dueRuns<A extends Arrival>(
  feed: Pick<Feed, 'id' | 'run' | 'sides' | 'workingDays'>,
  arrivals: readonly A[],
): readonly DueRun<A>[] {
  const sides = SIDES.filter((side) => feed.sides[side] !== undefined);
  const waiting = arrivals.filter(({ runId }) => runId === null);
  const days = [...new Set(waiting.map(({ day }) => day))].sort((a, b) => a - b);
  return days.flatMap((day) => {
    const ofDay = arrivals.filter((one) => one.day === day);
    // On other days no file is waited for: what comes of them runs alone.
    const isWhole =
      !isWorkingDay(feed.workingDays, day) || sides.every((side) => ofDay.some((one) => one.side === side));
    if (feed.run === 'together' && !isWhole) return [];
    const files = inOrder(ofDay.filter(({ runId }) => runId === null));
    return feed.run === 'together' ? [runOf(feed, day, files)] : files.map((file) => runOf(feed, day, [file]));
  });
}

function inOrder<A extends Arrival>(files: readonly A[]): readonly A[] {
  const key = ({ side, name, digest }: Arrival) => JSON.stringify([SIDES.indexOf(side), name, digest]);
  return files.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

function runOf<A extends Arrival>({ id }: Pick<Feed, 'id'>, day: number, files: readonly A[]): DueRun<A> {
  const { year, month } = civil(day);
  const start = formatDay(dayNumber(year, month, 1))!;
  const end = formatDay(dayNumber(year, month, daysInMonth(year, month)))!;
  return { session: `${id}-${start.slice(0, 7)}`, period: { start, end }, files };
}
