// Words with a known meaning, of one word or several: legal forms of companies, words, trades and countries that
// companies of many languages are called by, numbers in words, and titles of people. The table is made of a kept source
// (bench/make-name-tables.ts).

import table from './tables/company-words.json' with { type: 'json' };
import { isNumber } from './token-likeness.ts';
import { isOfSigns } from './transliterate.ts';

/** What each phrase is written as instead, '' for nothing; and of each first word the most words of its phrases. */
interface Phrases {
  readonly meanings: ReadonlyMap<string, string>;
  readonly longest: ReadonlyMap<string, number>;
}

function phrasesOf(entries: readonly (readonly [phrase: string, meaning: string])[]): Phrases {
  const longest = new Map<string, number>();
  for (const [phrase] of entries) {
    const words = phrase.split(' ');
    longest.set(words[0], Math.max(longest.get(words[0]) ?? 0, words.length));
  }
  return { meanings: new Map(entries), longest };
}

const meant = (entries: readonly string[]): [string, string][] =>
  entries.flatMap((entry) => {
    const [meaning, phrases] = entry.split(':');
    return phrases.split(',').map((phrase): [string, string] => [phrase, meaning]);
  });

let ofCompanies: Phrases | undefined;
let ofPeople: Phrases | undefined;

/** Each phrase as what it means; of several from one word on the longest. */
function replaced(words: readonly string[], { meanings, longest }: Phrases): string[] {
  const made: string[] = [];
  for (let at = 0; at < words.length; ) {
    let length = Math.min(longest.get(words[at]) ?? 0, words.length - at);
    let meaning: string | undefined;
    while (length > 0 && (meaning = meanings.get(words.slice(at, at + length).join(' '))) === undefined) length--;
    if (meaning !== '') made.push(meaning ?? words[at]);
    at += Math.max(1, length);
  }
  return made;
}

const meanings = (entries: readonly string[]): string[] => entries.map((entry) => entry.slice(0, entry.indexOf(':')));
/** Banks are called by little else than their kind, of whose words the source has none. */
const GENERAL = new Set([...meanings(table.words), 'bank']);
const PLACES = new Set(meanings(table.places));
const TRADES = new Set(meanings(table.trades));

/** Whether a word, as companyWords has it, is one that companies of every kind are called by. */
export const isGeneral = (word: string): boolean => GENERAL.has(word);
/** Whether it is a country. */
export const isPlace = (word: string): boolean => PLACES.has(word);
/** Whether it is what a company does: shipping, insurance. */
export const isTrade = (word: string): boolean => TRADES.has(word);

/** A company's words without its legal form, each that is known in many languages as one of them, numbers as digits. */
export function companyWords(words: readonly string[]): string[] {
  ofCompanies ??= phrasesOf([
    ...meant(table.words),
    ...meant(table.places),
    ...meant(table.trades),
    ...meant(table.numbers),
    ...table.forms.map((form): [string, string] => [form, '']),
  ]);
  const made = replaced(words.map(withoutSignForm), ofCompanies).map(withoutRoman);
  return made.filter((word, at) => !(NUMBER_WORDS.has(word) && at + 1 < made.length && isNumber(made[at + 1])));
}

/** Words before a number in digits: no, number. */
const NUMBER_WORDS = new Set(
  table.numbers.flatMap((entry) => Array.from(entry.matchAll(/(?<=[:,])([a-z]+) \d+(?=,|$)/g), ([, word]) => word)),
);

/** A person's words without titles. */
export function withoutTitles(words: readonly string[]): string[] {
  ofPeople ??= phrasesOf(table.titles.map((title): [string, string] => [title, '']));
  return replaced(words, ofPeople);
}

const SIGN_FORMS = table.forms.filter(isOfSigns).sort((a, b) => b.length - a.length);

/** In signs the legal form is written together with the name. */
function withoutSignForm(word: string): string {
  if (!isOfSigns(word)) return word;
  const form = SIGN_FORMS.find((one) => word.length > one.length && word.endsWith(one));
  return form === undefined ? word : word.slice(0, -form.length);
}

/** Roman numbers of two letters or more, up to 39. */
const ROMAN = /^(?=..)(x{0,3})(ix|iv|v?i{0,3})$/;
const UNITS = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'];

function withoutRoman(word: string): string {
  const [, tens, units] = ROMAN.exec(word) ?? [];
  return tens === undefined ? word : String(10 * tens.length + UNITS.indexOf(units));
}
