// What clear pairs have taught so far: how far apart they lie, and how often words of a kind were left without an
// answer (matching-definitions.md, "Words" and "Learning"). It goes from one contest to the next.

import type { Side } from '../../src/core/records/rows/columns.ts';
import { bits } from './figures.ts';
import type { WordWeights } from './word-weights.ts';

const MOST_COST = 128;

interface Met {
  /** Words that were met. */
  readonly n: number;
  /** Those without an answer. */
  readonly x: number;
}

export interface Learned {
  /** Clear pairs by days apart. */
  readonly days: ReadonlyMap<number, number>;
  /** By side and kind of word. */
  readonly words: ReadonlyMap<string, Met>;
}

export const NOTHING_LEARNED: Learned = { days: new Map(), words: new Map() };

/** One clear pair more: the words of each side, and those of them that found no answer. */
export interface ClearPair {
  readonly days: number;
  readonly words: Readonly<Record<Side, { all: readonly string[]; unanswered: readonly string[] }>>;
}

export function learn(before: Learned, pairs: readonly ClearPair[], weights: WordWeights): Learned {
  const days = new Map(before.days);
  const words = new Map(before.words);
  for (const pair of pairs) {
    days.set(pair.days, (days.get(pair.days) ?? 0) + 1);
    for (const side of ['gl', 'bank'] as const)
      for (const word of pair.words[side].all) {
        const name = `${side} ${weights.kind(word)}`;
        const { n, x } = words.get(name) ?? { n: 0, x: 0 };
        words.set(name, { n: n + 1, x: x + Number(pair.words[side].unanswered.includes(word)) });
      }
  }
  return { days, words };
}

/** What a word of a side costs that the other row does not answer. */
export function costOf(learned: Learned, side: Side, weights: WordWeights): (word: string) => number {
  return (word) => {
    if (weights.isNumberOfOneRow(word)) return 0;
    const { n, x } = learned.words.get(`${side} ${weights.kind(word)}`) ?? { n: 0, x: 0 };
    return Math.min(MOST_COST, Math.max(0, bits(n + 20) - bits(x + 8)));
  };
}
