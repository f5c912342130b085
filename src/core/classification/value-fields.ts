// The magnitudes that a cluster of two rows carries and that patterns learn from. Both are unsigned
// (design/matching.md: "Deltas are unsigned magnitudes").

import { NO_DAY } from '../money/calendar.ts';
import { amountOf, type OpenSession, rowOf } from './open-session.ts';

/** Minor units between a ledger item and a bank item of one currency. */
export function amountApart(session: OpenSession, glItem: number, bankItem: number): number {
  return Math.abs(amountOf(session, 'gl', glItem) - amountOf(session, 'bank', bankItem));
}

/** Days between the ledger's booking date and the nearer of the bank's booking and value date. */
export function daysApart(session: OpenSession, glItem: number, bankItem: number): number {
  const { gl, bank } = session.columns;
  const glDay = gl.bookingDay[rowOf(session, 'gl', glItem)]!;
  const bankRow = rowOf(session, 'bank', bankItem);
  const valueDay = bank.valueDay[bankRow]!;
  const booked = Math.abs(bank.bookingDay[bankRow]! - glDay);
  return valueDay === NO_DAY ? booked : Math.min(booked, Math.abs(valueDay - glDay));
}
