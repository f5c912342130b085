// Words of a company's name that say nothing of which company it is (legal forms, general words, trades, countries), written
// wrongly or shortened: Petrleum, Trdg, Engg, Bk. They are told by the other name, which has them in full.

import type { ComparableName, NameToken } from '../name-tokens.ts';
import { letterBitsOf, lettersApart } from '../token-likeness.ts';
import { isShortened } from './word-evidence.ts';

/** The least letters of a word with an error, and the letters for each. */
const [LEAST, LETTERS_FOR_ERROR] = [5, 4];

/** Whether a word is a common one of the other name, shortened or with errors. */
export function isCommonOf({ isOfCompany, isOther, text, letterBits }: NameToken, other: ComparableName): boolean {
  if (!isOfCompany || isOther) return false;
  const isOwn = (word: string) => other.tokens.some((one) => !one.isCommon && one.text === word);
  const isMistyped = (word: string) => {
    const letters = Math.min(text.length, word.length);
    const most = Math.min(2, Math.floor(letters / LETTERS_FOR_ERROR));
    return (
      letters >= LEAST &&
      lettersApart({ text, letterBits }, { text: word, letterBits: letterBitsOf(word) }, most) <= most
    );
  };
  return other.written.some(
    (word) => (isShortened(text, word) || isShortened(word, text) || isMistyped(word)) && !isOwn(word),
  );
}
