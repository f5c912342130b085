// The words of an account: their bytes, how many rows carry each, and the weights for comparing texts.

import type { Account } from '../account.ts';
import type { ByteInterner } from '../reading/byte-interner.ts';
import { aboutWords, countWords, type WordCounts } from './weighed-texts.ts';

export interface KnownWords {
  /** Words by number. */
  readonly words: ByteInterner;
  readonly counts: WordCounts;
  /** Weight and kind of each word (weighed-texts.ts). */
  readonly about: Int32Array;
}

export function knownWords(account: Account): KnownWords {
  const counts = countWords(account);
  return { words: account.words, counts, about: aboutWords(account.words, counts) };
}
