// The cost of a word that only one row of a pair has. It is lower if such words are often missing on the other side of
// true pairs. It is learned by side, by how many rows carry the word, and by whether the word holds a digit. Rules:
// docs/decisions/matching-definitions.md, "Text".

import type { Side } from '../../records/rows/columns.ts';
import { BIT, bits } from './bits.ts';

/** Number of kinds of words: by the power of two of the rows that carry them, without and with a digit. */
const KINDS = 64;
/** The kind of a word with a digit that only one row has: no row of the other side can have it. */
export const LONE_NUMBER = 1;
/** First guess: six words in ten are found on the other side; it counts as this many words. */
const PRIOR_WORDS = 20;
const PRIOR_MISSING = 8;
const MOST = 8 * BIT;

/** For each side and kind of word, in sixteenths of a bit. */
export type PenaltyTables = Readonly<Record<Side, Int32Array>>;

/** `rows`: how many rows carry the word, at least 1. */
export const kindOf = (rows: number, holdsDigit: boolean): number => (31 - Math.clz32(rows)) * 2 + (holdsDigit ? 1 : 0);

export class Penalties {
  readonly #words = { gl: new Uint32Array(KINDS), bank: new Uint32Array(KINDS) };
  readonly #missing = { gl: new Uint32Array(KINDS), bank: new Uint32Array(KINDS) };

  /** Counts a word of a clear pair. */
  count(side: Side, kind: number, isFound: boolean): void {
    this.#words[side][kind]++;
    if (!isFound) this.#missing[side][kind]++;
  }

  /** For each kind of word, in sixteenths of a bit. */
  table(side: Side): Int32Array {
    return Int32Array.from({ length: KINDS }, (_, kind) => {
      if (kind === LONE_NUMBER) return 0;
      const words = bits(this.#words[side][kind] + PRIOR_WORDS);
      return Math.min(MOST, Math.max(0, words - bits(this.#missing[side][kind] + PRIOR_MISSING)));
    });
  }
}
