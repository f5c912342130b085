// The open classes of one side, sorted by currency, sign and magnitude, so that the classes within an amount range lie
// together; and, when a crowd makes it necessary, the classes that carry each rare token.

import { radixOrder } from '../records/canonical-order.ts';
import { type AccountSide, OPEN } from './account.ts';
import { type Classes, classesOf, firstRow } from './classes.ts';
import type { SideKeys } from './keys.ts';
import type { TextScore } from './text-score.ts';

export interface ClassIndex {
  readonly side: AccountSide;
  readonly classes: Classes;
  /** Class numbers in sorted order; a "place" is an index into it. */
  readonly order: Uint32Array;
  /** First row of the class at each place, and what a search asks of it, side by side in memory. */
  readonly row: Uint32Array;
  readonly day: Int32Array;
  readonly valueDay: Int32Array;
  readonly key: Int32Array;
  readonly hard: Uint8Array;
  readonly magnitude: Float64Array;
  /** Places [bounds[2 x currency + (money in ? 1 : 0)] .. next) hold one currency and sign. */
  readonly bounds: Uint32Array;
}

const bandOf = (side: AccountSide, row: number): number => side.currency[row]! * 2 + (side.amount[row]! > 0 ? 1 : 0);

/** `accepts` narrows the open rows. */
export function indexOpen(
  side: AccountSide,
  { key, hard }: SideKeys,
  accepts: (row: number) => boolean = () => true,
): ClassIndex {
  const open = new Uint32Array(side.n);
  let n = 0;
  for (let i = 0; i < side.n; i++) if (side.state[i] === OPEN && accepts(i)) open[n++] = i;
  const classes = classesOf(side, key, open.subarray(0, n));
  const magnitudes = new Float64Array(classes.count);
  const bands = new Float64Array(classes.count);
  let most = 0;
  for (let c = 0; c < classes.count; c++) {
    const first = firstRow(classes, c);
    magnitudes[c] = Math.abs(side.amount[first]!);
    bands[c] = bandOf(side, first);
    if (bands[c]! > most) most = bands[c]!;
  }
  const order = radixOrder([magnitudes, bands], classes.count);
  const bounds = new Uint32Array(Math.max(most, 511) + 2);
  for (let c = 0; c < classes.count; c++) bounds[bands[c]! + 1]!++;
  for (let k = 1; k < bounds.length; k++) bounds[k]! += bounds[k - 1]!;
  const row = order.map((c) => firstRow(classes, c));
  return {
    side,
    classes,
    order,
    row,
    day: Int32Array.from(row, (i) => side.day[i]!),
    valueDay: Int32Array.from(row, (i) => side.valueDay[i]!),
    key: Int32Array.from(row, (i) => key[i]!),
    hard: Uint8Array.from(row, (i) => hard[i]!),
    magnitude: Float64Array.from(order, (c) => magnitudes[c]!),
    bounds,
  };
}

/** First place in [from, to) whose magnitude is at least `least`. */
function lowerBound(magnitude: Float64Array, from: number, to: number, least: number): number {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (magnitude[middle]! < least) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Places of one currency and sign (a band) with a magnitude in [low, high]. */
export function placesWithin(
  index: ClassIndex,
  band: number,
  [low, high]: readonly [number, number],
): readonly [number, number] {
  const from = index.bounds[band]!;
  const to = index.bounds[band + 1]!;
  const first = lowerBound(index.magnitude, from, to, low);
  return [first, lowerBound(index.magnitude, first, to, high + 0.5)];
}

export const bandOfRow = bandOf;

/** For each rare token the places that carry it, ascending. */
export interface RareIndex {
  readonly start: Uint32Array;
  readonly places: Uint32Array;
}

export function indexRare({ side, row }: ClassIndex, text: TextScore): RareIndex {
  const start = new Uint32Array(text.rare.length + 2);
  const { tokens, tokenStart } = side.text;
  const each = (visit: (token: number, place: number) => void): void => {
    for (let place = 0; place < row.length; place++) {
      const i = row[place]!;
      for (let t = tokenStart[i]!; t < tokenStart[i + 1]!; t++) if (text.rare[tokens[t]!]) visit(tokens[t]!, place);
    }
  };
  each((token) => {
    start[token + 2]!++;
  });
  for (let token = 0; token < text.rare.length; token++) start[token + 2]! += start[token + 1]!;
  const places = new Uint32Array(start[text.rare.length + 1]!);
  each((token, place) => {
    places[start[token + 1]!++] = place;
  });
  return { start: start.subarray(0, text.rare.length + 1), places };
}

/** First entry of a token's places that is at least `place`. */
export function placesFrom({ start, places }: RareIndex, token: number, place: number): number {
  let from = start[token]!;
  let to = start[token + 1]!;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (places[middle]! < place) from = middle + 1;
    else to = middle;
  }
  return from;
}
