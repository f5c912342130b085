// How many entities of a list have a word that agrees with an asked one as well as a given word does. Where a list has
// many words that are nearly alike, a near one says little.

import type { NameToken } from '../name-tokens.ts';
import { wordEvidence } from './word-evidence.ts';

/** Entities of the list that agree with `asked` by `bits` or more, one at least. */
export type Agreeing = (asked: NameToken, bits: number) => number;

/** Words that are compared for one count: enough to know that a word is frequent. */
const MOST_COMPARED = 4_096;

interface ListedWords {
  readonly tokens: readonly NameToken[];
  readonly keysOf: (token: NameToken) => readonly string[];
  /** Entities that have a word. */
  readonly holders: ReadonlyMap<string, number>;
}

export function agreeingIn({ tokens, keysOf, holders }: ListedWords): Agreeing {
  const places = new Map<string, number[]>();
  tokens.forEach((token, place) => {
    for (const key of keysOf(token)) {
      const some = places.get(key);
      if (some === undefined) places.set(key, [place]);
      else some.push(place);
    }
  });
  return (asked, bits) => {
    const near = new Set<number>();
    for (const key of keysOf(asked)) {
      for (const place of places.get(key) ?? []) {
        if (near.size >= MOST_COMPARED) break;
        near.add(place);
      }
    }
    let count = 0;
    for (const place of near) {
      const token = tokens[place];
      if ((wordEvidence(asked, token)?.bits ?? -1) >= bits) count += holders.get(token.text) ?? 0;
    }
    return Math.max(1, count);
  };
}
