// Days between a GL row and a bank row: the nearer of the bank's booking and value day, of those inside the window.

import { NO_DAY } from '../money/calendar.ts';
import type { RowColumns } from '../records/rows/columns.ts';
import { inOneEvent } from './events.ts';
import type { MatchParameters } from './parameters.ts';
import type { SideNumbers } from './side-numbers.ts';

export const OUTSIDE = 0x7fffffff;

/** Where a pair may lie. */
export type PairWindow = Pick<MatchParameters, 'daysBack' | 'daysForward' | 'events'>;

/** Signed days (bank - GL) of a pair inside the window, else OUTSIDE. */
export function daysInWindow(gl: SideNumbers, g: number, bank: SideNumbers, b: number, p: MatchParameters): number {
  return daysWithin(gl.day[g]!, bank.day[b]!, bank.valueDay[b]!, p);
}

/** daysInWindow from the GL day, the bank's booking day and its value day. */
export function daysWithin(day: number, booking: number, value: number, p: PairWindow): number {
  const { daysBack, daysForward, events } = p;
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

/** daysInWindow of rows of the columns. If a row lacks one of its days, the other one counts for it. */
export function daysOfRows(gl: RowColumns, i: number, bank: RowColumns, j: number, p: MatchParameters): number {
  const day = gl.bookingDay[i] === NO_DAY ? gl.valueDay[i]! : gl.bookingDay[i]!;
  const booked = bank.bookingDay[j] === NO_DAY ? bank.valueDay[j]! : bank.bookingDay[j]!;
  const valued = bank.valueDay[j] === NO_DAY ? booked : bank.valueDay[j]!;
  return daysWithin(day, booked, valued, p);
}

/** Signed days of a pair wherever it lies. */
export function daysApart(gl: SideNumbers, g: number, bank: SideNumbers, b: number): number {
  return nearerDays(bank.day[b]! - gl.day[g]!, bank.valueDay[b]! - gl.day[g]!);
}

/** The fewer of the days by booking and the days by value; if equally many, those by booking. */
export const nearerDays = (booked: number, valued: number): number =>
  Math.abs(booked) <= Math.abs(valued) ? booked : valued;
