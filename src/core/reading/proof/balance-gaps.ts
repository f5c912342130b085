// Where entries are missing in a file that states balances: two balances that follow one another and whose difference is
// not the sum of the entries between them, or a stated opening or closing balance that the entries do not lead to. Of a
// missing page this gives the days before and after it and its sum.

import { NO_DAY } from '../../money/calendar.ts';
import { ROW_PENDING } from '../../records/rows/columns.ts';

export interface BalancedRows {
  readonly count: number;
  readonly amount: Float64Array;
  readonly account: Uint16Array;
  readonly currency: Uint8Array;
  readonly flags: Uint8Array;
  readonly bookingDay: Int32Array;
  readonly line: Uint32Array;
  /** NaN if the row has none. */
  readonly balance: Float64Array;
}

export type RowOrder = 'oldest first' | 'newest first';

/** A balance in minor units, with the line that states it and the day of its entry; NO_DAY for none. */
interface BalanceAt {
  readonly line: number;
  readonly day: number;
  readonly minor: number;
}

export interface BalanceGap {
  readonly before: BalanceAt;
  readonly next: BalanceAt;
  /** Sum of the entries of the file between the two. */
  readonly between: number;
  /** The amount that the entries between lack to make the second balance of the first. */
  readonly missing: number;
}

interface OfAccount {
  readonly account: number;
  readonly currency: number;
  readonly order: RowOrder;
  /** Balances before the first and after the last entry by the entries, and as the file states them. */
  readonly derived: { readonly opening: number | null; readonly closing: number | null };
  readonly stated: { readonly opening: StatedAt | null; readonly closing: StatedAt | null };
}

type StatedAt = Pick<BalanceAt, 'line' | 'minor'>;

export function gapsBetween(
  rows: BalancedRows,
  { account, currency, order, derived: { opening, closing }, stated }: OfAccount,
): BalanceGap[] {
  const gaps: BalanceGap[] = [];
  let [first, last]: [BalanceAt | null, BalanceAt | null] = [null, null];
  let between = 0;
  for (let n = 0; n < rows.count; n++) {
    const i = order === 'oldest first' ? n : rows.count - 1 - n;
    if (rows.account[i] !== account || rows.currency[i] !== currency || (rows.flags[i] & ROW_PENDING) !== 0) continue;
    between += rows.amount[i];
    if (Number.isNaN(rows.balance[i])) continue;
    const here = { line: rows.line[i], day: rows.bookingDay[i], minor: rows.balance[i] };
    const missing = last === null ? 0 : here.minor - last.minor - between;
    if (last !== null && missing !== 0) gaps.push({ before: last, next: here, between, missing });
    first ??= here;
    last = here;
    between = 0;
  }
  const { opening: top, closing: end } = stated;
  if (first !== null && top !== null && opening !== null && top.minor !== opening)
    gaps.unshift({
      before: { ...top, day: NO_DAY },
      next: first,
      between: first.minor - opening,
      missing: opening - top.minor,
    });
  if (last !== null && end !== null && closing !== null && end.minor !== closing)
    gaps.push({
      before: last,
      next: { ...end, day: NO_DAY },
      between: closing - last.minor,
      missing: end.minor - closing,
    });
  return gaps;
}
