// Which words of two names may be one: each has one partner, and neighbours may be one word together.

import { type NameToken, type WordEvidence, wordToken } from '../name-tokens.ts';
import type { NameKind } from '../name-words.ts';
import { isInitial } from '../token-likeness.ts';
import { wordEvidence } from './word-evidence.ts';

/** One or several neighbouring words of a name, from one place up to another. */
export interface Part {
  readonly token: NameToken;
  readonly from: number;
  readonly to: number;
}

export interface Pair extends WordEvidence {
  readonly a: Part;
  readonly b: Part;
}

/** The best partner of each word, the surest pairs first, initials last; then of neighbours that may be one word. */
export function pairsOf(ours: readonly NameToken[], theirs: readonly NameToken[], kind: NameKind): Pair[] {
  const found: Pair[] = [];
  const all = withEvidence(ours.map(single), theirs.map(single)).sort(
    (one, other) => rankOf(other) - rankOf(one) || other.bits - one.bits,
  );
  for (const pair of all) if (!found.some(({ a, b }) => overlap(a, pair.a) || overlap(b, pair.b))) found.push(pair);
  const isOpen = (side: 'a' | 'b') => (part: Part) => !found.some((pair) => pair.isKnown && overlap(pair[side], part));
  const [open, openTheirs] = [ours.map(single).filter(isOpen('a')), theirs.map(single).filter(isOpen('b'))];
  // A part of two words would be a part of one of them. Making a word of neighbours costs more than the rest.
  const joined =
    open.length === 0 || openTheirs.length === 0
      ? []
      : [
          ...withEvidence(neighbours(open, kind), openTheirs),
          ...withEvidence(open, neighbours(openTheirs, kind)),
        ].filter(({ sign }) => sign !== '<' && sign !== '>');
  for (const pair of joined) {
    const inPlace = found.filter(({ a, b }) => overlap(a, pair.a) || overlap(b, pair.b));
    if (inPlace.some((one) => one.isKnown || one.bits >= pair.bits)) continue;
    for (const one of inPlace) found.splice(found.indexOf(one), 1);
    found.push(pair);
  }
  return found;
}

const rankOf = ({ a, b, isKnown }: Pair): number => (isInitial(a.token) || isInitial(b.token) ? 0 : isKnown ? 2 : 1);

/** Two or three words that stand side by side, as one. */
const neighbours = (parts: readonly Part[], kind: NameKind): Part[] =>
  parts.flatMap((first, at) =>
    [2, 3].flatMap((length): Part[] => {
      const run = parts.slice(at, at + length);
      const last = run.at(-1)!;
      if (run.length < length || last.to - first.from !== length) return [];
      const text = run.map(({ token }) => token.text).join('');
      const bits = Math.max(...run.map(({ token }) => token.bits));
      const token = wordToken(text, kind, run[0].token.fewVowels !== null);
      return [{ token: { ...token, bits }, from: first.from, to: last.to }];
    }),
  );

const withEvidence = (as: readonly Part[], bs: readonly Part[]): Pair[] =>
  as.flatMap((a) =>
    bs.flatMap((b): Pair[] => {
      const evidence = wordEvidence(a.token, b.token);
      return evidence === null ? [] : [{ ...evidence, a, b }];
    }),
  );

const single = (token: NameToken, from: number): Part => ({ token, from, to: from + 1 });
const overlap = (one: Part, other: Part): boolean => one.from < other.to && other.from < one.to;

/** Whether a word stands in it. */
export const covers = ({ from, to }: Part, at: number): boolean => from <= at && at < to;
