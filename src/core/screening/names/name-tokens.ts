// A name as tokens for comparison: its words, each with its sounds, the known names that it spells and its weight.

import { type CompanyInitials, initialsOf } from './company-initials.ts';
import { isGeneral, isPlace, isTrade } from './known-phrases.ts';
import { mcCuneReischauer } from './korean-spelling.ts';
import { nicknamesOf, variantsOf } from './name-variants.ts';
import { bareWords, distinctiveWords, type NameKind, wordsOf } from './name-words.ts';
import { roughForms } from './rough-sounds.ts';
import { consonantsOf, type FewVowels, fewVowelsOf } from './scripts/few-vowels.ts';
import { readWords } from './sign-names.ts';
import { isInitial, isNumber, letterBitsOf, type WordSounds, wordSounds } from './token-likeness.ts';
import { isOfSigns, writesFewVowels } from './transliterate.ts';
import { wadeGiles } from './wade-giles.ts';

export interface NameToken extends WordSounds {
  readonly text: string;
  /** The known names that it is a spelling of (name-variants.ts). */
  readonly variants: readonly number[];
  /** The names that are shortened to it, or that it shortens. */
  readonly nicknames: readonly number[];
  /** Its letters if its script omits short vowels, else null. */
  readonly fewVowels: FewVowels | null;
  /** Its consonants, by each way to begin it: a key. */
  readonly consonants: readonly string[];
  /** Its letters in order, of a word of five or more: equal where letters are swapped. */
  readonly sorted: string;
  /** Its groups of consonants, by each way to read them (rough-sounds.ts). */
  readonly rough: readonly string[];
  /** Whether it has no vowel behind its first letter. */
  readonly isBare: boolean;
  /** Whether it is of signs or a number: another one is another word. */
  readonly isOther: boolean;
  /** Whether it is a particle of names of people. */
  readonly isParticle: boolean;
  /** In a company's name: whether it is a particle, or a word that many are called by; whether it is a country. */
  readonly isGeneral: boolean;
  readonly isPlace: boolean;
  /** In a company's name: whether it is one of these, or a trade, so that it says nothing of which company it is. */
  readonly isCommon: boolean;
  readonly isOfCompany: boolean;
  /** 0 to 1: how well it distinguishes names. */
  readonly weight: number;
  /** The weight in an index, less for frequent words; equal to `weight` without an index. */
  readonly own: number;
  /** How seldom a list has it, in bits; without an index as if it were rare. */
  readonly bits: number;
  /** Of a word that is looked up: what it has in common with words of the list, each compared once. Else null. */
  readonly met: MetWords | null;
}

interface MetWords {
  readonly likes: Map<NameToken, number>;
  readonly evidence: Map<NameToken, WordEvidence | null>;
}

export interface WordEvidence {
  /** How seldom a list has a word that agrees in that way. */
  readonly bits: number;
  /** Letters that agree beyond those that an error may have changed. */
  readonly letters: number;
  /** Whether a source or an ordinary spelling says so; else it is a guess. */
  readonly isKnown: boolean;
  /** Between the words in a text: `alex<aleksandr`. */
  readonly sign: string;
}

/** Bits of a word that one of 8,000 names has. */
export const RARE = 13;

export interface ComparableName {
  readonly kind: NameKind;
  /** The name as written. */
  readonly text: string;
  readonly tokens: readonly NameToken[];
  /** Neighbouring tokens that may be one name: a known one, or one with what it begins with. */
  readonly joins: readonly NameJoin[];
  /** All tokens joined without spaces. */
  readonly joined: string;
  /** Which letters it has, as those of a word; of a company's own words, and of all as they are written. */
  readonly letterBits: number;
  readonly writtenBits: number;
  /** Null for a person. */
  readonly initials: CompanyInitials | null;
  /** The words of a company as they are written; and its letters, without legal form and with it. Empty for a person. */
  readonly written: readonly string[];
  readonly letters: readonly string[];
  /** Whether it is another way to read or write the name: such readings are compared with written names alone. */
  readonly isRead: boolean;
}

interface NameJoin {
  /** Place of the first token. */
  readonly at: number;
  /** Number of tokens. */
  readonly length: number;
  readonly token: NameToken;
}

/** Particles of many family names; they say little. */
const PARTICLES = new Set('al el bin ibn bint abu abd van von der den de da di del dos la le e y san'.split(' '));

/** `known`: tokens of this kind of name, so that each is made once. */
export function comparableName(text: string, kind: NameKind, known?: Map<string, NameToken>): ComparableName {
  return nameOf(text, kind, {
    words: distinctiveWords(text, kind).map((word) => [word, word] as const),
    known,
    isRead: false,
  });
}

/** The name as it is written, as it is read where it is in signs, and in Wade-Giles where it is in Pinyin. */
export function comparableNames(text: string, kind: NameKind, known?: Map<string, NameToken>): ComparableName[] {
  const written = comparableName(text, kind, known);
  const words = written.tokens.map((token) => token.text);
  const { mandarin, korean } = readWords(words, kind === 'person');
  const readings = [...mandarin, ...korean].map((read) => read.map(({ signs, reading }) => [signs, reading] as const));
  const spoken = mandarin.length === 0 ? [words] : mandarin.map((read) => read.map(({ reading }) => reading));
  // It has a word for each syllable, so that one division is enough.
  const taiwanese = kind === 'person' ? spoken.flatMap((one) => [wadeGiles(one) ?? []]).find(isSaid) : undefined;
  const northKorean =
    kind === 'person' ? spoken.flatMap((one) => [mcCuneReischauer(one) ?? []]).find(isSaid) : undefined;
  const asWritten = (word: string) => [word, word] as const;
  const signs = Array.from(mandarin.length === 0 ? '' : words.join(''));
  const bySign =
    signs.length === taiwanese?.length ? taiwanese.map((word, at) => [signs[at], word] as const) : undefined;
  return [
    written,
    ...(kind === 'person' ? piecesJoined(words) : []).map((joined) =>
      nameOf(text, kind, { words: joined.map(asWritten), known, isRead: false }),
    ),
    ...[...readings, bySign ?? taiwanese?.map(asWritten) ?? [], northKorean?.map(asWritten) ?? []]
      .filter(isSaid)
      .map((one) => nameOf(text, kind, { words: one, known, isRead: true })),
  ];
}

/** So many neighbouring pieces of at most two letters are one word that is written with spaces: Ok an de ji. */
const PIECES = { least: 3, letters: 2 };

function piecesJoined(words: readonly string[]): string[][] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; ) {
    let to = at;
    while (to < words.length && words[to].length <= PIECES.letters && !isOfSigns(words[to])) to++;
    const isOne = to - at >= PIECES.least;
    joined.push(isOne ? words.slice(at, to).join('') : words[at]);
    at = isOne ? to : at + 1;
  }
  return joined.length < words.length ? [joined] : [];
}

const isSaid = (words: readonly unknown[]): boolean => words.length > 0;

interface NameWords {
  /** Each word as it is written and as it is compared. */
  readonly words: readonly (readonly [written: string, compared: string])[];
  readonly known: Map<string, NameToken> | undefined;
  readonly isRead: boolean;
}

function nameOf(text: string, kind: NameKind, { words, known, isRead }: NameWords): ComparableName {
  const fewVowels = writesFewVowels(text);
  const once = (written: string, compared: string): NameToken => {
    const key = written !== compared ? `${written} ${compared}` : fewVowels ? `${written} ` : written;
    const met = known?.get(key);
    if (met !== undefined) return met;
    const token = tokenOf(written, compared, { kind, fewVowels });
    known?.set(key, token);
    return token;
  };
  const joins: NameJoin[] = [];
  for (let at = 0; kind === 'person' && at + 1 < words.length; at++) {
    let joined = words[at][1];
    for (let length = 2; length <= LONGEST_RUN && at + length <= words.length; length++) {
      joined += words[at + length - 1][1];
      if (fewVowels || (length === 2 && isPrefixed(words[at][1], words[at + 1][1])) || variantsOf(joined).length > 0)
        joins.push({ at, length, token: once(joined, joined) });
    }
  }
  const tokens = words.map(([written, compared]) => once(written, compared));
  const all = kind === 'person' ? [] : wordsOf(text, kind);
  const written = isRead ? [] : all;
  const letters = [bareWords(written), written].map((some) => some.join('')).filter((one) => one !== '');
  return {
    ...{ kind, text, joins, isRead, tokens, written },
    letters: letters[0] === letters[1] ? letters.slice(1) : letters,
    letterBits: tokens.reduce(
      (bits, token) => (token.isCommon || (token.isOfCompany && token.isOther) ? bits : bits | token.letterBits),
      0,
    ),
    writtenBits: written.reduce((bits, word) => bits | letterBitsOf(word), 0),
    joined: words.map(([, compared]) => compared).join(''),
    initials: kind === 'person' ? null : initialsOf(all),
  };
}

/** Whether the first may be written as the beginning of the second: Bu Zaghrawi and Bouzaghraoui. */
const isPrefixed = (first: string, second: string): boolean =>
  first.length > 1 && first.length <= PREFIX.most && second.length >= PREFIX.least;
const PREFIX = { most: 3, least: 4 };

/** Most words that may be written as one. */
export const LONGEST_RUN = 3;

/** A word by itself. */
export const wordToken = (text: string, kind: NameKind, fewVowels: boolean): NameToken =>
  tokenOf(text, text, { kind, fewVowels });

interface WordOf {
  readonly kind: NameKind;
  readonly fewVowels: boolean;
}

function tokenOf(written: string, text: string, { kind, fewVowels }: WordOf): NameToken {
  const isCompany = kind !== 'person';
  const isParticle = PARTICLES.has(text);
  const isGeneralWord = isCompany && (isParticle || isGeneral(text));
  const known = isCompany ? [] : variants(written, text);
  const isShort = isInitial({ text, variants: known });
  const byLength = isShort ? SHORT_WORD : Math.min(1, 0.55 + 0.09 * text.length);
  const isOfTrade = isCompany && isTrade(text);
  const isPlaceName = isCompany && isPlace(text);
  const weight = isParticle || isGeneralWord ? SMALL : isOfTrade ? TRADE : byLength;
  const isCommon = isGeneralWord || isPlaceName || isOfTrade;
  const flags = { isParticle, isGeneral: isGeneralWord, isPlace: isPlaceName, isCommon, isOfCompany: isCompany };
  const nicknames = isCompany ? [] : nicknamesOf(text);
  const isBare = text.length >= LEAST_BARE && !/[aeiou]/.test(text.slice(1));
  const sorted = text.length >= LEAST_SORTED ? Array.from(text).sort().join('') : '';
  const sounds = {
    ...wordSounds(text),
    fewVowels: fewVowels ? fewVowelsOf(text) : null,
    consonants: consonantsOf(text, fewVowels),
    sorted,
    rough: roughForms(text),
    isBare,
    isOther: isOfSigns(text) || isNumber(text),
  };
  return { text, ...sounds, variants: known, nicknames, ...flags, weight, own: weight, bits: RARE, met: null };
}

/** The least letters of words that have the same ones: of shorter words one in 2^14 pairs of different names has. */
const LEAST_SORTED = 5;
/** The least letters of a word without vowels. */
const LEAST_BARE = 3;

/** Weights of particles and general words, of words of trades, and of initials. */
const [SMALL, TRADE, SHORT_WORD] = [0.3, 0.6, 0.35];

const ONE_SIGN = /^\p{Ideographic}$/u;

/** Of a word that is read from signs, those of the signs and of the reading; of one Chinese sign those of the sign. */
function variants(written: string, text: string): readonly number[] {
  // Signs are known by their reading.
  if (written === text) return isOfSigns(text) ? [] : variantsOf(text);
  const ofSigns = variantsOf(written);
  // Many Chinese signs are read alike; another one is another name.
  if (ofSigns.length > 0 && ONE_SIGN.test(written)) return ofSigns;
  return [...new Set([...ofSigns, ...variantsOf(text)])].sort((a, b) => a - b);
}
