// Sorts rows with equal day and magnitude, such as many payments of one round amount on one day. The next parts of
// canonical order (sign, value day, five bytes of the reference after the common beginning) are packed into one number
// for each row, so that texts are compared only if those numbers are equal.

import type { RowColumns, TextColumn } from './columns.ts';

/** Up to this many rows are sorted by insertion; more are merged from sorted parts of this size. */
const FEW = 12;
/** Range of the value day in a number, which also has the sign and five bytes of the reference. */
const DAYS = 1 << 12;
const REFERENCE_BYTES = 5;
const REFERENCE_ROOM = 256 ** REFERENCE_BYTES;

/** `places`: ascending indexes into `rows` that are tied. `compare`: the complete order of two rows. */
interface Ties {
  readonly columns: RowColumns;
  readonly rows: Uint32Array;
  readonly places: Uint32Array;
  readonly compare: (columns: RowColumns, i: number, j: number) => number;
}

/** Sorts `places` in place. */
export function sortTies(ties: Ties): void {
  const { places } = ties;
  const n = places.length;
  const keys = n > FEW ? keysOf(ties) : new Float64Array(n);
  const work = { ...ties, keys };
  for (let from = 0; from < n; from += FEW) insert(work, from, Math.min(n, from + FEW));
  let source: Keyed = { keys, places };
  let target: Keyed = { keys: new Float64Array(n > FEW ? n : 0), places: new Uint32Array(n > FEW ? n : 0) };
  for (let width = FEW; width < n; width *= 2) {
    for (let from = 0; from < n; from += 2 * width) {
      merge(ties, source, target, { from, middle: Math.min(n, from + width), to: Math.min(n, from + 2 * width) });
    }
    [source, target] = [target, source];
  }
  if (source.places !== places) places.set(source.places);
}

interface Keyed {
  readonly keys: Float64Array;
  readonly places: Uint32Array;
}

function insert({ columns, rows, places, compare, keys }: Ties & Keyed, from: number, to: number): void {
  for (let at = from + 1; at < to; at++) {
    const place = places[at];
    const key = keys[at];
    let k = at - 1;
    for (; k >= from; k--) {
      const lead = keys[k] - key || compare(columns, rows[places[k]], rows[place]);
      if (lead <= 0) break;
      places[k + 1] = places[k];
      keys[k + 1] = keys[k];
    }
    places[k + 1] = place;
    keys[k + 1] = key;
  }
}

function merge(
  { columns, rows, compare }: Ties,
  source: Keyed,
  target: Keyed,
  { from, middle, to }: { from: number; middle: number; to: number },
): void {
  let a = from;
  let b = middle;
  for (let at = from; at < to; at++) {
    let takeFirst = b >= to;
    if (a < middle && b < to) {
      const lead = source.keys[a] - source.keys[b];
      takeFirst = (lead || compare(columns, rows[source.places[a]], rows[source.places[b]])) <= 0;
    }
    const taken = takeFirst ? a++ : b++;
    target.keys[at] = source.keys[taken];
    target.places[at] = source.places[taken];
  }
}

/** Sort keys: smaller numbers come first in canonical order; for equal numbers `compare` decides. */
function keysOf({ columns, rows, places }: Ties): Float64Array {
  const n = places.length;
  const keys = new Float64Array(n);
  const { amount, valueDay, currency, reference } = columns;
  const first = rows[places[0]];
  let earliest = valueDay[first];
  let latest = earliest;
  let oneCurrency = true;
  for (let k = 1; k < n; k++) {
    const row = rows[places[k]];
    earliest = Math.min(earliest, valueDay[row]);
    latest = Math.max(latest, valueDay[row]);
    oneCurrency &&= currency[row] === currency[first];
  }
  // Days too far apart for their range, or missing ones, are left to `compare`.
  const dated = latest - earliest < DAYS;
  const skip = dated && oneCurrency ? sharedBeginning(reference, rows, places) : 0;
  for (let k = 0; k < n; k++) {
    const row = rows[places[k]];
    const day = dated ? valueDay[row] - earliest : 0;
    const bytes = dated && oneCurrency ? bytesFrom(reference, row, skip) : 0;
    keys[k] = ((amount[row] > 0 ? DAYS : 0) + day) * REFERENCE_ROOM + bytes;
  }
  return keys;
}

/** Number of first bytes that all references share. */
function sharedBeginning({ bytes, offsets }: TextColumn, rows: Uint32Array, places: Uint32Array): number {
  const begin = offsets[rows[places[0]]];
  let shared = offsets[rows[places[0]] + 1] - begin;
  for (let k = 1; k < places.length && shared > 0; k++) {
    const from = offsets[rows[places[k]]];
    const length = Math.min(shared, offsets[rows[places[k]] + 1] - from);
    let at = 0;
    while (at < length && bytes[from + at] === bytes[begin + at]) at++;
    shared = at;
  }
  return shared;
}

/** Five bytes of a text as one number, with zeros after its end. */
function bytesFrom({ bytes, offsets }: TextColumn, row: number, skip: number): number {
  const from = offsets[row] + skip;
  const end = offsets[row + 1];
  let value = 0;
  for (let at = from; at < from + REFERENCE_BYTES; at++) value = value * 256 + (at < end ? bytes[at] : 0);
  return value;
}
