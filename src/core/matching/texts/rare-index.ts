// For each rare token the places of an index that carry it: in a crowd only those that share one are compared, and the best
// of many are found by how many they share. Rules: docs/decisions/matching-definitions.md, "Crowds".

import type { TextIndex } from '../candidates/class-index.ts';
import type { TextScore } from './text-score.ts';

/** For each rare token the places that carry it, ascending. */
export interface RareIndex {
  readonly start: Uint32Array;
  readonly places: Uint32Array;
  /** By place, for whoever counts; zeros otherwise. */
  readonly counts: Uint16Array;
}

export function indexRare({ texts, row }: TextIndex, text: TextScore): RareIndex {
  const start = new Uint32Array(text.size + 2);
  const { tokens, tokenStart } = texts;
  const each = (visit: (token: number, place: number) => void): void => {
    for (let place = 0; place < row.length; place++) {
      for (let t = tokenStart[place]!; t < tokenStart[place + 1]!; t++)
        if (text.isRare(tokens[t]!)) visit(tokens[t]!, place);
    }
  };
  each((token) => {
    start[token + 2]!++;
  });
  for (let token = 0; token < text.size; token++) start[token + 2]! += start[token + 1]!;
  const places = new Uint32Array(start[text.size + 1]!);
  each((token, place) => {
    places[start[token + 1]!++] = place;
  });
  return { start: start.subarray(0, text.size + 1), places, counts: new Uint16Array(row.length) };
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
