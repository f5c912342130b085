// The weight, kind and first byte of each word of an account, and the texts of rows with them. They are copied beside
// the word of each row, so that comparing two rows reads memory in sequence. Rules:
// docs/decisions/matching-definitions.md, "Text".

import type { Account } from '../account.ts';
import { bits } from '../evidence/bits.ts';
import { kindOf } from '../evidence/penalties.ts';
import type { ByteInterner } from '../reading/byte-interner.ts';
import { CLASS, DIGIT, LETTER } from '../reading/identifier-shape.ts';
import { MIN_CUT_WORD, type SideWords } from './row-words.ts';

/** A word's figures are one number; its weight is in the low 12 bits. */
export const WEIGHT = 0xfff;
const KIND_AT = 12;
export const kindIn = (word: number): number => (word >>> KIND_AT) & 63;
/** Bit of a word that is a single letter. */
export const INITIAL = 1 << 18;
/** Bit of a word of two bytes or more: a cut word or an initial may begin it. */
export const LONG = 1 << 19;
/** Where five bits of the word's first byte are. */
const FIRST_AT = 20;
export const firstBit = (word: number): number => 1 << ((word >>> FIRST_AT) & 31);
/** Where seven bits of the word's next two bytes are. */
const NEXT_AT = 25;
/** A number below BEGINNINGS that words have in common if their first MIN_CUT_WORD bytes are the same. */
export const BEGINNINGS = 1 << 12;
export const beginningOf = (word: number): number => word >>> FIRST_AT;

/** Small accounts count as this many rows, so that a word in common always has some weight. */
const LEAST_ROWS = 64;

export interface WeighedTexts extends SideWords {
  /** Weight and kind of each entry of `tokens`. */
  readonly about: Int32Array;
}

/** For each token how many rows carry it; and how many rows there are. */
interface WordCounts {
  readonly carriers: Uint32Array;
  readonly rows: number;
}

/** The words of an account: their bytes, how many rows carry each, and their figures. */
export interface KnownWords {
  /** Words by number. */
  readonly words: ByteInterner;
  readonly counts: WordCounts;
  /** Weight, kind and first byte of each word. */
  readonly about: Int32Array;
}

export function knownWords(account: Account): KnownWords {
  const counts = countWords(account);
  return { words: account.words, counts, about: aboutWords(account.words, counts) };
}

/** Counts words in rows of both sides that were not settled early, and in the background (account.ts). */
function countWords({ gl, bank, words, background }: Account): WordCounts {
  const carriers = new Uint32Array(words.count);
  let rows = 0;
  const add = ({ tokens, tokenStart }: SideWords, i: number): void => {
    rows++;
    for (let t = tokenStart[i]; t < tokenStart[i + 1]; t++) carriers[tokens[t]]++;
  };
  for (const { n, settled, text } of [gl, bank]) for (let i = 0; i < n; i++) if (!settled[i]) add(text, i);
  for (const text of background) for (let i = 0; i < text.cutToken.length; i++) add(text, i);
  return { carriers, rows };
}

function aboutWords(words: ByteInterner, { carriers, rows }: WordCounts): Int32Array {
  const about = new Int32Array(words.count);
  const all = bits(Math.max(LEAST_ROWS, rows));
  const { store, start } = words;
  for (let token = 0; token < words.count; token++) {
    const first = store[start[token]];
    const length = start[token + 1] - start[token];
    const carried = Math.max(1, carriers[token]);
    const shape = length > 1 ? LONG : CLASS[first] === LETTER ? INITIAL : 0;
    const kind = kindOf(carried, holdsDigit(words, token));
    const next = length < MIN_CUT_WORD ? 0 : store[start[token] + 1] * 11 + store[start[token] + 2];
    about[token] =
      (all - bits(carried)) | (kind << KIND_AT) | shape | ((first & 31) << FIRST_AT) | ((next & 127) << NEXT_AT);
  }
  return about;
}

/** The texts of some rows of a side, in the order of `rows`. */
export function weigh({ tokenStart, tokens, cutToken }: SideWords, rows: Uint32Array, about: Int32Array): WeighedTexts {
  const n = rows.length;
  const starts = new Uint32Array(n + 1);
  for (let k = 0; k < n; k++) starts[k + 1] = starts[k] + tokenStart[rows[k] + 1] - tokenStart[rows[k]];
  const out = {
    tokenStart: starts,
    tokens: new Uint32Array(starts[n]),
    about: new Int32Array(starts[n]),
    cutToken: new Int32Array(n),
  };
  for (let k = 0, at = 0; k < n; k++) {
    const row = rows[k];
    for (let t = tokenStart[row]; t < tokenStart[row + 1]; t++, at++) {
      out.tokens[at] = tokens[t];
      out.about[at] = about[tokens[t]];
    }
    out.cutToken[k] = cutToken[row];
  }
  return out;
}

/** Texts without some words. */
export function withoutWords(texts: WeighedTexts, without: ReadonlySet<number>): WeighedTexts {
  const { tokenStart, tokens, about, cutToken } = texts;
  const n = cutToken.length;
  const left = { tokenStart: new Uint32Array(n + 1), tokens: tokens.slice(), about: about.slice() };
  let at = 0;
  for (let i = 0; i < n; i++) {
    for (let t = tokenStart[i]; t < tokenStart[i + 1]; t++) {
      if (without.has(tokens[t])) continue;
      left.tokens[at] = tokens[t];
      left.about[at++] = about[t];
    }
    left.tokenStart[i + 1] = at;
  }
  return { ...left, cutToken: cutToken.map((token) => (without.has(token) ? -1 : token)) };
}

function holdsDigit({ store, start }: ByteInterner, token: number): boolean {
  for (let i = start[token]; i < start[token + 1]; i++) if (CLASS[store[i]] === DIGIT) return true;
  return false;
}
