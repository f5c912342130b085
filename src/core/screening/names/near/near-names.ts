// Whether a name is so near to a listed one that a careful person would look, although it is not alike enough to be a hit:
// the first and the last word agree, the words that agree are too rare to do so by chance, one of them is a family name
// that hardly anybody has, or the day of birth and a part of the name agree; of a company, the whole name is in the text,
// or every word of its own agrees. General words, trades and countries say nothing of which company it is.

import { joinedLike } from '../compare-names.ts';
import type { ComparableName, NameToken, WordEvidence } from '../name-tokens.ts';
import type { NameKind } from '../name-words.ts';
import { isInitial } from '../token-likeness.ts';
import { containedBits } from './contained-name.ts';
import { isCommonOf } from './misspelt-trades.ts';
import { covers, type Pair, type Part, pairsOf } from './paired-words.ts';
import { guessed, knownEvidence } from './word-evidence.ts';
import type { Agreeing } from './word-rarity.ts';

export interface NearName {
  readonly why: string;
  /** The words that may be one, with what is between them (word-evidence.ts). */
  readonly pairs: readonly string[];
  /** The entity's name. */
  readonly name: string;
  readonly bits: number;
  /** Whether every word of the shorter name is in the longer, surely enough that no other day of birth clears it. */
  readonly isFullName: boolean;
}

/**
 * Bits that are taken away for words in place of each other, and for words that the other name has not. Companies of one
 * trade and country differ in one word.
 */
const REPLACED: Readonly<Record<NameKind, number>> = { person: 4.5, company: 9, ship: 9 };
const [LEFT_OVER, LEFT_OVER_MOST] = [1, 3];
/**
 * How much more evidence there must be than what any name meets by chance in a list; for guesses, of many ways, more, and
 * most where something else contradicts.
 */
const BEYOND_CHANCE = { known: 2, guessed: 4, guessedAndContradicted: 7 };
/** How much less is enough where the outer words agree. */
const OUTER_LESS = 2;
/** The least letters of a family name that is rare by itself. */
const RARE_LETTERS = 6;

/** What a list says of how seldom words are. */
export interface Chances {
  /** Bits of evidence that a name meets by chance in the list. */
  readonly chance: number;
  readonly agreeing: Agreeing;
}

interface Evidence extends Chances {
  /** Bits of what agrees beside the names. */
  readonly besides: number;
}

export function nearName(
  ours: readonly ComparableName[],
  theirs: readonly ComparableName[],
  evidence: Evidence,
): NearName | null {
  let best: NearName | null = null;
  for (const name of ours) {
    const isPerson = name.kind === 'person';
    const a = isPerson ? withWords(name) : name;
    for (const b of theirs) {
      if (a.isRead || b.isRead || isPerson !== (b.kind === 'person')) continue;
      const near = isPerson ? nearPerson(a, b, evidence) : nearCompany(a, b, evidence);
      if (near !== null && (best === null || isSurer(near, best))) best = near;
    }
  }
  return best;
}

const nearPerson = (a: ComparableName, b: ComparableName, evidence: Evidence): NearName | null =>
  mayBeNear(a, b, evidence) ? nearPair(a, b, evidence) : null;

function nearCompany(a: ComparableName, b: ComparableName, evidence: Evidence): NearName | null {
  const bits = containedBits(a, b);
  if (bits >= evidence.chance + BEYOND_CHANCE.known)
    return { why: 'the whole name is in the text', pairs: [b.joined], name: b.text, bits, isFullName: true };
  return mayBeNear(a, b, evidence) ? nearPair(a, b, evidence) : null;
}

const isSurer = (a: NearName, b: NearName): boolean => (a.isFullName === b.isFullName ? a.bits > b.bits : a.isFullName);

/** Abu and Van are names too where a name has no two words beside them. */
const withWords = (name: ComparableName): ComparableName =>
  name.tokens.length < 2 || name.tokens.filter(isWord).length > 1
    ? name
    : { ...name, tokens: name.tokens.map((token) => (token.isParticle ? { ...token, isParticle: false } : token)) };

/**
 * Whether enough words agree for any of the reasons; most pairs end here. Guesses are made last and only for what they
 * must bring. A name of one word is looked at anyway.
 */
function mayBeNear(a: ComparableName, b: ComparableName, { chance, besides }: Evidence): boolean {
  const others = b.tokens.filter(isWord);
  if (others.length === 0) return false;
  const open: NameToken[] = [];
  let [words, agreeing, bits] = [0, 0, besides];
  let hasRare = false;
  for (const one of a.tokens) {
    const isOne = isWord(one);
    if (isOne) words++;
    else if (one.isOfCompany) continue;
    let most = -1;
    for (const other of isOne ? others : b.tokens) {
      const evidence = knownEvidence(one, other);
      if (evidence === null) continue;
      most = Math.max(most, evidence.bits);
      hasRare ||= isOne && isRare(one, other, { ...evidence, chance });
    }
    if (most >= 0) bits += most;
    if (isOne && most >= 0) agreeing++;
    else if (isOne) open.push(one);
  }
  if (a.kind !== 'person' && (agreeing === 0 || bits >= chance - OUTER_LESS)) return agreeing > 0;
  if (words < 2 || hasRare) return words > 1;
  if (agreeing > 1 && (bits >= chance - OUTER_LESS || agreeing >= Math.min(words, others.length))) return true;
  if (agreeing > 0 && besides > 0 && bits >= chance + BEYOND_CHANCE.known) return true;
  const most = others.reduce((rarest, other) => Math.max(rarest, other.bits), 0);
  let missing = chance + BEYOND_CHANCE.guessed - bits;
  for (let left = open.length - 1; left >= 0; left--) {
    const least = missing - left * most;
    if (least > most) return false;
    missing -= mostGuessed(open[left], others, least);
  }
  return missing <= 0;
}

const mostGuessed = (one: NameToken, others: readonly NameToken[], least: number): number =>
  others.reduce((most, other) => Math.max(most, guessed(one, other, Math.max(least, most))?.bits ?? 0), 0);

const isWord = (token: NameToken): boolean => !token.isParticle && !token.isCommon && !isInitial(token);

function nearPair(a: ComparableName, b: ComparableName, { chance, agreeing, besides }: Evidence): NearName | null {
  // General words of companies are no evidence, nor are their particles.
  const compared = (tokens: readonly NameToken[]) => (a.kind === 'person' ? tokens : tokens.filter(isWord));
  const [ours, theirs] = [compared(joinedLike(a, b)), compared(joinedLike(b, a))];
  const found = { ours, theirs, pairs: pairsOf(ours, theirs, a.kind), chance, besides, a, b };
  if (judged(found) === null) return null;
  // Most end here. Words that are not equal say no more than how few entities have one that agrees as well.
  const pairs = found.pairs.map((pair) =>
    pair.sign === '='
      ? pair
      : { ...pair, bits: Math.min(pair.bits, chance - Math.log2(agreeing(pair.a.token, pair.bits))) },
  );
  const near = judged({ ...found, pairs });
  if (near === null) return null;
  const told = pairs.map(({ a: one, b: other, sign }) => `${one.token.text}${sign}${other.token.text}`);
  return { ...near, pairs: told, name: b.text };
}

interface PairedNames {
  readonly ours: readonly NameToken[];
  readonly theirs: readonly NameToken[];
  readonly pairs: readonly Pair[];
  readonly a: ComparableName;
  readonly b: ComparableName;
  readonly chance: number;
  readonly besides: number;
}

type Judged = Pick<NearName, 'why' | 'bits' | 'isFullName'>;

function judged({ ours, theirs, pairs, a, b, chance, besides }: PairedNames): Judged | null {
  const strong = pairs.filter((pair) => isWord(pair.a.token) && isWord(pair.b.token));
  if (strong.length === 0) return null;
  const left = (tokens: readonly NameToken[], side: 'a' | 'b'): number =>
    tokens.filter(
      (token, at) =>
        isWord(token) && !pairs.some((pair) => covers(pair[side], at)) && !isCommonOf(token, side === 'a' ? b : a),
    ).length;
  const [oursLeft, theirsLeft] = [left(ours, 'a'), left(theirs, 'b')];
  const replaced = Math.min(oursLeft, theirsLeft);
  const more = Math.max(oursLeft, theirsLeft) - replaced;
  const sum = pairs.reduce((all, pair) => all + pair.bits, 0);
  const bits = sum - REPLACED[a.kind] * replaced - Math.min(LEFT_OVER_MOST, LEFT_OVER * more);
  const areKnown = strong.every((pair) => pair.isKnown);
  const isKnown = strong.length > 1 && areKnown;
  const isSure = areKnown || bits >= chance + BEYOND_CHANCE.guessedAndContradicted;
  const near = (why: string): Judged => ({ why, bits, isFullName: replaced === 0 && strong.length > 1 && isSure });
  const [ourParts, theirParts] = [strong.map((pair) => pair.a), strong.map((pair) => pair.b)];
  const areOuter = isOuter(ours, ourParts) || isOuter(theirs, theirParts);
  if (isKnown && areOuter && bits >= chance - OUTER_LESS) return near('the first and the last word agree');
  const isAll = a.kind !== 'person' && oursLeft + theirsLeft === 0 && areKnown;
  if (isAll && bits >= chance - OUTER_LESS) return near('every word of its own agrees');
  const beyond = areKnown ? BEYOND_CHANCE.known : BEYOND_CHANCE.guessed;
  if (strong.length > 1 && bits >= chance + beyond) return near('words agree that are rare');
  if (besides > 0 && bits + besides >= chance + beyond) return near('the day of birth and a part of the name agree');
  const isRarest = (pair: Pair) =>
    isRare(pair.a.token, pair.b.token, { ...pair, chance }) && isFamilyName(pair, ours, theirs);
  return strong.some(isRarest) ? near('a name agrees that hardly anybody has') : null;
}

/** A long word that no source knows as a name and that no other entity has. */
const isRare = (a: NameToken, b: NameToken, { isKnown, letters, chance }: WordEvidence & { chance: number }): boolean =>
  !a.isOfCompany &&
  isKnown &&
  letters >= RARE_LETTERS &&
  Math.min(a.bits, b.bits) >= chance - 1 &&
  a.variants.length + a.nicknames.length + b.variants.length + b.nicknames.length === 0;

/** Whether it ends one of the names, and begins none but where it ends the other: given names begin both. An only name has no place. */
function isFamilyName({ a, b }: Pair, ours: readonly NameToken[], theirs: readonly NameToken[]): boolean {
  if (theirs.length === 1) return true;
  const [isLast, isLastOfTheirs] = [a.to === ours.length, b.to === theirs.length];
  return (isLast || isLastOfTheirs) && (b.from > 0 || isLast);
}

/** Whether the first and the last word of a name are among those that agree. */
function isOuter(tokens: readonly NameToken[], agreeing: readonly Part[]): boolean {
  const first = tokens.findIndex(isWord);
  const last = tokens.findLastIndex(isWord);
  return first !== last && [first, last].every((at) => agreeing.some((part) => covers(part, at)));
}
