// Which letters stand beside each other in names: a word with others was not typed as a name.

import table from './tables/name-letters.json' with { type: 'json' };

/** For two letters, a space for the edge of a word, those that follow them in any of 200,000 names. */
let following: ReadonlyMap<string, string> | undefined;

/** So many places without precedent are no rare name. */
const UNHEARD = 2;

/** Whether a word of Latin letters has letters together that no known name has: Jktrcfylh. */
export function isUnheard(word: string): boolean {
  following ??= new Map(table[0]!.split(',').map((entry): [string, string] => [entry.slice(0, 2), entry.slice(2)]));
  const text = ` ${word} `;
  let places = 0;
  for (let at = 0; at + 3 <= text.length; at++)
    if (following.get(text.slice(at, at + 2))?.includes(text[at + 2]!) !== true) places++;
  return places >= UNHEARD;
}
