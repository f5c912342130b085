// The number of a cheque inside a text: a few digits identify nothing by themselves, but right after a word for a
// cheque they are the number that both sides know. Rules: docs/decisions/matching-definitions.md, "Identifiers of a
// row".

import { FOLD, isDigit, SHAPE, WORD } from './identifier-shape.ts';
import { CHEQUE, NUMBER } from './normalising.ts';

const isWord = (byte: number): boolean => SHAPE[byte] >= WORD;

/** Whether the token that begins at `at` stands right after a word for a cheque; the text begins at byte `from`. */
export function followsCheque(bytes: Uint8Array, from: number, at: number): boolean {
  let end = wordBefore(bytes, from, at);
  if (endsWith(bytes, from, end, NUMBER)) end = wordBefore(bytes, from, startOf(bytes, from, end));
  return endsWith(bytes, from, end, CHEQUE);
}

/** Where the word before a place ends. */
function wordBefore(bytes: Uint8Array, from: number, at: number): number {
  while (at > from && !isWord(bytes[at - 1])) at--;
  return at;
}

function startOf(bytes: Uint8Array, from: number, end: number): number {
  while (end > from && isWord(bytes[end - 1])) end--;
  return end;
}

/** Whether the word that ends at `end` is one of these, whatever its case. */
function endsWith(bytes: Uint8Array, from: number, end: number, words: readonly Uint8Array[]): boolean {
  const start = startOf(bytes, from, end);
  return words.some((word) => {
    if (word.length !== end - start) return false;
    for (let k = 0; k < word.length; k++) if (FOLD[bytes[start + k]] !== word[k]) return false;
    return true;
  });
}

/** Whether a digit stands behind one separator: then a number of one or two digits begins a date or an amount. */
export const goesOn = (bytes: Uint8Array, end: number, textEnd: number): boolean =>
  end + 1 < textEnd && !isWord(bytes[end]) && isDigit(bytes[end + 1]);
