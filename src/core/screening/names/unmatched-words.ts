// Words of two companies' names that have no partner of their own, taken together: one name has the initials of what the
// other writes out (IRFD), or divides and spells its words in another way (Seaport, Sea Port; Rosoboronexport).

import type { NameToken } from './name-tokens.ts';
import { soundCodes } from './sound-codes.ts';
import { soundDistance } from './token-likeness.ts';

/** The words of a name; null in place of one that has a partner. */
export type Unmatched = readonly (NameToken | null)[];

export interface WordsTogether {
  /** 0 to 1. */
  readonly like: number;
  /** Places of the words in each name. */
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
}

export function wordsTogether(ours: Unmatched, theirs: Unmatched): WordsTogether | null {
  const found = initialsIn(ours, theirs) ?? turned(initialsIn(theirs, ours));
  return found ?? otherwiseWritten(ours, theirs);
}

/** Of people: a short word and the names that it has the initials of: JC, Jean-Claude. */
export const initialsTogether = (ours: Unmatched, theirs: Unmatched): WordsTogether | null =>
  initialsIn(ours, theirs, OF_PEOPLE) ?? turned(initialsIn(theirs, ours, OF_PEOPLE));

const turned = (found: WordsTogether | null): WordsTogether | null =>
  found && { like: found.like, ours: found.theirs, theirs: found.ours };

/** Letters of initials within a name of a company, and of a person. */
const [INITIALS, OF_PEOPLE] = [
  { least: 3, most: 8 },
  { least: 2, most: 3 },
];
export const LIKE_INITIALS = 0.85;

function initialsIn(ours: Unmatched, theirs: Unmatched, { least, most } = INITIALS): WordsTogether | null {
  for (const [place, token] of ours.entries()) {
    if (token === null || ours.length === 1) continue;
    const { text } = token;
    if (text.length < least || text.length > most) continue;
    for (let from = 0; from + text.length <= theirs.length; from++) {
      let at = 0;
      while (at < text.length && theirs[from + at]?.text[0] === text[at]) at++;
      if (at < text.length) continue;
      return { like: LIKE_INITIALS, ours: [place], theirs: Array.from({ length: at }, (_, n) => from + n) };
    }
  }
  return null;
}

/** Letters of words whose sounds are compared, and the most that each may cost on the average, in edits. */
const [SHORTEST, DEAREST] = [6, 0.22];

/** Particles and general words say nothing of how the rest is written. */
const placesOf = (tokens: Unmatched): number[] =>
  tokens.flatMap((token, place) => (token === null || token.isGeneral ? [] : [place]));

function otherwiseWritten(a: Unmatched, b: Unmatched): WordsTogether | null {
  const [ours, theirs] = [placesOf(a), placesOf(b)];
  if (ours.length === 0 || theirs.length === 0) return null;
  const [one, other] = [ours.map((at) => a[at]!.text).join(''), theirs.map((at) => b[at]!.text).join('')];
  const letters = Math.max(one.length, other.length);
  if (Math.min(one.length, other.length) < SHORTEST) return null;
  // Who spells in another way begins alike.
  if (a[ours[0]]!.skeleton[0] !== b[theirs[0]]!.skeleton[0]) return null;
  const distance = soundDistance(soundCodes(one), soundCodes(other), DEAREST * letters);
  return distance === Infinity ? null : { like: 1 - distance / letters, ours, theirs };
}
