// How alike two names are, in any order of words. Each word is assigned to the most similar one, each at most once.
// Unmatched words of the shorter name count in full against it; those of the longer one count less, because lists and
// people leave middle names out. A single word must not match a longer name.

import { areInitials } from './company-initials.ts';
import { type ComparableName, LONGEST_RUN, type NameToken } from './name-tokens.ts';
import { MAX_TOKENS, type NameKind } from './name-words.ts';
import { isInitial, isNumber, lettersApart, likeness } from './token-likeness.ts';
import { isOfSigns } from './transliterate.ts';
import { initialsTogether, LIKE_INITIALS, wordsTogether } from './unmatched-words.ts';

/** How much an extra word of the longer name counts. Companies leave no word out but the country that they are in. */
const LEFT_OVER = { person: 0.25, company: 0.6, ship: 0.6 };
const LEFT_OVER_PLACE = 0.4;
/** Highest likeness of a longer name that agrees in only one word. */
export const ONE_WORD_MOST = 0.6;
/** Letters of a person's whole name for each that may be wrong; and the most letters that are compared so. */
const [LETTERS_FOR_ERROR, MOST_LETTERS] = [12, 255];
/** Highest likeness of names with other numbers. */
const OTHER_NUMBER_MOST = 0.6;

export interface ComparedNames {
  readonly score: number;
  /** The agreeing words, with the first name's before the second's: `okonkwo=okonkwo`, `adaeze~adaeza`. */
  readonly pairs: readonly string[];
  /** Whether every word of the shorter name agrees, be it the only one of both, or of a company's own words each. */
  readonly isFullName: boolean;
}

export const NOTHING_ALIKE: ComparedNames = { score: 0, pairs: [], isFullName: false };

export function compareNames(a: ComparableName, b: ComparableName): ComparedNames {
  if (a.tokens.length === 0 || b.tokens.length === 0 || (a.isRead && b.isRead)) return NOTHING_ALIKE;
  if (a.joined === b.joined) return { score: 1, pairs: [`${a.joined}=${b.joined}`], isFullName: true };
  if (a.initials !== null && b.initials !== null && areInitials(a.initials, b.initials))
    return { score: LIKE_INITIALS, pairs: [`${a.joined}~${b.joined}`], isFullName: true };
  const [ours, theirs] = [joinedLike(a, b), joinedLike(b, a)];
  const [short, long] = ours.length <= theirs.length ? [ours, theirs] : [theirs, ours];
  const taken = assign(short, long);
  const { kind } = a.tokens.length <= b.tokens.length ? b : a;
  const isUsed = new Uint8Array(long.length);
  for (const { at } of taken) if (at >= 0) isUsed[at] = 1;
  const together = unmatchedTogether(short, long, { taken, isUsed, kind });
  let agreed = 0;
  let whole = 0;
  let replaced = 0;
  let without = 0;
  let strong = 0;
  // Strong ones of a person that are the same word.
  let same = 0;
  // Words of a name's own that agree, and those that do not or are no words.
  let own = 0;
  let others = 0;
  const pairs: string[] = [];
  short.forEach((token, i) => {
    const { at, like } = taken[i];
    if (at < 0) {
      if (together?.ours.includes(i)) return;
      whole += token.own;
      if (!token.isGeneral) others++;
      if (!isSmall(token)) without++;
      // A particle that the other name has not stands in place of nothing.
      if (!token.isParticle) replaced += token.own;
      return;
    }
    const other = long[at];
    const weight = (token.own + other.own) / 2;
    agreed += weight * like;
    whole += weight;
    if (isInitial(token) || isInitial(other)) others++;
    else {
      strong++;
      if (like === 1) same++;
      if (!token.isGeneral && !other.isGeneral) own++;
    }
    pairs.push(like === 1 ? `${token.text}=${other.text}` : `${token.text}~${other.text}`);
  });
  if (together !== null) {
    const weight = (weightOf(short, together.ours) + weightOf(long, together.theirs)) / 2;
    agreed += weight * together.like;
    whole += weight;
    if (kind !== 'person') strong++;
    own++;
    for (const j of together.theirs) isUsed[j] = 1;
    pairs.push(`${textOf(short, together.ours)}~${textOf(long, together.theirs)}`);
  }
  let left = 0;
  let more = 0;
  long.forEach((token, j) => {
    if (isUsed[j]) return;
    if (!isSmall(token)) more++;
    left += token.isPlace ? LEFT_OVER_PLACE * token.own : token.own;
    if (!token.isGeneral && !token.isPlace) others++;
  });
  // A word in place of another was not left out: it contradicts.
  whole += LEFT_OVER[kind] * left + (1 - LEFT_OVER[kind]) * Math.min(left, replaced);
  let score = whole === 0 ? 0 : agreed / whole;
  // Two agreeing words make a name. One word of several does not, nor do initials; but where general words alone are
  // left, it is all of a company's name, and where nothing is left the same word and initials are all of a person's.
  const isWhole = kind === 'person' ? same > 0 && replaced === 0 && left === 0 : own > 0 && others === 0;
  if (strong < 2 && long.length > 1 && !isWhole) score = Math.min(score, ONE_WORD_MOST);
  // Plant 17 and plant 18 are two plants.
  if (haveOtherNumbers(ours, theirs)) score = Math.min(score, OTHER_NUMBER_MOST);
  const byLetters = nearlyWritten(a, b);
  if (byLetters > score) return { score: byLetters, pairs: [`${a.joined}~${b.joined}`], isFullName: true };
  const areWords = strong > 1 || long.length === 1 || isWhole;
  return { score, pairs, isFullName: areWords && Math.min(without, more) === 0 };
}

/**
 * How alike two people's names are letter by letter, spaces left out: an error in a short word, or beside a space that
 * stands elsewhere; 0 for more errors than so many letters may have.
 */
function nearlyWritten(a: ComparableName, b: ComparableName): number {
  if (a.kind !== 'person' || b.kind !== 'person') return 0;
  const letters = Math.max(a.joined.length, b.joined.length);
  const most = Math.floor(letters / LETTERS_FOR_ERROR);
  if (most === 0 || letters > MOST_LETTERS) return 0;
  const whole = ({ joined: text, letterBits }: ComparableName) => ({ text, letterBits });
  const errors = lettersApart(whole(a), whole(b), most);
  return errors > most || isOfSigns(a.joined) || isOfSigns(b.joined) ? 0 : 1 - errors / letters;
}

const isSmall = ({ isParticle, isGeneral }: NameToken): boolean => isParticle || isGeneral;

interface Matching {
  readonly taken: readonly Assigned[];
  readonly isUsed: Uint8Array;
  readonly kind: NameKind;
}

/** What the words without a partner are together (unmatched-words.ts). */
function unmatchedTogether(short: readonly NameToken[], long: readonly NameToken[], { taken, isUsed, kind }: Matching) {
  const [ours, theirs] = [
    short.map((token, i) => (taken[i].at < 0 ? token : null)),
    long.map((token, j) => (isUsed[j] ? null : token)),
  ];
  const isAny = (tokens: readonly (NameToken | null)[]) => tokens.some((token) => token !== null);
  if (!isAny(ours) || !isAny(theirs)) return null;
  return (kind === 'person' ? initialsTogether : wordsTogether)(ours, theirs);
}

const weightOf = (tokens: readonly NameToken[], places: readonly number[]): number =>
  places.reduce((sum, at) => sum + tokens[at].own, 0);
const textOf = (tokens: readonly NameToken[], places: readonly number[]): string =>
  places.map((at) => tokens[at].text).join(' ');

/** Whether both have numbers, and none is the other's. */
function haveOtherNumbers(a: readonly NameToken[], b: readonly NameToken[]): boolean {
  const numbersOf = (tokens: readonly NameToken[]) => tokens.filter(({ text }) => isNumber(text));
  const [ours, theirs] = [numbersOf(a), numbersOf(b)];
  return ours.length > 0 && theirs.length > 0 && !ours.some(({ text }) => theirs.some((one) => one.text === text));
}

/** Joins neighbouring words that the other name writes as one: Patr ushev in Patrushev, Nur ul Haq in Nurulhaq. */
export function joinedLike(name: ComparableName, other: ComparableName): readonly NameToken[] {
  const { tokens } = name;
  let made: NameToken[] | null = null;
  for (let at = 0; at < tokens.length; ) {
    const word = joinedWordAt(tokens, at, other.tokens) ?? knownNameAt(name, at, other.tokens);
    if (word !== null) made ??= tokens.slice(0, at);
    made?.push(word?.as ?? tokens[at]);
    at += word?.length ?? 1;
  }
  return made ?? tokens;
}

/** Two or three words from `at` on that the other name writes as one; null if there are none. */
function joinedWordAt(tokens: readonly NameToken[], at: number, others: readonly NameToken[]) {
  const first = tokens[at].text;
  for (const as of others) {
    if (as.text.length <= first.length || !as.text.startsWith(first)) continue;
    let text = first;
    for (let length = 2; length <= LONGEST_RUN && at + length <= tokens.length; length++) {
      text += tokens[at + length - 1].text;
      if (text === as.text) return { as, length };
    }
  }
  return null;
}

/** Words from `at` on that are together a spelling of one word of the other name: Jong Un and Jung-eun. */
function knownNameAt({ joins, tokens }: ComparableName, at: number, others: readonly NameToken[]) {
  for (const { at: from, length, token } of joins) {
    if (from !== at) continue;
    const isThere = (one: NameToken) => others.some((other) => other.text === one.text);
    if (!isThere(tokens[at]) && others.some((other) => !isInitial(other) && likeOf(token, other) > 0))
      return { as: token, length };
  }
  return null;
}

/** The likeness of two words, compared once for a word that is looked up. */
export function likeOf(a: NameToken, b: NameToken): number {
  if (a.text === b.text) return 1;
  if (a.met === null && b.met !== null) return likeOf(b, a);
  let like = a.met?.likes.get(b);
  if (like === undefined) {
    like = likeness(a, b);
    a.met?.likes.set(b, like);
  }
  return like;
}

interface Assigned {
  /** Index of the word in the longer name, -1 for none. */
  readonly at: number;
  readonly like: number;
}

const UNASSIGNED: Assigned = { at: -1, like: 0 };

const likes = new Float64Array(MAX_TOKENS * MAX_TOKENS);

/** Assigns the most similar pairs first; equal ones in the order of the words, so that the result is deterministic. */
function assign(short: readonly NameToken[], long: readonly NameToken[]): Assigned[] {
  const [n, m] = [short.length, long.length];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) likes[i * m + j] = likeOf(short[i], long[j]);
  }
  const found: Assigned[] = Array.from(short, () => UNASSIGNED);
  for (;;) {
    let best = -1;
    let most = 0;
    for (let at = 0; at < n * m; at++) {
      const like = likes[at];
      if (like === 0) continue;
      // A full word with an error comes before an initial.
      const weighted = like * short[Math.floor(at / m)].weight;
      if (weighted > most) {
        most = weighted;
        best = at;
      }
    }
    if (best < 0) return found;
    const [i, j] = [Math.floor(best / m), best % m];
    found[i] = { at: j, like: likes[best] };
    for (let k = 0; k < m; k++) likes[i * m + k] = 0;
    for (let k = 0; k < n; k++) likes[k * m + j] = 0;
  }
}

/** The best of all pairs of names, with the second name of that pair. */
export interface BestNames extends Omit<ComparedNames, 'isFullName'> {
  /** The score of the best pair of full names, 0 without one. */
  readonly full: number;
  readonly theirs: string;
}

export const NO_NAMES: BestNames = { score: 0, pairs: [], full: 0, theirs: '' };

export function bestNames(ours: readonly ComparableName[], theirs: readonly ComparableName[]): BestNames {
  let best = NO_NAMES;
  let full = 0;
  for (const a of ours) {
    for (const b of theirs) {
      const { score, pairs, isFullName } = compareNames(a, b);
      if (isFullName) full = Math.max(full, score);
      if (score > best.score) best = { score, pairs, full, theirs: b.text };
      if (score === 1) return { ...best, full };
    }
  }
  return { ...best, full };
}
