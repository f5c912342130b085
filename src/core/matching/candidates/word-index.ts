// For each telling word the places of an index that carry it. In a crowd only places that share a telling word are
// looked at. Rules: docs/decisions/matching-definitions.md, "Candidates".

import { WEIGHT } from '../texts/weighed-texts.ts';
import type { TextIndex } from './class-index.ts';

/** For each telling word the places that carry it, ascending. */
export interface WordIndex {
  readonly start: Uint32Array;
  readonly places: Uint32Array;
  /** One sum for each place, for the caller to add to; zeros otherwise. */
  readonly weights: Uint16Array;
}

/** Indexes words that weigh at least `least`; `words`: how many words there are. */
export function wordIndex(
  { texts, row }: TextIndex,
  { words, least }: { readonly words: number; readonly least: number },
): WordIndex {
  const start = new Uint32Array(words + 2);
  const { tokens, about, tokenStart } = texts;
  for (let t = 0; t < tokens.length; t++) if ((about[t] & WEIGHT) >= least) start[tokens[t] + 2]++;
  for (let word = 0; word < words; word++) start[word + 2] += start[word + 1];
  const places = new Uint32Array(start[words + 1]);
  for (let place = 0; place < row.length; place++) {
    for (let t = tokenStart[place]; t < tokenStart[place + 1]; t++) {
      if ((about[t] & WEIGHT) >= least) places[start[tokens[t] + 1]++] = place;
    }
  }
  return { start: start.subarray(0, words + 1), places, weights: new Uint16Array(row.length) };
}

/** First entry of a word's places that is at least `place`. */
export function postingsFrom({ start, places }: WordIndex, word: number, place: number): number {
  let from = start[word];
  let to = start[word + 1];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (places[middle] < place) from = middle + 1;
    else to = middle;
  }
  return from;
}
