// Amounts that the rows of a pool cannot be meant for: of rows of the target's side, currency and direction that lie so
// far from it that no row is in the search days of both. What a pool comes to among them, it comes to by chance.

import type { Side } from '../../records/rows/columns.ts';
import type { Matching } from '../tiers/key-tiers.ts';
import { bandOf } from './pools.ts';

/** Rows whose amounts are tried on each side of the target's own. */
const EACH_WAY = 4;

interface Amounts {
  /** Each once, the smallest first. */
  readonly sizes: readonly number[];
  /** Of the rows of each, ascending. */
  readonly days: readonly (readonly number[])[];
}

export class OtherAmounts {
  readonly #matching: Matching;
  readonly #apart: number;
  readonly #bySide: Readonly<Record<Side, ReadonlyMap<number, Amounts>>>;

  constructor(matching: Matching) {
    this.#matching = matching;
    this.#apart = matching.parameters.daysForward + matching.parameters.daysBack;
    this.#bySide = { gl: amountsOf(matching.account.gl), bank: amountsOf(matching.account.bank) };
  }

  /** Of the four nearest such rows from its own amount upwards, and of the four nearest below it. */
  of({ side, row }: { readonly side: Side; readonly row: number }): number[] {
    const rows = this.#matching.account[side];
    const { sizes, days } = this.#bySide[side].get(bandOf(rows, row))!;
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

function amountsOf(rows: Matching['account'][Side]): ReadonlyMap<number, Amounts> {
  const bands = new Map<number, Map<number, number[]>>();
  for (let i = 0; i < rows.n; i++) {
    const band = bandOf(rows, i);
    const daysOf = bands.get(band) ?? new Map<number, number[]>();
    bands.set(band, daysOf);
    const size = Math.abs(rows.amount[i]!);
    const known = daysOf.get(size);
    if (known === undefined) daysOf.set(size, [rows.day[i]!]);
    else known.push(rows.day[i]!);
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
