// A Korean name in the official romanisation of South Korea, written as McCune and Reischauer do, without their signs:
// Bak Jonghyeok as Pak Chong Hyok. Lists have North Koreans in that spelling.

import { HANGUL_SOUNDS } from './transliterate.ts';

const { firsts, vowels, lasts } = HANGUL_SOUNDS;

/** First sounds and vowels that are written otherwise. */
const FIRST: Readonly<Record<string, string>> = { b: 'p', d: 't', g: 'k', j: 'ch' };
const VOWEL: Readonly<Record<string, string>> = { eo: 'o', eu: 'u', yeo: 'yo' };

const longestFirst = (sounds: readonly string[]): string =>
  [...new Set(sounds)].sort((a, b) => b.length - a.length).join('|');
const SYLLABLE = `(${longestFirst(firsts)})(${longestFirst(vowels)})(${longestFirst(lasts)})`;
/** A word of one or two syllables. */
const WORD = new RegExp(`^${SYLLABLE}(?:${SYLLABLE})?$`);

/** Null where the words are no such name, or the same in both. */
export function mcCuneReischauer(words: readonly string[]): string[] | null {
  if (words.length !== 2) return null;
  const made: string[] = [];
  for (const word of words) {
    const [, ...sounds] = WORD.exec(word) ?? [];
    if (sounds.length === 0) return null;
    const rewritten = (at: number) => {
      const [first, vowel, last] = sounds.slice(at, at + 3);
      return first === undefined ? '' : `${FIRST[first] ?? first}${VOWEL[vowel] ?? vowel}${last}`;
    };
    made.push(rewritten(0) + rewritten(3));
  }
  return made.join('') === words.join('') ? null : made;
}
