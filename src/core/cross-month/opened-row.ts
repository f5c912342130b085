// A row that a session left open, with what has matched it. A group counts from the day on which it was complete, that
// of its latest row: until then its earlier rows were open, whenever the group was made.

import { isAdHoc } from '../exceptions/ad-hoc-id.ts';
import { NO_DAY } from '../money/calendar.ts';
import { type Period, spanOf } from '../records/documents/period.ts';
import { type LateGroup, type LateRow, lateRows } from '../records/late/late-groups.ts';
import { dayOfCopy } from '../records/rows/row-day.ts';

export interface OpenedRow {
  readonly row: LateRow;
  /** Its exception; null if it is in none. */
  readonly clusterId: string | null;
  /** Null: nothing has matched it. */
  readonly clearedBy: LateGroup | null;
  /** The first day of the match if that is later than its rows: the period's own files lack the row of a document. */
  readonly clearedFrom?: number | undefined;
}

const completeOn = (group: LateGroup): number => spanOf(lateRows(group).map(dayOfCopy))!.end;

/** The day on which the row was cleared; it must have a match. */
export const clearedOn = ({ clearedBy, clearedFrom = NO_DAY }: Pick<OpenedRow, 'clearedBy' | 'clearedFrom'>): number =>
  Math.max(completeOn(clearedBy!), clearedFrom);

/**
 * The first day after a period if a document gave the group a row of that period; undefined if none did. The statement of
 * the period has the other rows open: its files lack the document's.
 */
export const clearedAfter = (group: LateGroup, { start, end }: Period): number | undefined =>
  lateRows(group).some((row) => isAdHoc(row.session) && dayOfCopy(row) >= start && dayOfCopy(row) <= end)
    ? end + 1
    : undefined;

/** Whether the row, booked by that day, was open at its end. */
export const wasOpenOn = (
  { clearedBy, clearedFrom }: Pick<OpenedRow, 'clearedBy' | 'clearedFrom'>,
  day: number,
): boolean => clearedBy === null || clearedOn({ clearedBy, clearedFrom }) > day;

/** Whether the balances of that day lack the row's counterpart: those of no day have the rows of a document. */
export const wasUnsettledOn = (opened: OpenedRow, day: number): boolean =>
  wasOpenOn(opened, day) || lateRows(opened.clearedBy!).some(({ session }) => isAdHoc(session));

/** Whether the row was open at the end of any day. */
export const wasEverOpen = (opened: OpenedRow): boolean => wasOpenOn(opened, dayOfCopy(opened.row));

/** The session of the row that completed the group, other than a given one. */
export function completedIn(group: LateGroup, row: LateRow): string {
  const others = lateRows(group).filter(({ recordId }) => recordId !== row.recordId);
  return others.reduce((last, one) => (dayOfCopy(one) > dayOfCopy(last) ? one : last), others[0] ?? row).session;
}

/** By day, rows without one first. */
export const inOrderOfDays = ({ row: a }: OpenedRow, { row: b }: OpenedRow): number =>
  dayOfCopy(a) - dayOfCopy(b) || (a.recordId < b.recordId ? -1 : a.recordId > b.recordId ? 1 : 0);

/** The first day of the rows, null if none has a day. */
export const firstDayOf = (rows: readonly LateRow[]): number | null =>
  spanOf(rows.map(dayOfCopy).filter((day) => day !== NO_DAY))?.start ?? null;
