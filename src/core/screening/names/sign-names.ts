// A name in Chinese or Korean signs as its words, written in Latin letters. Such a name has no space between family and
// given name: it is read with a family name of one sign and with one of two. Chinese signs of a person are read as
// Mandarin and as Korean reads them.

import { variantsOf } from './name-variants.ts';
import { isOfSigns, readHanja, readSigns } from './transliterate.ts';

interface ReadWord {
  readonly signs: string;
  readonly reading: string;
}

interface Readings {
  readonly mandarin: ReadWord[][];
  readonly korean: ReadWord[][];
}

/** The readings of a name, by where it is divided; none where no word has signs. */
export function readWords(words: readonly string[], isOfPerson: boolean): Readings {
  if (!words.some(isOfSigns)) return { mandarin: [], korean: [] };
  const divisions = isOfPerson && words.length === 1 ? divided(words[0]) : [words];
  const isKorean = isOfPerson && words.every((word) => readHanja(word) !== null);
  return {
    mandarin: divisions.map((parts) => read(parts, readSigns)),
    korean: isKorean ? divisions.map((parts) => read(parts, (word) => readHanja(word)!)) : [],
  };
}

const read = (parts: readonly string[], reader: (word: string) => string): ReadWord[] =>
  parts
    .map((signs) => ({ signs, reading: isOfSigns(signs) ? reader(signs) : signs }))
    .filter(({ reading }) => reading !== '');

/** Family names have one sign, rarely two; the likelier division first. */
function divided(word: string): readonly (readonly string[])[] {
  const signs = Array.from(word);
  if (signs.length < 2 || signs.length > 5) return [[word]];
  const parts = [1, 2]
    .filter((at) => at < signs.length)
    .map((at) => [signs.slice(0, at).join(''), signs.slice(at).join('')]);
  const known = (names: readonly string[]): number => names.filter((name) => variantsOf(name).length > 0).length;
  if (signs.length > 2 && variantsOf(word).length > 0 && parts.every((names) => known(names) < 2)) return [[word]];
  return parts.toSorted((a, b) => known(b) - known(a));
}
