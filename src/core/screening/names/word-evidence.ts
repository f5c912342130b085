// How two words may be one name beyond what makes a hit: a nickname, a part of a longer name, a contraction, other ways
// to write its sounds. Each way is guessed, so it makes nobody a hit; it is evidence against clearing somebody. Evidence
// is in bits: how seldom a list has a word that agrees in that way.

import { likeOf } from './compare-names.ts';
import type { NameToken, WordEvidence } from './name-tokens.ts';
import { isInitial, isNumber, soundDistance } from './token-likeness.ts';
import { isOfSigns } from './transliterate.ts';

/** What a letter of a name says, and what a group of its consonants says. */
const [PER_LETTER, PER_CONSONANT] = [2.2, 2.4];
/** The least letters of a part of a word. */
const [SHORTEST_BEGINNING, SHORTEST_END] = [3, 4];
/** The most that an average sound may cost in a word that is written by other rules. */
const OTHER_SPELLING = 0.18;
/** And the least letters of both. */
const LONG_ENOUGH = 6;

/** The least letters of a word without vowels, and the least groups of consonants of an end. */
const [LEAST_BARE, LEAST_GROUPS] = [5, 4];

interface Way {
  readonly sign: string;
  readonly isKnown: boolean;
  /** Bits that are taken off: such words agree by chance so much oftener than equal ones. */
  readonly cost: number;
  /** Letters that agree, 0 for none. `a` is the word asked for, `b` the listed one. */
  readonly agreeing: (a: NameToken, b: NameToken) => number;
}

const startsWith = (a: NameToken, b: NameToken): number =>
  a.text.length >= SHORTEST_BEGINNING && b.text.startsWith(a.text) ? a.text.length : 0;
const endsWith = (a: NameToken, b: NameToken): number =>
  a.text.length >= SHORTEST_END && b.text.endsWith(a.text) ? a.text.length : 0;

/** The surest first. */
const WAYS: readonly Way[] = [
  { sign: '<', isKnown: false, cost: 0, agreeing: startsWith },
  { sign: '<', isKnown: false, cost: 0, agreeing: endsWith },
  // A list has whole names; a longer one is oftener another name than the same one in full.
  { sign: '>', isKnown: false, cost: 3, agreeing: (a, b) => startsWith(b, a) || endsWith(b, a) },
  { sign: '<', isKnown: false, cost: 3, agreeing: contracted },
  { sign: '>', isKnown: false, cost: 5, agreeing: (a, b) => contracted(b, a) },
  { sign: '?', isKnown: false, cost: 0, agreeing: withoutVowels },
  { sign: '?', isKnown: false, cost: 3, agreeing: sameGroups },
  { sign: '?', isKnown: false, cost: 3, agreeing: respelt },
  { sign: '<', isKnown: false, cost: 3, agreeing: endsRoughly },
];

/** Oluseun and Oluwaseun: a beginning and an end of the longer word, with something between. */
function contracted({ text: short }: NameToken, { text: long }: NameToken): number {
  if (short.length < SHORTEST_BEGINNING + 2 || long.length < short.length + 2) return 0;
  let before = 0;
  while (before < short.length && short[before] === long[before]) before++;
  let after = 0;
  while (after < short.length && short[short.length - 1 - after] === long[long.length - 1 - after]) after++;
  return before >= 2 && after >= 2 && before + after >= short.length ? short.length : 0;
}

/** A word that is written without its vowels: Gdzhmrdl. */
function withoutVowels(a: NameToken, b: NameToken): number {
  const isBare = [a, b].some(({ text }) => text.length >= LEAST_BARE && !/[aeiou]/.test(text.slice(1)));
  return isBare && a.skeleton === b.skeleton ? a.skeleton.length : 0;
}

/** Makhlufi and Benmakhloufi: the one ends as the other by its consonants. */
function endsRoughly(a: NameToken, b: NameToken): number {
  const isEnd = (form: string) => form.length >= LEAST_GROUPS && b.rough.some((other) => other.endsWith(form));
  return a.text.length >= LONG_ENOUGH && a.rough.some(isEnd) ? (LEAST_GROUPS * PER_CONSONANT) / PER_LETTER : 0;
}

/** Words of the same groups of consonants. */
function sameGroups(a: NameToken, b: NameToken): number {
  const same = a.rough.find((form) => form.length >= 3 && b.rough.includes(form));
  return same === undefined ? 0 : (same.length * PER_CONSONANT) / PER_LETTER;
}

/** Words whose sounds are not far from each other. */
function respelt(a: NameToken, b: NameToken): number {
  const length = Math.max(a.text.length, b.text.length);
  if (Math.min(a.text.length, b.text.length) < LONG_ENOUGH) return 0;
  if (!a.rough.some((form) => b.rough.some((other) => form[0] === other[0]))) return 0;
  return soundDistance(a.codes, b.codes, OTHER_SPELLING * length) < Infinity ? length : 0;
}

/** Null where nothing says that they may be one. `a` is the word asked for, `b` the listed one. */
export function wordEvidence(a: NameToken, b: NameToken): WordEvidence | null {
  let found = a.met?.evidence.get(b);
  if (found === undefined) {
    found = evidenceOf(a, b);
    a.met?.evidence.set(b, found);
  }
  return found;
}

function evidenceOf(a: NameToken, b: NameToken): WordEvidence | null {
  const length = Math.min(a.text.length, b.text.length);
  const least = Math.min(a.bits, b.bits, PER_LETTER * length);
  const like = likeOf(a, b);
  if (like > 0) {
    if (isInitial(a) || isInitial(b)) return { bits: 2, letters: 1, isKnown: true, sign: '~' };
    const edits = (1 - like) * Math.max(a.text.length, b.text.length);
    const letters = Math.max(0, length - 2 * edits);
    return { bits: Math.min(least, PER_LETTER * letters), letters, isKnown: true, sign: like === 1 ? '=' : '~' };
  }
  if (isOfSigns(a.text) || isOfSigns(b.text) || isNumber(a.text) || isNumber(b.text)) return null;
  if (a.nicknames.some((one) => b.nicknames.includes(one)))
    return { bits: least, letters: length, isKnown: true, sign: '≈' };
  for (const { sign, isKnown, cost, agreeing } of WAYS) {
    const letters = agreeing(a, b);
    const bits = Math.max(0, Math.min(b.bits, PER_LETTER * letters) - cost);
    if (letters > 0) return { bits, letters, isKnown, sign };
  }
  return null;
}
