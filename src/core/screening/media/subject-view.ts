// What stands around the mention of a subject: the clauses about it, the word that governs it behind titles, first names
// and other names of a list, and what it is called.

import { type Clauses, clausesAfter, type Predicate, predicateOf } from './clauses.ts';
import type { AroundMention, Token } from './tokens.ts';
import {
  ABOUT,
  ACCUSED,
  ACCUSES,
  BYSTANDERS,
  CLEARED,
  OFFENDERS,
  OFFENDS,
  PROCEEDINGS,
  PURSUED,
  PURSUES,
  SAYS,
  TITLES,
} from './vocabulary.ts';

export interface SubjectView extends AroundMention, Clauses {
  readonly predicates: readonly Predicate[];
  /** The word that governs the mention, behind titles and other names of a list. */
  readonly governor: Token | undefined;
  /** What stands before the governor, nearest last. */
  readonly farther: readonly Token[];
  /** What the subject is called: titles and callings before the name. */
  readonly called: readonly Token[];
}

export function viewOf(around: AroundMention): SubjectView {
  const isNamePart = ({ word, isName }: Token) => isName && ![...CALLINGS, ...VERBS].some((list) => list.has(word));
  const nameBegins = around.before.findLastIndex((one) => !isNamePart(one)) + 1;
  const isApposed = around.before[nameBegins - 1]?.word === ',' && around.after[0]?.word === ',';
  // In `the victim, NAME, said` the name stands for the words before it.
  const clauses = clausesAfter(isApposed ? around.after.slice(1) : around.after);
  // What follows a possessive is said of something of the subject's.
  const predicates = (around.isPossessive ? clauses.appositions : [clauses.main, ...clauses.appositions]).map(
    predicateOf,
  );
  const before = isApposed ? around.before.slice(0, nameBegins - 1) : around.before;
  let at = before.length - 1;
  const isPart = isApposed ? isApposedPart : isPartOfName;
  while (at >= 0 && before.length - at <= MOST_TITLES && isPart(before, at)) at--;
  return {
    ...{ ...around, ...clauses, predicates, governor: before[at] },
    ...{ farther: before.slice(0, Math.max(0, at)), called: before.slice(at + 1) },
  };
}

const MOST_TITLES = 8;
const CALLINGS = [TITLES, BYSTANDERS, OFFENDERS] as const;
const VERBS = [PURSUED, PURSUES, ACCUSED, ACCUSES, OFFENDS, ABOUT, SAYS, PROCEEDINGS, CLEARED] as const;

const isApposedPart = (before: readonly Token[], at: number): boolean =>
  isPartOfName(before, at) || !(/^[,;:]$/.test(before[at].word) || VERBS.some((list) => list.has(before[at].word)));

/** Titles, callings, first names, and other names of the same list: `against Kushner and NAME`. */
function isPartOfName(before: readonly Token[], at: number): boolean {
  const { word, isName, isPossessive } = before[at];
  if (isPossessive) return false;
  if (word === 'and') return before[at - 1]?.isName === true;
  if (CALLINGS.some((list) => list.has(word))) return true;
  return isName && word !== 'that' && !VERBS.some((list) => list.has(word));
}
