// The words by which two unlinked rows are recognised as one transaction: words that are not the bank's own, and long
// numbers. Two rows have the same words when nearly all words of the shorter text are in the other.

import { type RowColumns, textAt } from '../../records/rows/columns.ts';
import { tellingWords } from '../purpose/purpose.ts';

/** The share of the shorter text's words that must be in the other. */
const LEAST_SHARE = 0.75;

export type RowWords = ReadonlySet<string>;

export const wordsOfRow = ({ reference, narration }: RowColumns, row: number): RowWords =>
  new Set([...tellingWords(textAt(narration, row)), ...tellingWords(textAt(reference, row))]);

export function haveSameWords(a: RowWords, b: RowWords): boolean {
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a];
  if (fewer.size === 0) return false;
  let shared = 0;
  for (const word of fewer) if (more.has(word)) shared++;
  return shared / fewer.size >= LEAST_SHARE && (shared >= 2 || more.size <= 3);
}
