// How alike two names are, whatever the order of their words: each word is assigned to the one that it is most like,
// each word at most once. Words of the shorter name that find none count in full against it, those of the longer one
// less, since lists and people leave middle names out. One word alone is no name: it must not match a longer one.

import type { ComparableName, NameToken } from './name-tokens.ts';
import { likeness } from './token-likeness.ts';

/** What a word counts against the likeness that only the longer name has: companies leave no word of theirs out. */
const LEFT_OVER = { person: 0.25, company: 0.6 };
/** Of a name of which one word alone agrees with a longer one. */
const ONE_WORD_MOST = 0.6;
/** Of names whose words are written together in one and apart in the other. */
const JOINED = 0.97;

export interface ComparedNames {
  readonly score: number;
  /** Words that agree, in the words of the first name: `okonkwo=okonkwo`, `adaeze~adaeza`. */
  readonly pairs: readonly string[];
}

const NONE: ComparedNames = { score: 0, pairs: [] };

/** How rare a word is among those of all lists: 0.5 for the most frequent to 1. */
export type Rarity = (text: string) => number;

const ALL_RARE: Rarity = () => 1;

export function compareNames(a: ComparableName, b: ComparableName, rarity: Rarity = ALL_RARE): ComparedNames {
  if (a.tokens.length === 0 || b.tokens.length === 0) return NONE;
  if (a.joined === b.joined) return { score: 1, pairs: [`${a.joined}=${b.joined}`] };
  const [short, long] = a.tokens.length <= b.tokens.length ? [a, b] : [b, a];
  const taken = assign(short.tokens, long.tokens, a.fewVowels !== b.fewVowels);
  let agreed = 0;
  let whole = 0;
  let strong = 0;
  const pairs: string[] = [];
  const isUsed = new Uint8Array(long.tokens.length);
  short.tokens.forEach((token, i) => {
    const { at, like } = taken[i]!;
    const own = token.weight * rarity(token.text);
    if (at < 0) {
      whole += own;
      return;
    }
    isUsed[at] = 1;
    const other = long.tokens[at]!;
    const weight = (own + other.weight * rarity(other.text)) / 2;
    agreed += weight * like;
    whole += weight;
    if (token.text.length > 1 && other.text.length > 1) strong++;
    pairs.push(like === 1 ? `${token.text}=${other.text}` : `${token.text}~${other.text}`);
  });
  long.tokens.forEach((token, j) => {
    if (!isUsed[j]) whole += LEFT_OVER[long.kind] * token.weight * rarity(token.text);
  });
  let score = whole === 0 ? 0 : agreed / whole;
  // Two words that agree are a name; one of several is not, and initials are none.
  if (strong < 2 && long.tokens.length > 1) score = Math.min(score, ONE_WORD_MOST);
  if (score < JOINED && sameWords(a, b)) return { score: JOINED, pairs: [`${a.joined}~${b.joined}`] };
  return { score, pairs };
}

/** Abdul Rahman and Abdulrahman, in any order of the words. */
function sameWords(a: ComparableName, b: ComparableName): boolean {
  if (a.joined.length !== b.joined.length || a.tokens.length === b.tokens.length) return false;
  const [few, many] = a.tokens.length < b.tokens.length ? [a, b] : [b, a];
  return (
    few.tokens.every(({ text }) => many.joined.includes(text)) &&
    many.tokens.every(({ text }) => few.joined.includes(text))
  );
}

interface Assigned {
  /** -1: none. */
  readonly at: number;
  readonly like: number;
}

/** The likest pairs first; equal ones in the order of the words, so that the answer does not depend on anything else. */
function assign(short: readonly NameToken[], long: readonly NameToken[], bySkeleton: boolean): Assigned[] {
  const pairs: [like: number, i: number, j: number][] = [];
  for (let i = 0; i < short.length; i++) {
    for (let j = 0; j < long.length; j++) {
      const like = likeness(short[i]!, long[j]!, bySkeleton);
      if (like > 0) pairs.push([like, i, j]);
    }
  }
  // A word that is alike but for an error goes before an initial.
  pairs.sort((x, y) => y[0] * short[y[1]]!.weight - x[0] * short[x[1]]!.weight || x[1] - y[1] || x[2] - y[2]);
  const found: Assigned[] = Array.from(short, () => ({ at: -1, like: 0 }));
  const isTaken = new Uint8Array(long.length);
  for (const [like, i, j] of pairs) {
    if (found[i]!.at >= 0 || isTaken[j]) continue;
    found[i] = { at: j, like };
    isTaken[j] = 1;
  }
  return found;
}

/** The best of all pairs of names. */
export function bestNames(
  ours: readonly ComparableName[],
  theirs: readonly ComparableName[],
  rarity: Rarity = ALL_RARE,
): ComparedNames & { readonly ours: string; readonly theirs: string } {
  let best = { ...NONE, ours: '', theirs: '' };
  for (const a of ours) {
    for (const b of theirs) {
      const compared = compareNames(a, b, rarity);
      if (compared.score > best.score) best = { ...compared, ours: a.text, theirs: b.text };
      if (best.score === 1) return best;
    }
  }
  return best;
}
