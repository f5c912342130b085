// A company that is called as a person: its name without legal form, general words and trades. Who is listed trades under
// a name of their own (Adekunle Vydumannov Enterprises), in any spelling and without a middle name. Names are compared
// as they are written: readings of signs and syllables meet too many words.

import { type BestNames, compareNames, likeOf, NO_NAMES } from './compare-names.ts';
import { companyWords, isGeneral, isTrade } from './known-phrases.ts';
import { type ComparableName, comparableName, type NameToken } from './name-tokens.ts';
import { bareWords, wordsOf } from './name-words.ts';

/** The least likeness: a middle name left out beside known spellings and equal sounds; else other spellings. */
const LEAST = { sure: 0.75, other: 0.85 };

/** Two people are named, or one and what he has: Okandeji & Bello, Ade Okandeji and Sons. */
const AND = /\s(?:[&+]|and|und|et)\s/iu;

const isOwn = (word: string): boolean =>
  bareWords([word]).length > 0 && companyWords([word]).some((meant) => !isGeneral(meant) && !isTrade(meant));

/** The people that a company may be called by. One word is half of all companies', and somebody's. */
export const peopleInCompany = (name: string): ComparableName[] =>
  name.split(AND).flatMap((text) => {
    const pieces = text.split(/\s+/u).filter((piece) => wordsOf(piece, 'company').some(isOwn));
    const person = comparableName(pieces.join(' '), 'person');
    return person.tokens.length < 2 ? [] : [person];
  });

/** Whether two words agree, one of them surely, or all letters; most pairs end here. */
function mayBeFull(a: ComparableName, b: ComparableName): boolean {
  if (a.letterBits === b.letterBits) return true;
  const [ours, theirs] = [wordsAndJoins(a), wordsAndJoins(b)];
  if (!ours.some((one) => theirs.some((other) => areOne(one, other)))) return false;
  return ours.filter((one) => theirs.some((other) => likeOf(one, other) > 0)).length > 1;
}

const areOne = (a: NameToken, b: NameToken): boolean =>
  a.sound === b.sound || a.variants.some((one) => b.variants.includes(one));

/** Whether two words or more, and all of the shorter name, are surely in the longer. */
function areSure(a: ComparableName, b: ComparableName): boolean {
  const [short, long] = a.tokens.length <= b.tokens.length ? [a, b] : [b, a];
  const words = short.tokens.filter(({ isParticle }) => !isParticle);
  return words.length > 1 && words.every((one) => long.tokens.some((other) => areOne(one, other)));
}

const wordsAndJoins = ({ tokens, joins }: ComparableName): readonly NameToken[] =>
  joins.length === 0 ? tokens : [...tokens, ...joins.map(({ token }) => token)];

/** The best of all pairs of which each word of the shorter name is in the longer. */
export function sameAsPerson(ours: readonly ComparableName[], theirs: readonly ComparableName[]): BestNames {
  let best = NO_NAMES;
  for (const a of ours) {
    for (const b of theirs) {
      if (b.isRead || b.tokens.length < 2 || !mayBeFull(a, b)) continue;
      const { score, pairs, isFullName } = compareNames(a, b);
      const least = areSure(a, b) ? LEAST.sure : LEAST.other;
      if (isFullName && score >= least && score > best.score) best = { score, pairs, full: score, theirs: b.text };
    }
  }
  return best;
}
