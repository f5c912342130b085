// Initials that stand for a company's whole name: KZPC, MLPN. A name is written out with its legal form or without.

import { bareWords } from './name-words.ts';

/** Chance makes three letters. */
const [LEAST, MOST] = [4, 8];

export interface CompanyInitials {
  /** The name, if it is one word that may be initials. */
  readonly as: string | null;
  /** What the initials of its words are. */
  readonly of: readonly string[];
}

const NOTHING: CompanyInitials = { as: null, of: [] };

/** The initials of a name by all its words, as they are written. */
export function initialsOf(words: readonly string[]): CompanyInitials {
  const bare = bareWords(words);
  const [only = ''] = bare;
  if (bare.length === 1) return only.length < LEAST || only.length > MOST ? NOTHING : { as: only, of: [] };
  const written = words.filter((word) => word.length > 2 || bare.includes(word));
  const of = [bare, written].map((some) => some.map((word) => word[0]).join(''));
  return { as: null, of: [...new Set(of)].filter((one) => one.length >= LEAST && one.length <= MOST) };
}

/** Whether one name is the initials of the other. */
export const areInitials = (a: CompanyInitials, b: CompanyInitials): boolean =>
  (a.as !== null && b.of.includes(a.as)) || (b.as !== null && a.of.includes(b.as));

/** The keys by which either is found under the other. */
export const initialKeys = ({ as, of }: CompanyInitials): string[] =>
  [...(as === null ? [] : [as]), ...of].map((one) => `i${one}`);
