// Whether a cell may be the words of a balance or a total, by the first letters of its first word, so that ordinary
// narrations need not become strings. Cells that pass are examined in full (core/reading/titles/row-words.ts).

import { ENTRY_WORDS } from '../../../core/reading/titles/row-words.ts';

/** Longest cell, in bytes, that is examined for words of a balance or a total in a row with an amount. */
export const LONGEST_WORDS = 40;
/** Letters of the first word that are compared: as many as fit an integer. */
const LETTERS = 4;
const BEGINNINGS: ReadonlySet<number> = new Set(
  [...ENTRY_WORDS].map((word) => [...word].reduce((n, c) => (n << 8) | c.charCodeAt(0), 0)),
);

/** The small letter or digit of each byte, 0 for any other character. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, c) => {
  const letter = String.fromCharCode(c).toLowerCase();
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : 0;
});

/** Whether a cell begins like the words of a balance or a total. A letter beyond ASCII always passes. */
export function mayBeBalance(bytes: Uint8Array, from: number, to: number): boolean {
  let p = from;
  while (p < to && bytes[p] < 0x80 && PLAIN[bytes[p]] === 0) p++;
  let n = 0;
  const end = Math.min(to, p + LETTERS);
  for (; p < end; p++) {
    const c = bytes[p];
    if (c >= 0x80) return true;
    const letter = PLAIN[c];
    if (letter === 0) break;
    n = (n << 8) | letter;
  }
  return BEGINNINGS.has(n);
}
