// The magnitudes that a cluster of two rows carries and that patterns learn from. Both are unsigned
// (contract: "Deltas are unsigned magnitudes").

import { daysApartOfRows } from '../matching/window.ts';
import { amountOf, type OpenSession, rowOf } from './open-session.ts';

/** Minor units between a ledger item and a bank item of one currency. */
export function amountApart(session: OpenSession, glItem: number, bankItem: number): number {
  return Math.abs(amountOf(session, 'gl', glItem) - amountOf(session, 'bank', bankItem));
}

/** Days between the ledger's date and the nearer of the bank's booking and value date; open rows have dates. */
export function daysApart(session: OpenSession, glItem: number, bankItem: number): number {
  const { gl, bank } = session.columns;
  return Math.abs(daysApartOfRows(gl, rowOf(session, 'gl', glItem), bank, rowOf(session, 'bank', bankItem))!);
}
