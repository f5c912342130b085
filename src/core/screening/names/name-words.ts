// A name as words for comparison: in one script, lower case, without titles, and for companies without legal form.
// Queries and lists are treated alike, so equal names have equal words.

import { companyWords, isGeneral, isPlace, isTrade, withoutTitles } from './known-phrases.ts';
import { isNumber } from './token-likeness.ts';
import { transliterate } from './transliterate.ts';
import { visible } from './visible-text.ts';

/** Names of ships are compared as those of companies, but for what stands before them. */
export type NameKind = 'person' | 'company' | 'ship';

/** A letter of another script. */
const OTHER_SCRIPT = /[\p{L}--\p{Script=Latin}--\p{Script=Common}]/v;

/** In Latin letters alone: a name in others may be written alike (Khmer Hun is hon). */
const TITLES = new Set(
  (
    'mr mrs ms miss dr prof professor sir dame lord lady hon honourable honorable chief alhaji alhaja mallam malam engr ' +
    'barr arc pastor rev reverend bishop imam sheikh shaikh sheik haji hajj hajji mullah maulvi maulana general gen col ' +
    'colonel major maj capt captain lt lieutenant sgt jr sr ii iii otunba oba ' +
    // Passports and forms have these in place of a name that is missing.
    'fnu lnu nfn nln nmn unknown'
  ).split(' '),
);

/** Words of legal forms, and words that nearly every company has. They say little and have many spellings. */
const LEGAL_WORDS =
  'limited ltd plc llc llp lp inc incorporated corp corporation co company companies sa sarl sas spa srl gmbh ag kg ' +
  'bv nv oy ab as aps pte pty pvt private public joint stock ooo oao zao pao ao jsc ojsc cjsc pjsc fze fzco fzc ' +
  'sdn bhd tbk pt kft zrt doo dd ead eood ad kk est establishment gte rc bn enterprises enterprise ventures ' +
  'and the of de la kommanditgesellschaft aktiengesellschaft gesellschaft haftung vennootschap naamloze besloten ' +
  'societe anonyme sociedad anonima sociedade societa societatea aktiebolag aktieselskab anpartsselskab aksjeselskap ' +
  'osakeyhtio spolka akcyjna sirketi obshchestvo aktsionernoe perseroan terbatas sendirian berhad unlimited';
/** As they are written, and as the words that they mean. */
const LEGAL_FORMS = new Set(LEGAL_WORDS.split(' ').flatMap((word) => [word, ...companyWords([word])]));

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

export const MAX_TOKENS = 24;

/**
 * The distinguishing words: of a person without titles, of a company without legal form, of a ship without MV. Empty if
 * there is no letter.
 */
export function distinctiveWords(text: string, kind: NameKind): string[] {
  const words = wordsOf(text, kind);
  return (kind === 'person' ? personsOwn(words, !OTHER_SCRIPT.test(text)) : companysOwn(words, kind)).slice(
    0,
    MAX_TOKENS,
  );
}

/** Titles are also names: of two words none is left out for a table's sake. A number is no name. */
function personsOwn(words: readonly string[], isLatin: boolean): readonly string[] {
  const own = isLatin ? words.filter((word) => !TITLES.has(word)) : words;
  const untitled = withoutTitles(own).filter((word) => !isNumber(word));
  return untitled.length > 1 ? untitled : own.length > 0 ? own : words;
}

/** What stands before names of ships: MV, M/V, MT, SS. */
const SHIP = /^(?:m ?[vt]|ss) (?=.)/;

/** The words as they are written, without those of legal forms. */
export const bareWords = (words: readonly string[]): string[] => words.filter((word) => !LEGAL_FORMS.has(word));

/**
 * The words behind MV, if they are a name. Companies may be called so themselves: MT Trading, SS Limited. They are
 * named like a ship only if a word follows that says more than a trade or a country.
 */
function withoutShip(named: readonly string[], kind: NameKind): readonly string[] {
  if (!SHIP.test(named.join(' '))) return named;
  const words = named.slice(named[0].length === 1 ? 2 : 1);
  const isOrdinary = (word: string) => kind !== 'ship' && (isGeneral(word) || isTrade(word) || isPlace(word));
  const isName = (word: string) => !LEGAL_FORMS.has(word) && !isOrdinary(word);
  return companyWords(words).some(isName) ? words : named;
}

/** Whether a company's name has more than its legal form, a number or one word that companies of every kind have. */
export function hasOwnWord(text: string): boolean {
  const own = companyWords(wordsOf(text, 'company')).filter((word) => !LEGAL_FORMS.has(word));
  return own.length > 1 || own.some((word) => !isGeneral(word) && !isNumber(word));
}

/** A company that has only words of legal forms keeps them. */
function companysOwn(named: readonly string[], kind: NameKind): readonly string[] {
  const words = withoutShip(named, kind);
  const own = companyWords(words).filter((word) => !LEGAL_FORMS.has(word));
  if (own.length > 0) return own;
  const ofNoForm = bareWords(words);
  return ofNoForm.length > 0 ? ofNoForm : words;
}

/** The words of any text. Neighbouring initials are one word (A.B.C. is abc), except in a person's name. */
export function wordsOf(text: string, kind?: NameKind): string[] {
  // The Arabic article is written together with the next word. What is a sound of the throat between letters is a vowel
  // where a word begins with it.
  const apart = visible(text)
    .normalize('NFKC')
    .replaceAll(/(?<!\p{L})[عע]/gu, 'a')
    .replaceAll(/(?<!\p{L})ال(?=\p{L}{3})/gu, 'al ');
  const plain = transliterate(apart)
    .replaceAll(/[’'`´ʼ]/g, '')
    .replaceAll('&', ' and ')
    .replaceAll(/\b(?:[a-z]\.){2,}/g, (initials) => (kind === 'person' ? initials : initials.replaceAll('.', '')))
    .replaceAll(SERVANT_OF, 'abdul');
  const withoutForms = kind !== undefined && kind !== 'person' ? plain.replaceAll(LEGAL_PHRASES, ' ') : plain;
  return withoutForms.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/**
 * A word with many spellings: Abd al-Aziz, Abdel Aziz; and before letters that change the article's sound, Abd
 * ar-Rahman, Abdurrahman.
 */
const SERVANT_OF = /\babd[ -]*[aeiu](?:l|([rnsdtz])[ -]?(?=\1))/g;
