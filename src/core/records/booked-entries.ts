// The booked entries that a file has of each account and currency: how many, on which days, and what those of its first
// and last day come to, by which statements that share a day are told from statements with a gap.

import { NO_DAY } from '../money/calendar.ts';
import { exactSums } from '../money/exact-sums.ts';
import { ROW_PENDING, type RowColumns } from './rows/columns.ts';

export interface BookedEntries {
  readonly rows: number;
  /** NO_DAY without entries. */
  readonly firstDay: number;
  readonly lastDay: number;
  /** Sums of the entries of these days, signed minor units. */
  readonly onFirstDay: bigint;
  readonly onLastDay: bigint;
}

const NONE: BookedEntries = { rows: 0, firstDay: NO_DAY, lastDay: NO_DAY, onFirstDay: 0n, onLastDay: 0n };

export function bookedEntries(columns: RowColumns): (account: string, currency: string) => BookedEntries {
  const { count, account, accounts, currency, currencies, flags, bookingDay, amount } = columns;
  const pairs = accounts.length * currencies.length;
  const rows = new Uint32Array(pairs);
  const first = new Int32Array(pairs).fill(NO_DAY);
  const last = new Int32Array(pairs).fill(NO_DAY);
  const sums = exactSums(2 * pairs);
  const isBooked = (row: number): boolean => (flags[row] & ROW_PENDING) === 0 && bookingDay[row] !== NO_DAY;
  const placeOf = (row: number): number => account[row] * currencies.length + currency[row];
  for (let row = 0; row < count; row++) {
    if (!isBooked(row)) continue;
    const at = placeOf(row);
    const day = bookingDay[row];
    if (rows[at]++ === 0 || day < first[at]) first[at] = day;
    if (last[at] === NO_DAY || day > last[at]) last[at] = day;
  }
  for (let row = 0; row < count; row++) {
    if (!isBooked(row)) continue;
    const at = placeOf(row);
    if (bookingDay[row] === first[at]) sums.add(2 * at, amount[row]);
    if (bookingDay[row] === last[at]) sums.add(2 * at + 1, amount[row]);
  }
  return (ofAccount, ofCurrency) => {
    const [a, c] = [accounts.indexOf(ofAccount), currencies.indexOf(ofCurrency)];
    if (a < 0 || c < 0) return NONE;
    const at = a * currencies.length + c;
    const [firstDay, lastDay] = [first[at], last[at]];
    return { rows: rows[at], firstDay, lastDay, onFirstDay: sums.sum(2 * at), onLastDay: sums.sum(2 * at + 1) };
  };
}

/**
 * What entries between two statements of an account come to, minor units; 0 if nothing is missing or known of it.
 * Statements whose days overlap share entries: their balances need not meet. Those that share one day may also divide it:
 * then nothing is missing if they meet, or if all that one of them has of the day is in the other.
 */
export function missingBetween(before: EndOfStatement, next: BeginOfStatement): number {
  if (before.closing === null || next.opening === null || next.firstDay < before.lastDay) return 0;
  const missing = next.opening - before.closing;
  if (next.firstDay > before.lastDay) return missing;
  return [before.onLastDay, next.onFirstDay].includes(BigInt(-missing)) ? 0 : missing;
}

type EndOfStatement = Pick<BookedEntries, 'lastDay' | 'onLastDay'> & { readonly closing: number | null };
type BeginOfStatement = Pick<BookedEntries, 'firstDay' | 'onFirstDay'> & { readonly opening: number | null };
