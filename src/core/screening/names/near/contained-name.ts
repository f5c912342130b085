// A listed company or ship whose whole name stands in a longer text: `Payment to X, invoice 4471`, `X, Lagos Branch`,
// `Harmony (ex X)`. What stands round it says nothing against it.

import type { ComparableName, NameToken } from '../name-tokens.ts';
import { bareWords, type NameKind, wordsOf } from '../name-words.ts';

/** Bits more where the name is set apart in the text: with its legal form, between signs, behind `motor vessel`. */
const SET_APART = 5;

/**
 * Bits of the listed name's words that are all in the text: of all of them where they stand together, else of its own,
 * in order. 0 if one is missing.
 */
export function containedBits(text: ComparableName, listed: ComparableName): number {
  const [bare = '', withForm = bare] = listed.letters;
  // Most end here: a letter is not in the text.
  if (bare === '' || (listed.letterBits & ~text.writtenBits) !== 0) return 0;
  if (withForm !== bare && standsIn(withForm, text.written)) return bitsOf(listed.tokens) + SET_APART;
  if (standsIn(bare, text.written)) return bitsOf(listed.tokens) + (isSetApart(bare, text) ? SET_APART : 0);
  let [bits, at] = [0, 0];
  for (const { text: word, bits: own, isCommon } of listed.tokens) {
    if (isCommon) continue;
    while (at < text.tokens.length && text.tokens[at].text !== word) at++;
    if (at++ >= text.tokens.length) return 0;
    bits += own;
  }
  return bits;
}

const bitsOf = (tokens: readonly NameToken[]): number => tokens.reduce((sum, { bits }) => sum + bits, 0);

/** Whether the letters are those of neighbouring words, however they are divided. */
function standsIn(letters: string, words: readonly string[]): boolean {
  for (let from = 0; from < words.length; from++) {
    let length = 0;
    for (let at = from; at < words.length && letters.startsWith(words[at], length); at++) {
      length += words[at].length;
      if (length === letters.length) return true;
    }
  }
  return false;
}

/** Signs that divide a text, and dashes between words. */
const DIVIDING = /[()[\]{}<>"“”„«»;,:|/\\+]| [-–—] /u;
/** Words for a ship or an aircraft in papers, before its name or behind it. */
const CALLED = new Set(
  (
    'motor steam vessel ship steamer tanker yacht tug barge boat aircraft airplane plane helicopter ex ' +
    'm v t r s mv mt ms ss rv my'
  ).split(' '),
);

/** Whether a part of the text is that name alone. */
const isSetApart = (letters: string, { text, kind }: ComparableName): boolean =>
  text.split(DIVIDING).some((part) => calledIn(part, kind) === letters);

const calledIn = (part: string, kind: NameKind): string =>
  bareWords(wordsOf(part, kind))
    .filter((word) => !CALLED.has(word))
    .join('');
