// The words by which two rows are recognised as one affair though nothing links them: what their texts say besides the
// bank's own trade, and numbers long enough to mean something. Two rows have the same words when nearly all of the shorter
// text's stand in the other's.

import { type RowColumns, textAt } from '../../records/rows/columns.ts';
import { tellingWords } from '../purpose/purpose.ts';

/** So many of the shorter text's words must agree. */
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
