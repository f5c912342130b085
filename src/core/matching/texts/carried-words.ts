// Tells which rows of an account carry one of a list of words (core/words). Words are whole tokens.

import type { Account, AccountSide } from '../account.ts';

const encoder = new TextEncoder();

/** The account's numbers of those words that some row of it carries. */
export function numbersOf({ words }: Account, list: readonly string[]): ReadonlySet<number> {
  const numbers = list.map((word) => encoder.encode(word)).map((bytes) => words.find(bytes, 0, bytes.length));
  return new Set(numbers.filter((token) => token >= 0));
}

/** Whether a row carries one of the words with these numbers. */
export function carriesAny({ text }: AccountSide, row: number, numbers: ReadonlySet<number>): boolean {
  if (numbers.size === 0) return false;
  for (let t = text.tokenStart[row]; t < text.tokenStart[row + 1]; t++) {
    if (numbers.has(text.tokens[t])) return true;
  }
  return false;
}
