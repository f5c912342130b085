// Finds the purpose of a statement line from the relations of its words. A narration is phrases between strokes and
// commas; a phrase is groups of words joined by prepositions. VAT ON SMS CHARGE is the tax, because ON is followed by
// the thing taxed; PAYMENT OF VAT is the tax too, because a payment only carries its purpose; COMMISSION PLUS VAT is
// the commission. In a group, a charge is the bank's when the word before or behind it is of the bank's trade (TRANSFER
// CHARGE), a customer's when another word owns it (SCHOOL FEES, HOUSE MAINTENANCE FEE), and the bank's when nobody else
// is named in the line.

import {
  CARRIERS,
  CHARGES,
  LEVIES,
  MONTH_WORDS,
  NEUTRAL,
  OWN_CHARGES,
  type Phrases,
  PUBLIC,
  RELATIONS,
  type Relation,
  TAXES,
  TRADE,
} from './bank-words.ts';

export interface Purpose {
  /** none: only words of the bank's trade; other: a purpose that only customers have. */
  readonly kind: 'tax' | 'charge' | 'other' | 'none';
  /** The words of the purpose (`STAMP DUTY`); empty for other and none. */
  readonly words: string;
  /** Whether some word is neither the bank's nor the purpose's: a name, or what a customer paid for. */
  readonly namesMore: boolean;
}

export function purposeOf(narration: string): Purpose {
  const phrases = phrasesOf(narration).map(readPhrase);
  const namesMore = phrases.some((phrase) => phrase.foreign);
  const said = (kind: Said['kind']) => phrases.find((phrase) => phrase.said?.kind === kind)?.said?.words;
  const tax = said('tax');
  if (tax !== undefined) return { kind: 'tax', words: tax, namesMore };
  const charge = said('bank') ?? (namesMore ? undefined : said('anybody'));
  if (charge !== undefined) return { kind: 'charge', words: charge, namesMore };
  return { kind: namesMore ? 'other' : 'none', words: '', namesMore };
}

/** The words of a text that could tell one transaction from another: not the bank's own, no period, no short number. */
export function tellingWords(text: string): string[] {
  return phrasesOf(text)
    .flat()
    .filter((word) => {
      if (RELATIONS.has(word) || isNeutral(word) || TRADE.has(word)) return false;
      const digits = word.replace(/\P{N}/gu, '').length;
      return digits === 0 ? word.length > 1 : digits > 2 && !/^(?:19|20)\d\d$/.test(word);
    });
}

/**
 * What a line is called: its words up to the end of the first phrase that says more than how money moved, without
 * numbers, months and whoever is paid. Null if no phrase says more.
 */
export function nameOfLine(narration: string): string | null {
  const name: string[] = [];
  for (const phrase of phrasesOf(narration)) {
    const words = groupsOf(phrase)
      .filter(({ relation }) => relation !== 'party')
      .flatMap((group) => group.words)
      .filter((word) => !isFiller(word) && !MONTH_WORDS.has(word));
    name.push(...words);
    if (words.some((word) => !CARRIERS.has(word) && !TRADE.has(word))) return name.join(' ');
  }
  return null;
}

/** The words of a line, or of its name, that say more than that money moved: no numbers, months, parties' prepositions. */
export const wordsOfLine = (text: string): string[] =>
  phrasesOf(text)
    .flat()
    .filter((word) => !isFiller(word) && !MONTH_WORDS.has(word) && !CARRIERS.has(word) && !RELATIONS.has(word));

/** Whether a word tells one charge from others: none that every bank has in many lines. */
export const telling = (word: string): boolean => !TRADE.has(word) && !isNeutral(word) && !RELATIONS.has(word);

/** bank: a charge of the bank; anybody: a charge without an owner in its group. */
interface Said {
  readonly kind: 'tax' | 'bank' | 'anybody';
  readonly words: string;
}

interface ReadPhrase {
  readonly said: Said | null;
  /** Whether the group has words that are neither the bank's nor a purpose's. */
  readonly foreign: boolean;
}

interface Group {
  /** The relation to the group before. */
  readonly relation: Relation;
  readonly words: readonly string[];
}

function readPhrase(words: readonly string[]): ReadPhrase {
  const groups = groupsOf(words);
  const foreign = groups.some((group) => foreignIn(group.words));
  // A party's name is no purpose, and a carrier of a payment is followed by its purpose.
  const at = groups.findIndex(({ relation, words: of }) => relation !== 'party' && !isCarrier(of));
  if (at === -1) return { said: null, foreign };
  const said = readGroup(groups[at].words);
  const next = groups[at + 1];
  // COMMISSION ON TRANSFER TO MUSA: the thing charged on says whose charge it is.
  const isOnTrade = next?.relation === 'of' && next.words.some((word) => TRADE.has(word));
  return { said: said?.kind === 'anybody' && isOnTrade ? { ...said, kind: 'bank' } : said, foreign };
}

function groupsOf(words: readonly string[]): Group[] {
  const groups: { relation: Relation; words: string[] }[] = [{ relation: 'of', words: [] }];
  for (const [i, word] of words.entries()) {
    const relation = RELATIONS.get(word);
    const last = groups[groups.length - 1];
    if (relation === undefined) last.words.push(word);
    else if (relation === 'joined' && i === words.length - 1 && last.words.length > 1) last.words.pop();
    else groups.push({ relation, words: [] });
  }
  return groups;
}

const isCarrier = (words: readonly string[]): boolean =>
  words.every((word) => isFiller(word) || CARRIERS.has(word) || (TRADE.has(word) && !OWN_CHARGES.has(word)));

function readGroup(words: readonly string[]): Said | null {
  const tax = find(words, TAXES, () => true) ?? find(words, LEVIES, (at) => isPublic(words[at - 1]));
  if (tax !== null) return { kind: 'tax', words: tax.words };
  const own = find(words, OWN_CHARGES, () => true);
  if (own !== null) return { kind: 'bank', words: own.words };
  const charge = find(words, CHARGES, () => true);
  if (charge === null) return null;
  const owner = ownerOf(words, charge.at);
  return owner === 'customer' ? null : { kind: owner, words: charge.words };
}

const isPublic = (word: string | undefined): boolean =>
  word === undefined || isFiller(word) || PUBLIC.has(word) || TRADE.has(word) || NEUTRAL.has(word);

/** The owner of the charge at `at`: the nearest word before it that names an owner, else the word after it. */
function ownerOf(words: readonly string[], at: number): 'bank' | 'customer' | 'anybody' {
  const neighbour = (step: number): 'bank' | 'customer' | null => {
    for (let i = at + step; i >= 0 && i < words.length; i += step) {
      const word = words[i];
      if (TRADE.has(word)) return 'bank';
      if (!isFiller(word) && !isNeutral(word)) return 'customer';
    }
    return null;
  };
  return neighbour(-1) ?? (neighbour(1) === 'bank' ? 'bank' : 'anybody');
}

const isFiller = (word: string): boolean => word.length < 2 || /\p{N}/u.test(word);
const isNeutral = (word: string): boolean => NEUTRAL.has(word) || CARRIERS.has(word) || CHARGES.has(word);

/** Whether a word of the group is neither the bank's nor a purpose that it knows. */
function foreignIn(words: readonly string[]): boolean {
  for (let at = 0; at < words.length; ) {
    const named = [TAXES, LEVIES, OWN_CHARGES, CHARGES].map((table) => phraseAt(words, at, table)?.length ?? 0);
    const length = Math.max(...named);
    const word = words[at];
    if (length === 0 && !isFiller(word) && !isNeutral(word) && !TRADE.has(word) && !PUBLIC.has(word)) return true;
    at += Math.max(1, length);
  }
  return false;
}

/** Upper-case words by phrase; `+` and `&` read as PLUS and AND, and digits behind a word are cut off (FEE0042). */
function phrasesOf(narration: string): string[][] {
  return narration
    .toUpperCase()
    .replaceAll('+', ' PLUS ')
    .replaceAll('&', ' AND ')
    .split(/[/|,;:()[\]*]|\s[-–—]+\s/u)
    .map((phrase) => (phrase.match(/[\p{L}\p{N}]+/gu) ?? []).map(withoutNumber))
    .filter((words) => words.length > 0);
}

function withoutNumber(word: string): string {
  const letters = /^(\p{L}{3,})\p{N}+$/u.exec(word)?.[1];
  return letters !== undefined && (CHARGES.has(letters) || TAXES.has(letters) || isNeutral(letters)) ? letters : word;
}

function find(
  words: readonly string[],
  table: Phrases,
  counts: (at: number) => boolean,
): { readonly words: string; readonly at: number } | null {
  for (let at = 0; at < words.length; at++) {
    const phrase = phraseAt(words, at, table);
    if (phrase !== null && counts(at)) return { words: phrase.join(' '), at };
  }
  return null;
}

function phraseAt(words: readonly string[], at: number, table: Phrases): readonly string[] | null {
  return table.get(words[at])?.find((phrase) => phrase.every((word, i) => words[at + i] === word)) ?? null;
}
