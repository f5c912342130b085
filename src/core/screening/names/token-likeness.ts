// How alike two words of names are, 0 to 1: equal, an initial, known spellings of one name, one or two typing errors,
// another spelling of the same sounds, or one written without its short vowels. More distant words count 0, so that a
// long name does not resemble another by many small likenesses.

import { type FewVowels, isWrittenOut, skeletonOf } from './scripts/few-vowels.ts';
import { soundCodes } from './sound-codes.ts';
import table from './tables/sound-costs.json' with { type: 'json' };
import { isOfSigns } from './transliterate.ts';

/** The sound of a word. Spellings that are pronounced alike become equal: Mohammed and Muhamad, Yusuf and Youssef. */
function soundOf(text: string): string {
  const folded = text
    .replace(/^kh|^ch(?=r)/, 'k')
    .replaceAll(/ph/g, 'f')
    .replaceAll(/gh(?![aeiou])/g, '')
    .replaceAll(/[qc](?![hk])|ck|kh/g, 'k')
    .replaceAll(/sch|sh|ch/g, 's')
    .replaceAll(/zh/g, 'j')
    .replaceAll(/[ae][iy](?![aeiou])/g, 'i')
    .replaceAll(/[xz]|dh/g, 's')
    .replaceAll(/dj|j/g, 'y')
    .replaceAll(/w/g, 'v')
    .replaceAll(/th/g, 't')
    .replaceAll(/ee|ie|ey|y(?![aeiou])/g, 'i')
    .replaceAll(/oo|ou|o/g, 'u')
    .replaceAll(/e/g, 'i')
    .replaceAll(/h/g, '')
    .replaceAll(/(.)\1+/g, '$1');
  return folded;
}

export interface WordSounds {
  /** Equal for spellings that are pronounced alike. */
  readonly sound: string;
  /** The consonants alone, for scripts without vowels. */
  readonly skeleton: string;
  /** The sounds one by one. */
  readonly codes: Uint8Array;
  /** Which letters and which sounds it has, a bit for each or for several. */
  readonly letterBits: number;
  readonly soundBits: number;
}

export function wordSounds(text: string): WordSounds {
  const codes = soundCodes(text);
  let soundBits = 0;
  for (const code of codes) if (code < 32) soundBits |= 1 << code;
  return { sound: soundOf(text), skeleton: skeletonOf(text), codes, letterBits: letterBitsOf(text), soundBits };
}

export function letterBitsOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at++) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits;
}

type Letters = Pick<Word, 'text' | 'letterBits'>;

interface Word extends WordSounds {
  readonly text: string;
  /** The known names that it is a spelling of, ascending. */
  readonly variants: readonly number[];
  /** Its letters if its script omits short vowels, else null. */
  readonly fewVowels: FewVowels | null;
}

/** Known spellings. */
const KNOWN = 0.95;
/** The most that turning the sounds of one word into the other's may cost, in edits of letters. */
const MOST_RESPELT = 1;
const EQUAL_SOUND = 0.9;
/** A word without short vowels, and the same one written out. */
const WRITTEN_OUT = 0.92;

export function likeness(a: Word, b: Word): number {
  if (a.text === b.text) return 1;
  const [short, long] = a.text.length <= b.text.length ? [a.text, b.text] : [b.text, a.text];
  // Another sign is another name, not a typing error.
  if (isOfSigns(long) || isOfSigns(short)) return 0;
  // So is another number.
  if (isNumber(short) || isNumber(long)) return 0;
  if (isOneName(a.variants, b.variants)) return KNOWN;
  if (short.length === 1) return long.startsWith(short) ? 0.8 : 0;
  const few = a.fewVowels ?? b.fewVowels;
  if (few !== null && (a.fewVowels === null || b.fewVowels === null)) {
    if (isWrittenOut(few, a.fewVowels === null ? a.text : b.text)) return WRITTEN_OUT;
  }
  const isSameSound = a.sound === b.sound && a.sound.length > 1;
  const most = allowedEdits(long.length);
  const distance = lettersApart(a, b, most);
  // Who makes two errors begins a word rightly.
  const isTyped =
    distance <= Math.min(most, 1) || (distance <= most && short[0] === long[0] && differing(short, long) > SYLLABLE);
  const isRespelt = !isTyped && most > 0 && !isOtherSyllable(short, long);
  const edits = isTyped ? distance : isRespelt ? soundsApart(a, b, MOST_RESPELT) : Infinity;
  const byLetters = Math.max(0, 1 - edits / long.length);
  return isSameSound ? Math.max(EQUAL_SOUND, byLetters) : byLetters;
}

function isOneName(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) return true;
    if (a[i] < b[j]) i++;
    else j++;
  }
  return false;
}

/** Whether it may stand for a word with that first letter. A sign, also as it is read, is a whole word. */
export const isInitial = ({ text, variants }: Pick<Word, 'text' | 'variants'>): boolean =>
  text.length === 1 && variants.length === 0 && !isOfSigns(text) && !isNumber(text);

/** Whether a word is a number in digits. */
export const isNumber = (text: string): boolean => text.charCodeAt(0) <= 57 && /^\d+$/.test(text);

/** Most typing errors in a word of this length: one error turns a short word into another. */
const allowedEdits = (length: number): number => (length <= 3 ? 0 : length <= 8 ? 1 : 2);

/** Letters of a syllable: two words that differ in no more, side by side, are two names and no typing error. */
const SYLLABLE = 2;

/** Length of what differs in the longer word: Santnkwo and Santnkwola 2, Obadubola and Obaezbola 2. */
function differing(short: string, long: string): number {
  let before = 0;
  while (before < short.length && short[before] === long[before]) before++;
  let after = 0;
  while (after < short.length - before && short[short.length - 1 - after] === long[long.length - 1 - after]) after++;
  return long.length - before - after;
}

/** Whether one word has a syllable more, or another short one in place of it: that is no other spelling. */
function isOtherSyllable(short: string, long: string): boolean {
  const middle = differing(short, long);
  return middle > 1 && (middle <= SYLLABLE + 1 || middle === long.length - short.length);
}

const costs = Uint8Array.from(table);
const SOUNDS = Math.sqrt(costs.length);

/** The least that it costs to have a sound that the other word has not. */
const leastCosts = Uint8Array.from({ length: 32 }, (_, code) => {
  const others = Array.from({ length: SOUNDS - 1 }, (_, at) => at + 1).filter((other) => other !== code);
  return Math.min(costs[code], ...others.map((other) => costs[code * SOUNDS + other]));
});

function leastCost(bits: number): number {
  let sum = 0;
  for (let left = bits; left !== 0; left &= left - 1) sum += leastCosts[31 - Math.clz32(left & -left)];
  return sum;
}

/** soundDistance of two words; most end before it, by the sounds that one of them alone has. */
export function soundsApart(a: WordSounds, b: WordSounds, most: number): number {
  const bound = most * 100;
  if (leastCost(a.soundBits & ~b.soundBits) > bound || leastCost(b.soundBits & ~a.soundBits) > bound) return Infinity;
  return soundDistance(a.codes, b.codes, most);
}
const costRows = [new Uint16Array(256), new Uint16Array(256)];

/** The least cost of turning one word's sounds into the other's, in edits of letters; Infinity for more than `most`. */
export function soundDistance(a: Uint8Array, b: Uint8Array, most: number): number {
  const [n, m] = [Math.min(a.length, 255), Math.min(b.length, 255)];
  const bound = most * 100;
  let [last, next] = costRows as [Uint16Array, Uint16Array];
  last[0] = 0;
  for (let j = 1; j <= m; j++) last[j] = last[j - 1] + costs[b[j - 1]];
  for (let i = 1; i <= n; i++) {
    const row = a[i - 1] * SOUNDS;
    const none = costs[a[i - 1]];
    let least = (next[0] = last[0] + none);
    for (let j = 1; j <= m; j++) {
      let cost = last[j - 1] + costs[row + b[j - 1]];
      if (last[j] + none < cost) cost = last[j] + none;
      if (next[j - 1] + costs[b[j - 1]] < cost) cost = next[j - 1] + costs[b[j - 1]];
      next[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > bound) return Infinity;
    [last, next] = [next, last];
  }
  return last[m] <= bound ? last[m] / 100 : Infinity;
}

/** editDistance of two words; most end before it, for an edit changes two letters of those that one word alone has. */
export function lettersApart(a: Letters, b: Letters, most: number): number {
  let [left, apart] = [a.letterBits ^ b.letterBits, 0];
  for (; left !== 0; left &= left - 1) apart++;
  if (apart > 2 * most) return most + 1;
  return a.text.length <= b.text.length ? editDistance(a.text, b.text, most) : editDistance(b.text, a.text, most);
}

const rows = [new Uint8Array(256), new Uint8Array(256), new Uint8Array(256)];

/**
 * Number of insertions, deletions, changes and swaps of neighbours; `most + 1` for more. Words are below 256 letters.
 */
function editDistance(short: string, long: string, most: number): number {
  if (long.length - short.length > most) return most + 1;
  // Skips equal beginnings and ends.
  let from = 0;
  while (from < short.length && short.charCodeAt(from) === long.charCodeAt(from)) from++;
  let [shortEnd, longEnd] = [short.length, long.length];
  while (shortEnd > from && short.charCodeAt(shortEnd - 1) === long.charCodeAt(longEnd - 1)) {
    shortEnd--;
    longEnd--;
  }
  if (shortEnd === from) return longEnd - from;
  if (longEnd - from === 1) return 1;
  const [n, m] = [Math.min(shortEnd - from, 255), Math.min(longEnd - from, 255)];
  let [before, last, next] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= m; j++) last[j] = j;
  for (let i = 1; i <= n; i++) {
    const letter = short.charCodeAt(from + i - 1);
    next[0] = i;
    let least = i;
    for (let j = 1; j <= m; j++) {
      const other = long.charCodeAt(from + j - 1);
      let cost = Math.min(last[j] + 1, next[j - 1] + 1, last[j - 1] + (letter === other ? 0 : 1));
      const isSwap =
        i > 1 && j > 1 && letter === long.charCodeAt(from + j - 2) && short.charCodeAt(from + i - 2) === other;
      if (isSwap) cost = Math.min(cost, before[j - 2] + 1);
      next[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    [before, last, next] = [last, next, before];
  }
  return last[m];
}
