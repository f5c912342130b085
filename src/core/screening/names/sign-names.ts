// A name in Chinese or Korean signs as its words, written in Latin letters. Such a name has no space between family and
// given name: it is divided where both parts are known names, else after the first sign.

import { variantsOf } from './name-variants.ts';
import { isOfSigns, readSigns } from './transliterate.ts';

interface ReadWord {
  readonly signs: string;
  readonly reading: string;
}

/** Null where no word has signs. */
export function readWords(words: readonly string[], isOfPerson: boolean): ReadWord[] | null {
  if (!words.some(isOfSigns)) return null;
  return words
    .flatMap((word) => (isOfPerson && words.length === 1 ? divided(word) : [word]))
    .map((signs) => ({ signs, reading: isOfSigns(signs) ? readSigns(signs) : signs }))
    .filter(({ reading }) => reading !== '');
}

/** Family names have one sign, rarely two. */
function divided(word: string): string[] {
  const signs = Array.from(word);
  if (signs.length < 2 || signs.length > 5) return [word];
  const parts = [1, 2]
    .filter((at) => at < signs.length)
    .map((at) => [signs.slice(0, at).join(''), signs.slice(at).join('')]);
  const known = (names: readonly string[]): number => names.filter((name) => variantsOf(name).length > 0).length;
  if (signs.length > 2 && variantsOf(word).length > 0 && parts.every((names) => known(names) < 2)) return [word];
  return parts.reduce((best, names) => (known(names) > known(best) ? names : best));
}
