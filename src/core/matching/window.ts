// The days between two rows, for every comparison of days: bank less ledger, by the nearer of the bank's booking and
// value day (inside a window the nearer of those that lie in it). A row without a booking date goes by its value date
// and the reverse (records/rows/row-day.ts). A row without any date lies in no window and no number of days from
// another row.

import { NO_DAY } from '../money/calendar.ts';
import type { RowColumns } from '../records/rows/columns.ts';
import { dayOf, valueDayOf } from '../records/rows/row-day.ts';
import { inOneEvent } from './events.ts';
import type { MatchParameters } from './parameters.ts';
import type { SideNumbers } from './side-numbers.ts';

/** The answer for a pair outside of its window: loops over rows take no null. */
export const OUTSIDE = 0x7fffffff;

/** Where a pair may lie. */
export type PairWindow = Pick<MatchParameters, 'daysBack' | 'daysForward' | 'events'>;

/** Signed days of a pair inside the window, else OUTSIDE. */
export function daysInWindow(gl: SideNumbers, g: number, bank: SideNumbers, b: number, p: PairWindow): number {
  return daysWithin(gl.day[g], bank.day[b], bank.valueDay[b], p);
}

/** Signed days of two rows of the columns inside the window, else OUTSIDE. */
export function daysOfRows(gl: RowColumns, i: number, bank: RowColumns, j: number, p: PairWindow): number {
  return daysWithin(dayOf(gl, i), dayOf(bank, j), valueDayOf(bank, j), p);
}

/**
 * Signed days of the ledger's day and the bank's two days inside the window, else OUTSIDE. If the bank's row has only
 * one day, both are that day.
 */
export function daysWithin(day: number, booking: number, value: number, p: PairWindow): number {
  const { daysBack, daysForward, events } = p;
  if (booking === NO_DAY) return OUTSIDE;
  const booked = booking - day;
  const valued = value - day;
  let bookedIn = booked >= -daysBack && booked <= daysForward;
  let valuedIn = valued >= -daysBack && valued <= daysForward;
  if (events.length > 0) {
    bookedIn &&= inOneEvent(events, day, booking);
    valuedIn &&= inOneEvent(events, day, value);
  }
  if (bookedIn && (!valuedIn || Math.abs(booked) <= Math.abs(valued))) return booked;
  return valuedIn ? valued : OUTSIDE;
}

/** Signed days of two rows that have dates, wherever they lie. */
export function daysApart(gl: SideNumbers, g: number, bank: SideNumbers, b: number): number {
  return nearerDays(bank.day[b] - gl.day[g], bank.valueDay[b] - gl.day[g]);
}

/** Signed days of two rows as their files have them, wherever they lie; null where one has no date. */
export function daysApartOfRows(gl: RowColumns, i: number, bank: RowColumns, j: number): number | null {
  const day = dayOf(gl, i);
  const booked = dayOf(bank, j);
  return day === NO_DAY || booked === NO_DAY ? null : nearerDays(booked - day, valueDayOf(bank, j) - day);
}

/** The fewer of the days by booking and by value; if equal, those by booking. */
export const nearerDays = (booked: number, valued: number): number =>
  Math.abs(booked) <= Math.abs(valued) ? booked : valued;

/** Days from an original to what takes it back, both on one side; OUTSIDE where reversals may not lie so far apart. */
export function daysToReversal(
  original: number,
  reversal: number,
  { reversalDaysBack, reversalDaysForward }: Pick<MatchParameters, 'reversalDaysBack' | 'reversalDaysForward'>,
): number {
  const days = reversal - original;
  return days >= -reversalDaysBack && days <= reversalDaysForward ? days : OUTSIDE;
}
