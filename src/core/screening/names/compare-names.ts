// How alike two names are, whatever the order of their words: each word is assigned to the one that it is most like,
// each word at most once. Words of the shorter name that find none count in full against it, those of the longer one
// less, since lists and people leave middle names out. One word alone is no name: it must not match a longer one.

import { type ComparableName, MAX_TOKENS, type NameToken } from './name-tokens.ts';
import { isInitial, likeness } from './token-likeness.ts';

/** What a word counts against the likeness that only the longer name has: companies leave no word of theirs out. */
const LEFT_OVER = { person: 0.25, company: 0.6 };
/** Of a name of which one word alone agrees with a longer one. */
export const ONE_WORD_MOST = 0.6;
/** Words that may be written together as one. */
const LONGEST_RUN = 3;

interface ComparedNames {
  readonly score: number;
  /** Words that agree, in the words of the first name: `okonkwo=okonkwo`, `adaeze~adaeza`. */
  readonly pairs: readonly string[];
}

const NONE: ComparedNames = { score: 0, pairs: [] };

export function compareNames(a: ComparableName, b: ComparableName): ComparedNames {
  if (a.tokens.length === 0 || b.tokens.length === 0) return NONE;
  if (a.joined === b.joined) return { score: 1, pairs: [`${a.joined}=${b.joined}`] };
  const [ours, theirs] = [joinedLike(a, b), joinedLike(b, a)];
  const [short, long] = ours.length <= theirs.length ? [ours, theirs] : [theirs, ours];
  const taken = assign(short, long, a.fewVowels !== b.fewVowels);
  let agreed = 0;
  let whole = 0;
  let replaced = 0;
  let strong = 0;
  const pairs: string[] = [];
  const isUsed = new Uint8Array(long.length);
  short.forEach((token, i) => {
    const { at, like } = taken[i];
    if (at < 0) {
      whole += token.own;
      replaced += token.own;
      return;
    }
    isUsed[at] = 1;
    const other = long[at];
    const weight = (token.own + other.own) / 2;
    agreed += weight * like;
    whole += weight;
    if (!isInitial(token.text) && !isInitial(other.text)) strong++;
    pairs.push(like === 1 ? `${token.text}=${other.text}` : `${token.text}~${other.text}`);
  });
  const { kind } = a.tokens.length <= b.tokens.length ? b : a;
  let left = 0;
  long.forEach((token, j) => {
    if (!isUsed[j]) left += token.own;
  });
  // What stands in the place of another word was not left out: it contradicts.
  whole += LEFT_OVER[kind] * left + (1 - LEFT_OVER[kind]) * Math.min(left, replaced);
  let score = whole === 0 ? 0 : agreed / whole;
  // Two words that agree are a name; one of several is not, and initials are none.
  if (strong < 2 && long.length > 1) score = Math.min(score, ONE_WORD_MOST);
  return { score, pairs };
}

/** Words that stand together as one of the other name are that word: Patr ushev in Patrushev, Nur ul Haq in Nurulhaq. */
function joinedLike(name: ComparableName, other: ComparableName): readonly NameToken[] {
  const { tokens } = name;
  let made: NameToken[] | null = null;
  for (let at = 0; at < tokens.length; ) {
    const word = runAt(tokens, at, other.tokens);
    if (word !== null) made ??= tokens.slice(0, at);
    made?.push(word?.as ?? tokens[at]);
    at += word?.length ?? 1;
  }
  return made ?? tokens;
}

/** Of the words from `at` on two or three that are one word of the other name. */
function runAt(tokens: readonly NameToken[], at: number, others: readonly NameToken[]) {
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

interface Assigned {
  /** -1: none. */
  readonly at: number;
  readonly like: number;
}

const NOBODY: Assigned = { at: -1, like: 0 };

const likes = new Float64Array(MAX_TOKENS * MAX_TOKENS);

/** The likest pairs first; equal ones in the order of the words, so that the answer does not depend on anything else. */
function assign(short: readonly NameToken[], long: readonly NameToken[], bySkeleton: boolean): Assigned[] {
  const [n, m] = [short.length, long.length];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) likes[i * m + j] = likeness(short[i], long[j], bySkeleton);
  }
  const found: Assigned[] = Array.from(short, () => NOBODY);
  for (;;) {
    let best = -1;
    let most = 0;
    for (let at = 0; at < n * m; at++) {
      const like = likes[at];
      if (like === 0) continue;
      // A word that is alike but for an error goes before an initial.
      const told = like * short[Math.floor(at / m)].weight;
      if (told > most) {
        most = told;
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

/** The best of all pairs of names. */
export function bestNames(
  ours: readonly ComparableName[],
  theirs: readonly ComparableName[],
): ComparedNames & { readonly ours: string; readonly theirs: string } {
  let best = { ...NONE, ours: '', theirs: '' };
  for (const a of ours) {
    for (const b of theirs) {
      const compared = compareNames(a, b);
      if (compared.score > best.score) best = { ...compared, ours: a.text, theirs: b.text };
      if (best.score === 1) return best;
    }
  }
  return best;
}
