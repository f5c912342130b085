// A name as tokens for comparison: in one script, lower case, without titles, and for companies without legal form.
// Queries and lists are treated alike, so equal names have equal tokens.

import { isInitial, skeletonOf, soundOf } from './token-likeness.ts';
import { transliterate, writesFewVowels } from './transliterate.ts';
import { visible } from './visible-text.ts';

export interface NameToken {
  readonly text: string;
  /** Equal for spellings that are pronounced alike. */
  readonly sound: string;
  /** The consonants alone, for scripts without vowels. */
  readonly skeleton: string;
  /** 0 to 1: how well it distinguishes names. */
  readonly weight: number;
  /** The weight in an index, less for frequent words; equal to `weight` without an index. */
  readonly own: number;
}

export interface ComparableName {
  readonly kind: NameKind;
  /** The name as written. */
  readonly text: string;
  readonly tokens: readonly NameToken[];
  /** All tokens joined without spaces. */
  readonly joined: string;
  readonly fewVowels: boolean;
}

export type NameKind = 'person' | 'company';

const TITLES = new Set(
  (
    'mr mrs ms miss dr prof professor sir dame lord lady hon honourable honorable chief alhaji alhaja mallam malam engr ' +
    'barr arc pastor rev reverend bishop imam sheikh shaikh sheik haji hajj hajji mullah maulvi maulana general gen col ' +
    'colonel major maj capt captain lt lieutenant sgt jr sr ii iii otunba oba'
  ).split(' '),
);

/** Words of legal forms, and words that nearly every company has. They say little and have many spellings. */
const LEGAL_FORMS = new Set(
  (
    'limited ltd plc llc llp lp inc incorporated corp corporation co company companies sa sarl sas spa srl gmbh ag kg ' +
    'bv nv oy ab as aps pte pty pvt private public joint stock ooo oao zao pao ao jsc ojsc cjsc pjsc fze fzco fzc ' +
    'sdn bhd tbk pt kft zrt doo dd ead eood ad kk est establishment gte rc bn enterprises enterprise ventures ' +
    'and the of de la kommanditgesellschaft aktiengesellschaft gesellschaft haftung vennootschap naamloze besloten ' +
    'societe anonyme sociedad anonima sociedade societa societatea aktiebolag aktieselskab anpartsselskab aksjeselskap ' +
    'osakeyhtio spolka akcyjna sirketi obshchestvo aktsionernoe perseroan terbatas sendirian berhad unlimited'
  ).split(' '),
);

/** Legal forms of several words, each of which means something else by itself. */
const LEGAL_PHRASES = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[
    ...['(?:open|closed|public) joint[ -]stock', 'with limited liability', 'limited liability', 'by guarantee'],
    ...[
      'mit beschr(?:an|aen)kter haftung',
      'a responsabilite limitee',
      'de responsabilidad limitada',
      'cu raspundere limitata',
    ],
    ...[
      'a responsabilita limitata',
      'per azioni',
      'met beperkte aansprakelijkheid',
      's ogranichenno[iy] otvetstvennostyu',
    ],
    ...[
      'z ograniczona odpowiedzialnoscia',
      'de capital variable',
      'par actions simplifiee',
      'por acoes',
      'en commandite',
    ],
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'gu',
);

const COMMON = new Set('group holding holdings international global nigeria nigerian trading services bank'.split(' '));

/** Particles of many family names; they say little. */
const PARTICLES = new Set('al el bin ibn bint abu abd van von der den de da di del dos la le e y san'.split(' '));

export const MAX_TOKENS = 24;

/**
 * The distinguishing words: of a person without titles, of a company without legal form. Empty if there is no letter.
 */
export function distinctiveWords(text: string, kind: NameKind): string[] {
  const words = wordsOf(text, kind);
  const distinctive = words.filter((word) => !(kind === 'person' ? TITLES : LEGAL_FORMS).has(word));
  // A company that has only such words keeps them.
  return (distinctive.length > 0 ? distinctive : words).slice(0, MAX_TOKENS);
}

/** `known`: tokens of this kind of name, so that each is made once. */
export function comparableName(text: string, kind: NameKind, known?: Map<string, NameToken>): ComparableName {
  const kept = distinctiveWords(text, kind);
  return {
    kind,
    text,
    tokens: kept.map((word) => {
      const met = known?.get(word);
      if (met !== undefined) return met;
      const token = tokenOf(word, kind);
      known?.set(word, token);
      return token;
    }),
    joined: kept.join(''),
    fewVowels: writesFewVowels(text),
  };
}

/** The words of any text. Neighbouring initials are one word (A.B.C. is abc), except in a person's name. */
export function wordsOf(text: string, kind?: NameKind): string[] {
  // The Arabic article is written together with the next word.
  const apart = visible(text)
    .normalize('NFKC')
    .replaceAll(/(?<!\p{L})ال(?=\p{L}{3})/gu, 'al ');
  const plain = transliterate(apart)
    .replaceAll(/[’'`´ʼ]/g, '')
    .replaceAll('&', ' and ')
    .replaceAll(/\b(?:[a-z]\.){2,}/g, (initials) => (kind === 'person' ? initials : initials.replaceAll('.', '')))
    .replaceAll(SERVANT_OF, 'abdul');
  const withoutForms = kind === 'company' ? plain.replaceAll(LEGAL_PHRASES, ' ') : plain;
  return withoutForms.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/**
 * A word with many spellings: Abd al-Aziz, Abdel Aziz; and before letters that change the article's sound, Abd
 * ar-Rahman, Abdurrahman.
 */
const SERVANT_OF = /\babd[ -]*[aeiu](?:l|([rnsdtz])[ -]?(?=\1))/g;

function tokenOf(text: string, kind: NameKind): NameToken {
  const isSmall = kind === 'person' ? PARTICLES.has(text) : COMMON.has(text);
  const weight = isSmall ? 0.3 : isInitial(text) ? 0.35 : Math.min(1, 0.55 + 0.09 * text.length);
  return { text, sound: soundOf(text), skeleton: skeletonOf(text), weight, own: weight };
}
