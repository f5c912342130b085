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
