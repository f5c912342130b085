// The sums of one side of a session for its proofs: before, within and after the period, by account and currency.

import { NO_DAY } from '../../money/calendar.ts';
import { exactSums } from '../../money/exact-sums.ts';
import { ROW_DECLINED, ROW_PENDING, type RowColumns, type Side } from '../../records/rows/columns.ts';
import type { AccountBook } from './account-book.ts';
import type { SideOfAccount } from './proof.ts';
import { AFTER, BEFORE, WITHIN } from './when-of-row.ts';

/** Rows that moved no money count nowhere. */
export const MOVED_NOTHING = ROW_PENDING | ROW_DECLINED;

/** Sums of a side's booked rows by account. */
export function sideSums(side: Side, columns: RowColumns, when: Uint8Array, book: AccountBook): SideOfAccount[] {
  const { accounts, statedOf, accountOf } = book;
  const { count, amount, flags, bookingDay } = columns;
  const sums = exactSums(3 * accounts.length);
  const lastDay = new Int32Array(accounts.length).fill(NO_DAY);
  const later = new Float64Array(accounts.length);
  for (let row = 0; row < count; row++) {
    if ((flags[row] & MOVED_NOTHING) !== 0) continue;
    const a = accountOf(side, row);
    sums.add(3 * a + when[row], amount[row]);
    if (when[row] === AFTER) later[a]++;
    else if (bookingDay[row] > lastDay[a]) lastDay[a] = bookingDay[row];
  }
  return accounts.map((_, a) => {
    const stated = statedOf(side, a);
    return {
      statedOpening: stated.opening,
      statedClosing: stated.closing,
      isForward: stated.isForward,
      before: sums.sum(3 * a + BEFORE),
      within: sums.sum(3 * a + WITHIN),
      after: sums.sum(3 * a + AFTER),
      laterRows: later[a],
      lastDay: lastDay[a] === NO_DAY ? null : lastDay[a],
    };
  });
}
