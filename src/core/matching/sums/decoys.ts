// Decoys: amounts that the rows of a pool cannot be meant for. They are those of rows (matched or not) of the target's
// side, currency and direction, too many days away to share a search window with the target. If a pool adds up to a
// decoy, it does so by chance.

import { NO_DAY } from '../../money/calendar.ts';
import type { Side } from '../../records/rows/columns.ts';
import { radixOrder } from '../../records/rows/radix-order.ts';
import { dayOf } from '../../records/rows/row-day.ts';
import type { AccountSource } from '../account-source.ts';
import type { Matching } from '../matching.ts';

/** Rows whose amounts are tried on each side of the target's own. */
const EACH_WAY = 4;

/** The rows of one currency and direction, by amount and then by day. */
interface Amounts {
  /** Each amount once, the smallest first. */
  readonly sizes: Float64Array;
  /** The rows of amount i: from starts[i] to starts[i + 1]. */
  readonly starts: Uint32Array;
  readonly days: Int32Array;
}

export class Decoys {
  readonly #matching: Matching;
  readonly #daysApart: number;
  readonly #bySide = new Map<Side, ReadonlyMap<string, Amounts>>();

  constructor(matching: Matching) {
    this.#matching = matching;
    this.#daysApart = matching.parameters.daysForward + matching.parameters.daysBack;
  }

  /** Amounts of the four nearest such rows from the target's own amount upwards, and of the four nearest below it. */
  near({ side, row }: { readonly side: Side; readonly row: number }): number[] {
    const { account, source } = this.#matching;
    const rows = account[side];
    const known = this.#bySide.get(side) ?? amountsOf(source, side);
    this.#bySide.set(side, known);
    const amounts = known.get(directionOf(account.currencies[rows.currency[row]], rows.amount[row]))!;
    const { sizes } = amounts;
    const own = firstFrom(sizes, Math.abs(rows.amount[row]), 0, sizes.length);
    const near: number[] = [];
    const take = (at: number, most: number): void => {
      for (let left = this.#farRows(amounts, at, rows.day[row]); left > 0 && near.length < most; left--) {
        near.push(sizes[at]);
      }
    };
    for (let at = own; at < sizes.length && near.length < EACH_WAY; at++) take(at, EACH_WAY);
    const most = near.length + EACH_WAY;
    for (let at = own - 1; at >= 0 && near.length < most; at--) take(at, most);
    return near;
  }

  /** How many rows of an amount lie too far from a day. */
  #farRows({ starts, days }: Amounts, at: number, day: number): number {
    const first = starts[at];
    const end = starts[at + 1];
    const before = firstFrom(days, day - this.#daysApart, first, end) - first;
    return before + end - firstFrom(days, day + this.#daysApart + 1, first, end);
  }
}

const directionOf = (currency: string, amount: number): string => `${currency} ${amount > 0}`;

function amountsOf(source: AccountSource, side: Side): ReadonlyMap<string, Amounts> {
  const columns = source[side];
  const { amount, currency, currencies } = columns;
  const rows = Map.groupBy(source.rows[side], (row) => directionOf(currencies[currency[row]], amount[row]));
  return new Map([...rows].map(([direction, some]) => [direction, byAmountAndDay(columns, some)]));
}

function byAmountAndDay(columns: AccountSource[Side], rows: readonly number[]): Amounts {
  const n = rows.length;
  const amounts = new Float64Array(n);
  // Counted from NO_DAY, so that none is negative.
  const days = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    amounts[k] = Math.abs(columns.amount[rows[k]]);
    days[k] = dayOf(columns, rows[k]) - NO_DAY;
  }
  const order = radixOrder([days, amounts], n);
  const sizes = new Float64Array(n);
  const starts = new Uint32Array(n + 1);
  const sorted = new Int32Array(n);
  let count = 0;
  for (let k = 0; k < n; k++) {
    const at = order[k];
    sorted[k] = days[at] + NO_DAY;
    if (count > 0 && sizes[count - 1] === amounts[at]) continue;
    sizes[count] = amounts[at];
    starts[count++] = k;
  }
  starts[count] = n;
  return { sizes: sizes.subarray(0, count), starts, days: sorted };
}

/** The first place in an ascending part of a list that is not below a value. */
function firstFrom(ascending: Float64Array | Int32Array, value: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
