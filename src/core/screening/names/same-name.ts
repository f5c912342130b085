// Names of entities of two kinds: a company under the name of a listed person or ship. Such names say that they are one
// only where they are the same, word for word: everybody trades under words that some ship or person has.

import { type BestNames, compareNames, NO_NAMES } from './compare-names.ts';
import type { ComparableName } from './name-tokens.ts';

/** The least likeness of each whole name: other spellings, no other word. */
const LEAST = 0.9;

/** The best of all pairs of names that are the same, with the second name of that pair. */
export function sameNames(ours: readonly ComparableName[], theirs: readonly ComparableName[]): BestNames {
  let best = NO_NAMES;
  for (const a of ours) {
    for (const b of theirs) {
      if (a.joined !== b.joined && (a.tokens.length !== b.tokens.length || a.tokens.length < 2)) continue;
      const { score, pairs } = compareNames(a, b);
      if (score >= LEAST && score > best.score) best = { score, pairs, full: score, theirs: b.text };
    }
  }
  return best;
}
