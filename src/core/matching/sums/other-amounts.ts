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

export class OtherAmounts {
  readonly #matching: Matching;
  readonly #apart: number;
  readonly #bySide = new Map<Side, ReadonlyMap<string, Amounts>>();

  constructor(matching: Matching) {
    this.#matching = matching;
    this.#apart = matching.parameters.daysForward + matching.parameters.daysBack;
  }

  /** Amounts of the four nearest such rows from its own amount upwards, and of the four nearest below it. */
  of({ side, row }: { readonly side: Side; readonly row: number }): number[] {
    const { account, source } = this.#matching;
    const rows = account[side];
    const known = this.#bySide.get(side) ?? amountsOf(source, side);
    this.#bySide.set(side, known);
    const { sizes, starts, days } = known.get(bandOf(account.currencies[rows.currency[row]], rows.amount[row]))!;
    const day = rows.day[row];
    const farOf = (at: number): number => {
      const first = starts[at];
      const end = starts[at + 1];
      if (days[first] > day + this.#apart || days[end - 1] < day - this.#apart) return end - first;
      return below(days, day - this.#apart, first, end) - first + end - below(days, day + this.#apart + 1, first, end);
    };
    const own = below(sizes, Math.abs(rows.amount[row]), 0, sizes.length);
    const near: number[] = [];
    const take = (at: number, most: number): void => {
      for (let left = farOf(at); left > 0 && near.length < most; left--) near.push(sizes[at]);
    };
    for (let at = own; at < sizes.length && near.length < EACH_WAY; at++) take(at, EACH_WAY);
    const most = near.length + EACH_WAY;
    for (let at = own - 1; at >= 0 && near.length < most; at--) take(at, most);
    return near;
  }
}

const bandOf = (currency: string, amount: number): string => `${currency} ${amount > 0}`;

function amountsOf(source: AccountSource, side: Side): ReadonlyMap<string, Amounts> {
  const { amount, currency, currencies } = source[side];
  const bands = new Map<string, number[]>();
  for (const row of source.rows[side]) {
    const band = bandOf(currencies[currency[row]], amount[row]);
    const known = bands.get(band);
    if (known === undefined) bands.set(band, [row]);
    else known.push(row);
  }
  const sorted = new Map<string, Amounts>();
  for (const [band, rows] of bands) {
    const ofRows = new Float64Array(rows.length);
    const daysOf = new Float64Array(rows.length);
    for (let k = 0; k < rows.length; k++) {
      const row = rows[k];
      ofRows[k] = Math.abs(amount[row]);
      daysOf[k] = dayOf(source[side], row) - NO_DAY;
    }
    sorted.set(band, byAmountAndDay(ofRows, daysOf));
  }
  return sorted;
}

/** `days`: counted from NO_DAY, so that none is negative. */
function byAmountAndDay(amounts: Float64Array, days: Float64Array): Amounts {
  const n = amounts.length;
  const order = radixOrder([days, amounts], n);
  const sizes = new Float64Array(n);
  const starts = new Uint32Array(n + 1);
  const sorted = new Int32Array(n);
  let count = 0;
  for (let k = 0; k < n; k++) {
    const row = order[k];
    sorted[k] = days[row] + NO_DAY;
    if (count > 0 && sizes[count - 1] === amounts[row]) continue;
    sizes[count] = amounts[row];
    starts[count++] = k;
  }
  starts[count] = n;
  return { sizes: sizes.subarray(0, count), starts, days: sorted };
}

/** The place in an ascending part of a list before which all is less. */
function below(ascending: Float64Array | Int32Array, than: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < than) low = middle + 1;
    else high = middle;
  }
  return low;
}
