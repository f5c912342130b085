// Whether a subject has anything that screening can compare with a list. A name of initials resembles half of every
// list, and an identifier of a few characters may be anybody's, so such a subject must not be cleared. Nor may a person
// with a single word for a name, or a name with more words than are compared.

import type { Reason } from '../records/documents/check.ts';
import { isPerson, type ScreeningSubject, SHORTEST_IDENTIFIER } from './entities/listed-entity.ts';
import { isUnheard } from './names/name-letters.ts';
import { type ComparableName, comparableName } from './names/name-tokens.ts';
import { hasOwnWord, MAX_TOKENS, wordsOf } from './names/name-words.ts';
import { writesFewVowels } from './names/transliterate.ts';
import { readingsOf } from './names/visible-text.ts';

const TWO_LETTERS = /[\p{L}\p{N}]\p{M}*[\p{L}\p{N}]/u;
/** Two signs of a script in which each sign is a word. */
const TWO_SIGNS = /(?:[\p{Ideographic}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]\P{L}*){2}/u;

/** Whether a name has a word of two letters beside titles, or two such signs. */
export const isLongEnough = ({ tokens, text }: ComparableName): boolean =>
  (TWO_LETTERS.test(text) && tokens.some((token) => token.text.length > 1)) || TWO_SIGNS.test(text);

/** Whether one of the names is long enough. Stops at the first: a request may have thousands. */
export function hasComparableName({ schema, names }: ScreeningSubject): boolean {
  const kind = isPerson(schema) ? 'person' : 'company';
  const isComparable = (text: string) =>
    TWO_SIGNS.test(text) || (TWO_LETTERS.test(text) && isLongEnough(comparableName(text, kind)));
  return names.some((name) => readingsOf(name).some(isComparable));
}

export const hasComparableIdentifier = ({ identifiers }: ScreeningSubject): boolean =>
  identifiers.some(({ value }) => value.length >= SHORTEST_IDENTIFIER);

/** Why a subject is not cleared although no list has it. */
export function notCompared(subject: ScreeningSubject): Reason[] {
  const { names } = subject;
  const isCompared =
    names.length > 0 ? hasComparableName(subject) && hasNameOfItsOwn(subject) : hasComparableIdentifier(subject);
  const kind = isPerson(subject.schema) ? 'person' : undefined;
  const isWhole = names.every((name) => wordsOf(name, kind).length <= MAX_TOKENS);
  return [
    ...(isCompared ? [] : [TOO_SHORT]),
    ...(isWhole ? [] : [TOO_LONG]),
    ...(isCompared && isPerson(subject.schema) && subject.names.length === 0 ? [NO_NAME] : []),
    ...(isCompared && isOneWord(subject) ? [ONE_WORD] : []),
    ...(isPerson(subject.schema) && subject.names.some(hasSigns) ? [SIGNS] : []),
    ...(isPerson(subject.schema) && subject.names.some(isNotWrittenOut) ? [NOT_WRITTEN_OUT] : []),
  ];
}

/** Whether a company's name says which one it is: Group, The Company, 12 or a legal form alone do not. */
const hasNameOfItsOwn = ({ schema, names }: ScreeningSubject): boolean =>
  isPerson(schema) || names.some((name) => readingsOf(name).some(hasOwnWord));

/** A digit at a letter, and any symbol there, or punctuation with which no language writes names or divides them. */
const DIGIT_IN_WORD = /[\p{L}\p{M}]\p{Nd}|\p{Nd}\p{L}/u;
const SIGN_IN_WORD = /[\p{L}\p{M}][[\p{S}\p{Pc}!#%*?@\\]--[`]]|[[\p{S}\p{Pc}!#%*?@\\]--[`]]\p{L}/v;
const ORDINALS = /(?<![\p{L}\p{N}])\p{Nd}+(?:st|nd|rd|th|º|ª)(?!\p{L})/giu;

/** Alphabets with letters that look like those of another one. */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
const OF_ANY = /[\p{Script=Common}\p{Script=Inherited}]+/gu;
const LETTERS = /[\p{L}\p{M}]+/gu;

/** Whether a word has letters of such an alphabet and of another one: Sеrgеy with Cyrillic е. */
const isMixed = (word: string): boolean =>
  ALPHABETS.some(
    (one) => one.test(word) && Array.from(word.replaceAll(OF_ANY, '')).some((letter) => !one.test(letter)),
  );

/** Whether others stand for letters, as a bad picture or a sly hand writes them: 0kandeji, Vyd@menko. */
function hasSigns(name: string): boolean {
  const plain = name.replaceAll(ORDINALS, '').normalize('NFKC');
  return DIGIT_IN_WORD.test(plain) || SIGN_IN_WORD.test(plain) || (plain.match(LETTERS) ?? []).some(isMixed);
}

/** Without any vowel, or longer and with none behind the first letter: Tnd, Adgk. */
const NO_VOWEL = /^(?:[[\p{L}\p{M}]--[aeiouy]]{2,}|[aeiou][[\p{L}\p{M}]--[aeiouy]]{3,})$/v;

/**
 * Whether a word has no vowel or letters together that no name has, is no known name and begins none (Mc Donald):
 * initials that are written as one, a word that was shortened, or one that was typed on another keyboard.
 */
function isNotWrittenOut(name: string): boolean {
  if (writesFewVowels(name)) return false;
  const { tokens, joins } = comparableName(name, 'person');
  return tokens.some(
    ({ text, variants, nicknames, isOther, isParticle }, place) =>
      (NO_VOWEL.test(text) || (/^[a-z]{3,}$/.test(text) && isUnheard(text))) &&
      !isOther &&
      !isParticle &&
      variants.length + nicknames.length === 0 &&
      !joins.some(({ at, length, token }) => token.variants.length > 0 && at <= place && place < at + length),
  );
}

/** Whether every name of a person is one word beside initials: such a name does not match a longer one on a list. */
function isOneWord({ schema, names }: ScreeningSubject): boolean {
  const isWord = ({ text }: { readonly text: string }) => text.length > 1;
  const isOne = (name: string) =>
    !TWO_SIGNS.test(name) && comparableName(name, 'person').tokens.filter(isWord).length < 2;
  return isPerson(schema) && names.length > 0 && names.every((name) => readingsOf(name).every(isOne));
}

/** Most words in all names of one subject. */
export const MAX_NAME_WORDS = 1_000;
/** Most words in the names of all subjects of one request. */
export const MAX_REQUEST_WORDS = 10_000;

/** Number of words in the names; the cost of a comparison grows with it. */
export const nameWords = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + (name.match(WORDS)?.length ?? 0), 0);

const WORDS = /[\p{L}\p{N}]+/gu;

/** The only one of these reasons for which no list is searched. */
export const TOO_SHORT: Reason = {
  code: 'too_short_to_screen',
  detail:
    'A name of initials or of words that every company has, or an identifier of fewer than five characters, cannot be compared with a list.',
};
const NO_NAME: Reason = {
  code: 'no_name',
  detail: 'Without a name only numbers are compared, and lists have few of them.',
};
const SIGNS: Reason = {
  code: 'signs_in_name',
  detail: 'A word of the name has digits, signs or letters of another alphabet among its letters.',
};
const NOT_WRITTEN_OUT: Reason = {
  code: 'not_written_out',
  detail:
    'A word of the name has no vowel, or letters together that no known name has: it may be shortened or mistyped.',
};
const TOO_LONG: Reason = {
  code: 'too_long_to_screen',
  detail: `Only the first ${MAX_TOKENS} words of a name are compared.`,
};
export const ONE_WORD: Reason = {
  code: 'one_word_name',
  detail:
    'A name of one word is found only where a list has it so; longer names that have the word are like it to 0.6 at most.',
};
