// How two words may be one name beyond what makes a hit: a nickname, a part of a longer name, other letters, other ways to
// write its sounds. Each way is guessed, so it makes nobody a hit; it is evidence against clearing somebody. Evidence
// is in bits: how seldom a list has a word that agrees in that way.

import { likeOf } from '../compare-names.ts';
import type { NameToken, WordEvidence } from '../name-tokens.ts';
import { isInitial, lettersApart, soundsApart } from '../token-likeness.ts';

/** What a letter of a name says at most. */
const PER_LETTER = 2.2;
/** What it says in a beginning or an end of a word: hardly anybody's name is one of another's. */
const PER_LETTER_OF_PART = 4;
/** The least letters of a beginning, of one that is a whole listed word, of an end and of what is inside a word. */
const [SHORTEST_BEGINNING, SHORTEST_WHOLE, SHORTEST_END] = [2, 3, 4];
/** The least letters of both words where sounds or letters differ. */
const LEAST_SPELT = 5;

interface Way {
  readonly sign: string;
  /** Bits, 0 for none or for fewer than `least`. `a` is the word asked for, `b` the listed one. */
  readonly bits: (a: NameToken, b: NameToken, least: number) => number;
}

/** A beginning, an end or what is inside. */
function partOf(a: NameToken, b: NameToken): number {
  const letters = a.text.length;
  if (letters < SHORTEST_BEGINNING || letters >= b.text.length) return 0;
  if (b.text.startsWith(a.text)) return PER_LETTER_OF_PART * letters;
  if (letters < SHORTEST_END) return 0;
  if (b.text.endsWith(a.text)) return PER_LETTER_OF_PART * letters;
  // It could stand at as many places.
  return b.text.includes(a.text) ? PER_LETTER_OF_PART * letters - Math.log2(b.text.length - letters + 1) : 0;
}

/** The listed word is a beginning or an end of the one asked for: oftener another name than the same one in full. */
function longer({ text: a }: NameToken, { text: b }: NameToken): number {
  const isBeginning = b.length >= SHORTEST_WHOLE && a.startsWith(b);
  const isEnd = b.length >= SHORTEST_END && a.endsWith(b);
  return isBeginning || isEnd ? PER_LETTER * b.length - 3 : 0;
}

const WAYS: readonly Way[] = [
  { sign: '<', bits: partOf },
  { sign: '>', bits: longer },
  { sign: '<', bits: begunAlike },
  { sign: '?', bits: withoutVowels },
  { sign: '?', bits: misspelt },
];

/**
 * They begin alike and the one asked for has a letter or two behind it, as short names have: Chuks, Slavik. Of words of
 * different people one in 2^12, 2^14, 2^16 pairs begins with 3, 4, 5 letters so; of Chinese and Korean ones more.
 */
function begunAlike({ text: a }: NameToken, { text: b }: NameToken): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  return same < LEAST_BEGUN || a.length - same > MOST_ENDING ? 0 : BY_BEGINNING.base + BY_BEGINNING.letter * same;
}
const [LEAST_BEGUN, MOST_ENDING] = [3, 2];
const BY_BEGINNING = { base: 1.4, letter: 2.4 };

/**
 * A word cut short, as forms and registers do: Moh and Mohd for Mohammed, Hdez for Hernandez. It has the first letter,
 * and the last too where letters within are left out. One in 2^10, 2^12, 2^15 pairs of words has 3, 4, 5 letters so.
 */
function isCutShort({ text: a }: NameToken, { text: b }: NameToken): boolean {
  if (a.length < SHORT.least || a.length > SHORT.most || b.length < a.length + SHORT.fewer || a[0] !== b[0])
    return false;
  if (b.startsWith(a)) return true;
  return a.at(-1) === b.at(-1) && isShortened(a, b);
}

/** Whether the letters of the shorter word are some of the other's, in order, the first one too: Shpg, Bk, Mohd. */
export function isShortened(short: string, word: string): boolean {
  if (short.length < 2 || short.length >= word.length || short[0] !== word[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === short[at]) at++;
  return at === short.length;
}
const SHORT = { least: 3, most: 5, fewer: 2 };

/** A word that is written without its vowels: Gdzhmrdl. */
function withoutVowels(a: NameToken, b: NameToken): number {
  return (a.isBare || b.isBare) && a.skeleton === b.skeleton ? PER_LETTER_OF_PART * a.skeleton.length : 0;
}

/**
 * What words of so many letters say, each letter, and each of the edits between them. Measured on words of different
 * people: an edit more is found about 20 times as often, a letter more about a quarter as often.
 */
const BY_LETTERS = { base: 6, letter: 2.2, edit: 4.5 };
const BY_SOUNDS = { base: 9, letter: 1.2, edit: 4.6 };

/** Words whose letters or sounds are not far from each other. */
function misspelt(a: NameToken, b: NameToken, least: number): number {
  if (Math.min(a.text.length, b.text.length) < LEAST_SPELT) return 0;
  const length = Math.max(a.text.length, b.text.length);
  const worth = ({ base, letter, edit }: typeof BY_LETTERS, distance: number) =>
    Math.max(0, base + letter * length - edit * distance);
  const most = ({ base, letter, edit }: typeof BY_LETTERS) =>
    Math.min(length / 3, (base + letter * length - least) / edit);
  const [edits, sounds] = [Math.floor(most(BY_LETTERS)), most(BY_SOUNDS)];
  const letters = edits < 1 ? Infinity : lettersApart(a, b, edits);
  return Math.max(
    letters > edits ? 0 : worth(BY_LETTERS, letters),
    sounds <= 0 ? 0 : worth(BY_SOUNDS, soundsApart(a, b, sounds)),
  );
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

const evidenceOf = (a: NameToken, b: NameToken): WordEvidence | null => knownEvidence(a, b) ?? guessed(a, b, 0);

/**
 * Bits of two words with the same letters in another order: swapped, syllables changed round, backwards. Of words of
 * different people with 5, 6, 7, 8 letters one in 2^14.7, 2^16.2, 2^17.6, 2^18.6 pairs has the same letters.
 */
const BY_ORDER = { base: 8, letter: 1.3 };
const isSwapped = (a: NameToken, b: NameToken): boolean =>
  a.letterBits === b.letterBits && a.sorted !== '' && a.sorted === b.sorted && !a.isOther;

/** Evidence of a source or an ordinary spelling. */
export function knownEvidence(a: NameToken, b: NameToken): WordEvidence | null {
  const like = likeOf(a, b);
  if (like === 0 && isSwapped(a, b)) {
    const { base, letter } = BY_ORDER;
    return { bits: Math.min(a.bits, b.bits, base + letter * a.text.length), letters: 0, isKnown: true, sign: '?' };
  }
  if (like === 0 && isCutShort(a, b))
    return { bits: Math.min(b.bits, PER_LETTER_OF_PART * a.text.length), letters: 0, isKnown: true, sign: '<' };
  const isNickname = like === 0 && a.nicknames.some((one) => b.nicknames.includes(one));
  if (like === 0 && !isNickname) return null;
  const length = Math.min(a.text.length, b.text.length);
  const least = Math.min(a.bits, b.bits, PER_LETTER * length);
  if (isNickname) return { bits: least, letters: length, isKnown: true, sign: '≈' };
  if (isInitial(a) || isInitial(b)) return { bits: 2, letters: 1, isKnown: true, sign: '~' };
  const edits = (1 - like) * Math.max(a.text.length, b.text.length);
  const letters = Math.max(0, length - 2 * edits);
  return { bits: Math.min(least, PER_LETTER * letters), letters, isKnown: true, sign: like === 1 ? '=' : '~' };
}

/** The best guess of so many bits, of words without known evidence. */
export function guessed(a: NameToken, b: NameToken, least: number): WordEvidence | null {
  if (b.bits < least || a.isOther || b.isOther) return null;
  let best: WordEvidence | null = null;
  let most = 0;
  for (const { sign, bits } of WAYS) {
    const found = Math.min(b.bits, bits(a, b, Math.max(least, most)));
    if (found <= most || found < least) continue;
    most = found;
    best = { bits: found, letters: Math.min(a.text.length, b.text.length), isKnown: false, sign };
    if (most === b.bits) break;
  }
  return best;
}
