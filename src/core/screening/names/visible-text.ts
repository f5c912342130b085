// The visible part of a text. Invisible signs (zero-width joiners and spaces, direction marks, fillers, controls) split
// a name for a program but not for a reader, so they are removed wherever names are compared. Text that an override
// displays from right to left is also read as displayed.

const INVISIBLE = /[[\p{Cc}--\s]\p{Cf}\p{Default_Ignorable_Code_Point}]/gv;

export const visible = (text: string): string => text.replaceAll(INVISIBLE, '');

/** A right-to-left override, up to its end or the end of the text. */
const OVERRIDDEN = /\u202E([^\u202C]*)/g;

/** Possible readings of a name: invisible signs removed or replaced by a space, overridden text turned or not. */
export function readingsOf(name: string): readonly string[] {
  const plain = visible(name);
  if (plain === name) return [name];
  const shown = name.replaceAll(OVERRIDDEN, (_, turned: string) => Array.from(turned).reverse().join(''));
  return [...new Set([plain, name.replaceAll(INVISIBLE, ' ').trim(), visible(shown)])];
}

const WORDS = /[\p{L}\p{M}\p{N}@]+/gu;
const LOOKS: Readonly<Record<string, string>> = { '0': 'o', '5': 's', '@': 'a' };

/**
 * A company's name as written, and with letters for the digits and signs that look like them, 1 as i and as l: V0LGA,
 * B1ack Anvi1, Bl@ck. Words with other digits or as many digits as letters stay: G7, 3M, A320.
 */
export function lettersForDigits(name: string): readonly string[] {
  const lettersOf = (word: string, one: string) => word.replaceAll(/[015@]/g, (sign) => LOOKS[sign] ?? one);
  const read = (one: string) => name.replaceAll(WORDS, (word) => (isDisguised(word) ? lettersOf(word, one) : word));
  return [...new Set([name, read('i'), read('l')])];
}

/** Whether letters are more than digits, and each digit may be a letter. */
function isDisguised(word: string): boolean {
  const signs = word.match(/[015@]/g)?.length ?? 0;
  return signs > 0 && (word.match(/\p{L}/gu)?.length ?? 0) > signs && !/[^\p{L}\p{M}015@]/u.test(word);
}
