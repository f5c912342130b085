// The open classes of one side, sorted by currency and sign (a band), then by magnitude and day, so that the classes of
// one amount and some days lie together; or by day and magnitude, where amounts need only agree and a window has fewer
// days than a range has amounts.

import { radixOrder } from '../../records/rows/radix-order.ts';
import type { AccountSide } from '../account.ts';
import { BATCH } from '../batch.ts';
import { type Classes, classesOf, firstRow, sizeOf } from '../classes.ts';
import type { SideKeys } from '../keys/side-keys.ts';
import { OPEN } from '../side-numbers.ts';
import { type WeighedTexts, weigh } from '../texts/weighed-texts.ts';

export interface ClassIndex {
  readonly side: AccountSide;
  readonly classes: Classes;
  /** Class numbers in sorted order; a "place" is an index into it. */
  readonly order: Uint32Array;
  /** First row of the class at each place, with the figures that a search reads, side by side in memory. */
  readonly row: Uint32Array;
  readonly day: Int32Array;
  readonly valueDay: Int32Array;
  readonly key: Int32Array;
  readonly hard: Uint8Array;
  readonly transaction: Int32Array;
  /** First and last three bytes of the key. If neither are equal, neither key is a cut form of the other. */
  readonly keyHead: Int32Array;
  readonly keyTail: Int32Array;
  readonly keyLength: Uint32Array;
  readonly magnitude: Float64Array;
  /** Whether a band's places ascend by day, then magnitude; else by magnitude, then day. */
  readonly isByDay: boolean;
  /**
   * For each place the end of its run: the places of its band with its day (with its magnitude, if not isByDay). Within
   * a run the other one ascends.
   */
  readonly runEnd: Uint32Array;
  /** How many rows the classes before each place have. */
  readonly rowsBefore: Uint32Array;
  /** Least and greatest value day less day. */
  readonly skew: { least: number; greatest: number };
  /** Places [bounds[2 x currency + (money in ? 1 : 0)] .. next) hold one currency and sign. */
  readonly bounds: Uint32Array;
}

const bandOf = (side: AccountSide, row: number): number => side.currency[row] * 2 + (side.amount[row] > 0 ? 1 : 0);

interface IndexOptions {
  readonly isByDay?: boolean;
  /** Narrows the open rows. */
  readonly accepts?: (row: number) => boolean;
}

export function indexOpen(
  side: AccountSide,
  keys: SideKeys,
  { isByDay = false, accepts }: IndexOptions = {},
): ClassIndex {
  const open = new Uint32Array(side.n);
  let n = 0;
  for (let i = 0; i < side.n; i++) if (side.state[i] === OPEN && (accepts === undefined || accepts(i))) open[n++] = i;
  const classes = classesOf(side, keys.key, open.subarray(0, n));
  const magnitudes = new Float64Array(classes.count);
  const bands = new Float64Array(classes.count);
  let most = 0;
  for (let c = 0; c < classes.count; c++) {
    const first = firstRow(classes, c);
    magnitudes[c] = Math.abs(side.amount[first]);
    bands[c] = bandOf(side, first);
    if (bands[c] > most) most = bands[c];
  }
  // Classes are in canonical order, which is by day, then magnitude.
  const order = radixOrder(isByDay ? [bands] : [magnitudes, bands], classes.count);
  const bounds = new Uint32Array(Math.max(most, 511) + 2);
  for (let c = 0; c < classes.count; c++) bounds[bands[c] + 1]++;
  for (let k = 1; k < bounds.length; k++) bounds[k] += bounds[k - 1];
  const index = allocate(side, classes, { order, bounds, isByDay });
  for (let first = 0; first < order.length; first += BATCH) placeBatch(index, keys, first);
  markRuns(index);
  return index;
}

/** Fills the places from `first` on with the figures of their classes that are compared. */
function placeBatch(index: ClassIndex, { key, hard, transaction, texts }: SideKeys, first: number): void {
  const { side, classes, order } = index;
  const last = Math.min(order.length, first + BATCH);
  for (let place = first; place < last; place++) {
    const i = firstRow(classes, order[place]);
    index.row[place] = i;
    index.day[place] = side.day[i];
    index.valueDay[place] = side.valueDay[i];
    index.key[place] = key[i];
    index.hard[place] = hard[i];
    index.transaction[place] = transaction[i];
    if (hard[i]) {
      index.keyLength[place] = texts.length(key[i]);
      // No key has fewer than three bytes.
      index.keyHead[place] = texts.wordAt(texts.start[key[i]]) >>> 8;
      index.keyTail[place] = texts.wordAt(texts.start[key[i] + 1] - 4) & 0xffffff;
    }
    index.magnitude[place] = Math.abs(side.amount[i]);
    index.rowsBefore[place + 1] = index.rowsBefore[place] + sizeOf(classes, order[place]);
    const skew = side.valueDay[i] - side.day[i];
    if (skew < index.skew.least) index.skew.least = skew;
    if (skew > index.skew.greatest) index.skew.greatest = skew;
  }
}

function markRuns({ magnitude, day, isByDay, runEnd, bounds }: ClassIndex): void {
  const outer = isByDay ? day : magnitude;
  for (let band = 0; band + 1 < bounds.length; band++) {
    const end = bounds[band + 1];
    for (let place = end - 1; place >= bounds[band]; place--) {
      runEnd[place] = place + 1 < end && outer[place + 1] === outer[place] ? runEnd[place + 1] : place + 1;
    }
  }
}

function allocate(
  side: AccountSide,
  classes: Classes,
  { order, bounds, isByDay }: { order: Uint32Array; bounds: Uint32Array; isByDay: boolean },
): ClassIndex {
  const n = order.length;
  return {
    side,
    classes,
    order,
    bounds,
    isByDay,
    rowsBefore: new Uint32Array(n + 1),
    row: new Uint32Array(n),
    day: new Int32Array(n),
    valueDay: new Int32Array(n),
    key: new Int32Array(n),
    hard: new Uint8Array(n),
    transaction: new Int32Array(n),
    keyHead: new Int32Array(n),
    keyTail: new Int32Array(n),
    keyLength: new Uint32Array(n),
    magnitude: new Float64Array(n),
    runEnd: new Uint32Array(n),
    skew: { least: 0, greatest: 0 },
  };
}

/** First place in [from, to) whose magnitude is at least `least`. */
export function firstOfSize(magnitude: Float64Array, from: number, to: number, least: number): number {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (magnitude[middle] < least) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** First place in [from, to), a run or a part of one, whose day is at least `day`. */
export function firstOfDay({ day: days }: Pick<ClassIndex, 'day'>, from: number, to: number, day: number): number {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (days[middle] < day) from = middle + 1;
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
  const from = index.bounds[band];
  const to = index.bounds[band + 1];
  const first = firstOfSize(index.magnitude, from, to, low);
  // Magnitudes are integers, so above high means at least high + 1. Adding a half would be lost in large ones.
  return [first, firstOfSize(index.magnitude, first, to, high + 1)];
}

export const bandOfRow = bandOf;

/** An index whose classes can be compared by their texts, which lie in the order of the places. */
export interface TextIndex extends ClassIndex {
  readonly texts: WeighedTexts;
}

/** `about`: weight and kind of words (weighed-texts.ts). */
export function indexForText(
  side: AccountSide,
  keys: SideKeys,
  about: Int32Array,
  options: IndexOptions = {},
): TextIndex {
  const index = indexOpen(side, keys, options);
  return { ...index, texts: weigh(side.text, index.row, about) };
}
