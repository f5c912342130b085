// The keys by which a list and the store find who may be a subject: sounds, beginnings, ends, consonants and known
// spellings of the words of its names, initials of companies, and numbers.

import type { ScreeningSubject } from './entities/listed-entity.ts';
import { numberKeys } from './entities/same-number.ts';
import { initialKeys } from './names/company-initials.ts';
import type { ComparableName, NameToken } from './names/name-tokens.ts';
import { isInitial } from './names/token-likeness.ts';
import { type PreparedSubject, prepared } from './prepared-subject.ts';

/** The tokens of a name and what neighbours are together. */
export const tokensOf = ({ tokens, joins }: ComparableName): readonly NameToken[] =>
  joins.length === 0 ? tokens : [...tokens, ...joins.map(({ token }) => token)];

/** The key of a whole name. */
export const wholeKey = ({ joined }: ComparableName): string => `=${joined}`;

export const companyKeys = ({ initials }: ComparableName): readonly string[] =>
  initials === null ? [] : initialKeys(initials);

/** The letters of a company's whole name, however they are divided into words. */
const letterKeys = ({ letters }: ComparableName): string[] => letters.map((one) => `w${one}`);

/** Most words of a listed name that is sought within a text. */
const LONGEST_SOUGHT = 8;

/** The keys of all names that a company's text may have in it. */
export const containedKeys = ({ written }: ComparableName): string[] =>
  written.flatMap((_, from) => {
    let letters = '';
    return written.slice(from, from + LONGEST_SOUGHT).map((word) => `w${(letters += word)}`);
  });

/** Full days of birth; in an index alone, for what is kept of a subject has no dates in its keys. */
export const dayKeys = ({ birthDates }: ScreeningSubject): string[] =>
  birthDates.filter((date) => FULL_DAY.test(date)).map((date) => `@${date}`);

const FULL_DAY = /^\d{4}-\d{2}-\d{2}$/;

const SHORT = 5;

/** The known names that a word is a spelling of. */
export const variantKeys = ({ variants }: NameToken): string[] => variants.map((name) => `v${name}`);

/** The keys of a word; a typing error leaves one of them unchanged. */
export function wordKeys(token: NameToken): readonly string[] {
  if (isInitial(token)) return [];
  const { text, sound, consonants, sorted, nicknames, rough } = token;
  const keys = variantKeys(token);
  for (const name of nicknames) keys.push(`n${name}`);
  for (const form of rough) if (form.length >= 3) keys.push(`r${form}`);
  keys.push(`s${sound}`);
  for (const one of consonants) keys.push(`k${one}`);
  if (text.length >= 3) keys.push(`b${text.slice(0, 3)}`);
  if (text.length >= 4) keys.push(`e${text.slice(-3)}`);
  if (text.length >= 6) keys.push(`m${text.slice(1, 4)}`);
  if (sorted !== '') keys.push(`a${sorted}`);
  // A typing error changes all those keys of a short word, so its spellings without one letter are keys too.
  if (text.length >= 3 && text.length <= SHORT) {
    for (let at = 0; at < text.length; at++) keys.push(`d${text.slice(0, at)}${text.slice(at + 1)}`);
    keys.push(`d${text}`);
  }
  return keys;
}

/** All keys of a subject. `keysOfWord`: where the keys of a word are kept, so that they are made once. */
export function keysOfSubject({ subject, names, asPerson }: PreparedSubject, keysOfWord = wordKeys): Set<string> {
  const keys = new Set<string>();
  for (const token of asPerson.flatMap(tokensOf)) for (const key of variantKeys(token)) keys.add(key);
  for (const name of names) {
    for (const token of tokensOf(name)) for (const key of keysOfWord(token)) keys.add(key);
    keys.add(wholeKey(name));
    for (const key of [...companyKeys(name), ...letterKeys(name)]) keys.add(key);
  }
  for (const key of subject.identifiers.flatMap(numberKeys)) keys.add(key);
  return keys;
}

/** The keys under which a stored subject is found. */
export const lookUpKeys = (subject: ScreeningSubject): string[] => [...keysOfSubject(prepared(subject))].sort();
