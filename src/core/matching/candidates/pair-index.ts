// For each two telling words the places of an index that carry both. Where the words of a crowd have more carriers than
// may be looked at, those that share two words are few. Rules: docs/decisions/matching-definitions.md, "Candidates".

import { radixOrder } from '../../records/rows/radix-order.ts';
import type { TextIndex } from './class-index.ts';

/** Only the rarest words of a text are taken in pairs. */
export const PAIRED_WORDS = 6;

export interface PairIndex {
  /** Two words as one number (`pairKey`), ascending; equal ones by place. */
  readonly keys: Float64Array;
  readonly places: Uint32Array;
}

/** `words`: how many words there are. Two words in either order have one key. */
export const pairKey = (a: number, b: number, words: number): number => Math.min(a, b) * words + Math.max(a, b);

/** `rarestOf`: the telling words of a place, rarest first; `words`: how many words there are. */
export function pairIndex(
  { row }: TextIndex,
  rarestOf: (place: number) => readonly number[],
  words: number,
): PairIndex {
  const keys: number[] = [];
  const places: number[] = [];
  for (let place = 0; place < row.length; place++) {
    const own = rarestOf(place);
    const count = Math.min(PAIRED_WORDS, own.length);
    for (let second = 1; second < count; second++) {
      for (let first = 0; first < second; first++) {
        keys.push(pairKey(own[first], own[second], words));
        places.push(place);
      }
    }
  }
  const order = radixOrder([new Float64Array(keys)], keys.length);
  const sorted = { keys: new Float64Array(order.length), places: new Uint32Array(order.length) };
  for (let k = 0; k < order.length; k++) {
    sorted.keys[k] = keys[order[k]];
    sorted.places[k] = places[order[k]];
  }
  return sorted;
}

/** First entry whose key is at least `key`. */
export function firstOfKey({ keys }: PairIndex, key: number): number {
  let from = 0;
  let to = keys.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (keys[middle] < key) from = middle + 1;
    else to = middle;
  }
  return from;
}
