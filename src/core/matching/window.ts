// Days between a GL row and a bank row: the nearer of the bank's booking and value day, of those inside the window.

import type { AccountSide } from './account.ts';
import type { MatchParameters } from './parameters.ts';

export const OUTSIDE = 0x7fffffff;

/** Signed days (bank - GL) of a pair inside the window, else OUTSIDE. */
export function daysInWindow(gl: AccountSide, g: number, bank: AccountSide, b: number, p: MatchParameters): number {
  const booked = bank.day[b]! - gl.day[g]!;
  const valued = bank.valueDay[b]! - gl.day[g]!;
  const bookedIn = booked >= -p.daysBack && booked <= p.daysForward;
  const valuedIn = valued >= -p.daysBack && valued <= p.daysForward;
  if (bookedIn && (!valuedIn || Math.abs(booked) <= Math.abs(valued))) return booked;
  return valuedIn ? valued : OUTSIDE;
}

/** Signed days of a pair wherever it lies. */
export function daysApart(gl: AccountSide, g: number, bank: AccountSide, b: number): number {
  const booked = bank.day[b]! - gl.day[g]!;
  const valued = bank.valueDay[b]! - gl.day[g]!;
  return Math.abs(booked) <= Math.abs(valued) ? booked : valued;
}
