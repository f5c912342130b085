// What of a text can be seen. Signs without a shape (zero-width joiners and spaces, marks of direction, fillers, controls)
// take a name apart for a program and not for whoever reads it, so that they are taken out wherever names are compared;
// and what an override shows from right to left is read as it is shown, too.

const INVISIBLE = /[[\p{Cc}--\s]\p{Cf}\p{Default_Ignorable_Code_Point}]/gv;

export const visible = (text: string): string => text.replaceAll(INVISIBLE, '');

/** Up to what ends it, or to the end. */
const OVERRIDDEN = /\u202E([^\u202C]*)/g;

/** A name as it may be meant: signs without a shape stand for nothing, or for a space; turned round, or not. */
export function readingsOf(name: string): readonly string[] {
  const plain = visible(name);
  if (plain === name) return [name];
  const shown = name.replaceAll(OVERRIDDEN, (_, turned: string) => Array.from(turned).reverse().join(''));
  return [...new Set([plain, name.replaceAll(INVISIBLE, ' ').trim(), visible(shown)])];
}
