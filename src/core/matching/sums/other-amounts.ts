// Amounts that the rows of a pool cannot be meant for: of rows of the target's side, currency and direction that lie so
// far from it that no row is in the search days of both, matched or not, and however early. What a pool comes to among
// them, it comes to by chance.

import { NO_DAY } from '../../money/calendar.ts';
import type { Side } from '../../records/rows/columns.ts';
import type { AccountSource } from '../account-source.ts';
import type { Matching } from '../matching.ts';

/** Rows whose amounts are tried on each side of the target's own. */
const EACH_WAY = 4;

interface Amounts {
  /** Each once, the smallest first. */
  readonly sizes: readonly number[];
  /** Days of the rows of each size, ascending. */
  readonly days: readonly (readonly number[])[];
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
    const { sizes, days } = known.get(bandOf(account.currencies[rows.currency[row]!]!, rows.amount[row]!))!;
    const day = rows.day[row]!;
    const farOf = (at: number): number =>
      below(days[at]!, day - this.#apart) + days[at]!.length - below(days[at]!, day + this.#apart + 1);
    const own = below(sizes, Math.abs(rows.amount[row]!));
    const near: number[] = [];
    const take = (at: number, most: number): void => {
      for (let left = farOf(at); left > 0 && near.length < most; left--) near.push(sizes[at]!);
    };
    for (let at = own; at < sizes.length && near.length < EACH_WAY; at++) take(at, EACH_WAY);
    const most = near.length + EACH_WAY;
    for (let at = own - 1; at >= 0 && near.length < most; at--) take(at, most);
    return near;
  }
}

const bandOf = (currency: string, amount: number): string => `${currency} ${amount > 0}`;

function amountsOf(source: AccountSource, side: Side): ReadonlyMap<string, Amounts> {
  const { amount, currency, currencies, bookingDay, valueDay } = source[side];
  const bands = new Map<string, Map<number, number[]>>();
  for (const row of source.rows[side]) {
    const band = bandOf(currencies[currency[row]!]!, amount[row]!);
    let daysOf = bands.get(band);
    if (daysOf === undefined) bands.set(band, (daysOf = new Map<number, number[]>()));
    const size = Math.abs(amount[row]!);
    const day = bookingDay[row] === NO_DAY ? valueDay[row]! : bookingDay[row]!;
    const known = daysOf.get(size);
    if (known === undefined) daysOf.set(size, [day]);
    else known.push(day);
  }
  return new Map(
    [...bands].map(([band, daysOf]) => {
      const sizes = [...daysOf.keys()].sort((a, b) => a - b);
      return [band, { sizes, days: sizes.map((size) => daysOf.get(size)!.sort((a, b) => a - b)) }];
    }),
  );
}

/** How many of ascending numbers are less. */
function below(ascending: readonly number[], than: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < than) low = middle + 1;
    else high = middle;
  }
  return low;
}
