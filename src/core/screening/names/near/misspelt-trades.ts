// Words of a company's name that say nothing of which company it is (legal forms, general words, trades, countries), written
// wrongly or shortened: Petrleum, Trdg, Engg, Bk. They are told by the other name, which has them in full.

import type { ComparableName, NameToken } from '../name-tokens.ts';
import { lettersApart } from '../token-likeness.ts';

/** The least letters of a word with an error, and the letters for each. */
const [LEAST, LETTERS_FOR_ERROR] = [5, 4];

/** Whether a word is a common one of the other name, shortened or with errors. */
export function isCommonOf({ isOfCompany, isOther, text, letterBits }: NameToken, other: ComparableName): boolean {
  if (!isOfCompany || isOther) return false;
  const isOwn = (word: string) => other.tokens.some((one) => !one.isCommon && one.text === word);
  const isMistyped = (word: string) => {
    const letters = Math.min(text.length, word.length);
    const most = Math.min(2, Math.floor(letters / LETTERS_FOR_ERROR));
    return letters >= LEAST && lettersApart({ text, letterBits }, { text: word, letterBits }, most) <= most;
  };
  return other.written.some(
    (word) => (isShortened(text, word) || isShortened(word, text) || isMistyped(word)) && !isOwn(word),
  );
}

/** Whether its letters are some of the word's, in order, the first one too: Shpg, Bk, Petro. */
function isShortened(short: string, word: string): boolean {
  if (short.length < 2 || short.length >= word.length || short[0] !== word[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === short[at]) at++;
  return at === short.length;
}
