// Decoys: amounts that the rows of a pool cannot be meant for. They are those of rows (matched or not) of the target's
// side, currency and direction, too many days away to share a search window with the target. If a pool adds up to a
// decoy, it does so by chance.

import type { RowColumns, Side } from '../../records/rows/columns.ts';
import { radixOrder } from '../../records/rows/radix-order.ts';
import { dayOf } from '../../records/rows/row-day.ts';
import type { AccountSource } from '../account-source.ts';
import { BATCH } from '../batch.ts';
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
  readonly #known = new Map<string, Amounts>();

  constructor(matching: Matching) {
    this.#matching = matching;
    this.#daysApart = matching.parameters.daysForward + matching.parameters.daysBack;
  }

  /** Amounts of the four nearest such rows from the target's own amount upwards, and of the four nearest below it. */
  near({ side, row }: { readonly side: Side; readonly row: number }): number[] {
    const rows = this.#matching.account[side];
    const amounts = this.#amountsLike(side, row);
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

  /** The rows of the side with the currency and direction of a row. */
  #amountsLike(side: Side, row: number): Amounts {
    const { account, source } = this.#matching;
    const { amount, currency } = account[side];
    const like = { code: account.currencies[currency[row]]!, isIn: amount[row] > 0 };
    const name = `${side} ${like.code} ${like.isIn}`;
    const amounts = this.#known.get(name) ?? amountsOf(source, side, like);
    this.#known.set(name, amounts);
    return amounts;
  }

  /** How many rows of an amount lie too far from a day. */
  #farRows({ starts, days }: Amounts, at: number, day: number): number {
    const first = starts[at];
    const end = starts[at + 1];
    const before = firstFrom(days, day - this.#daysApart, first, end) - first;
    return before + end - firstFrom(days, day + this.#daysApart + 1, first, end);
  }
}

interface Direction {
  /** ISO 4217 code. */
  readonly code: string;
  readonly isIn: boolean;
}

function amountsOf(source: AccountSource, side: Side, { code, isIn }: Direction): Amounts {
  const columns = source[side];
  const rows = source.rows[side];
  const isOfCode = Uint8Array.from(columns.currencies, (one) => (one === code ? 1 : 0));
  const found = { amounts: new Float64Array(rows.length), days: new Float64Array(rows.length), count: 0 };
  for (let first = 0; first < rows.length; first += BATCH) {
    gather(columns, rows.subarray(first, first + BATCH), { isOfCode, isIn, found });
  }
  return sorted(found.amounts.subarray(0, found.count), found.days.subarray(0, found.count));
}

interface Gathering {
  /** By currency of the columns. */
  readonly isOfCode: Uint8Array;
  readonly isIn: boolean;
  readonly found: { readonly amounts: Float64Array; readonly days: Float64Array; count: number };
}

function gather(columns: RowColumns, rows: Uint32Array, { isOfCode, isIn, found }: Gathering): void {
  const { amount, currency } = columns;
  const { amounts, days } = found;
  let { count } = found;
  for (let k = 0; k < rows.length; k++) {
    const row = rows[k];
    if (amount[row] > 0 !== isIn || isOfCode[currency[row]] === 0) continue;
    amounts[count] = Math.abs(amount[row]);
    days[count++] = dayOf(columns, row);
  }
  found.count = count;
}

function sorted(amounts: Float64Array, days: Float64Array): Amounts {
  const n = amounts.length;
  const first = days.reduce((least, day) => Math.min(least, day), Number.POSITIVE_INFINITY);
  // Counted from the first day, so that none is negative.
  const sinceFirst = days.map((day) => day - first);
  const order = radixOrder([sinceFirst, amounts], n);
  const sizes = new Float64Array(n);
  const starts = new Uint32Array(n + 1);
  const inOrder = new Int32Array(n);
  let count = 0;
  for (let k = 0; k < n; k++) {
    const at = order[k];
    inOrder[k] = days[at];
    if (count > 0 && sizes[count - 1] === amounts[at]) continue;
    sizes[count] = amounts[at];
    starts[count++] = k;
  }
  starts[count] = n;
  return { sizes: sizes.subarray(0, count), starts, days: inOrder };
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
