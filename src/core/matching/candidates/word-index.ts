// For each telling word the places of an index that carry it. In a crowd only places that share a telling word are
// looked at. Rules: docs/decisions/matching-definitions.md, "Candidates".

import { BIT } from '../evidence/bits.ts';
import { WEIGHT } from '../texts/weighed-texts.ts';
import type { TextIndex } from './class-index.ts';

/** A telling word weighs at least this: at most one row in four has it. */
export const TELLING = 2 * BIT;

/** For each telling word the places that carry it, ascending. */
export interface WordIndex {
  readonly start: Uint32Array;
  readonly places: Uint32Array;
  /** One sum for each place, for the caller to add to; zeros otherwise. */
  readonly weights: Uint16Array;
}

/** `words`: how many words there are. */
export function wordIndex({ texts, row }: TextIndex, words: number): WordIndex {
  const start = new Uint32Array(words + 2);
  const { tokens, about, tokenStart } = texts;
  for (let t = 0; t < tokens.length; t++) if ((about[t] & WEIGHT) >= TELLING) start[tokens[t] + 2]++;
  for (let word = 0; word < words; word++) start[word + 2] += start[word + 1];
  const places = new Uint32Array(start[words + 1]);
  for (let place = 0; place < row.length; place++) {
    for (let t = tokenStart[place]; t < tokenStart[place + 1]; t++) {
      if ((about[t] & WEIGHT) >= TELLING) places[start[tokens[t] + 1]++] = place;
    }
  }
  return { start: start.subarray(0, words + 1), places, weights: new Uint16Array(row.length) };
}

/** First entry in [from, to) of a list of places that is at least `place`. */
export function firstFrom(places: Uint32Array, from: number, to: number, place: number): number {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (places[middle] < place) from = middle + 1;
    else to = middle;
  }
  return from;
}
