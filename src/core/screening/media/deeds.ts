// What a clause says of its subject: it is pursued, is guilty, faces a case, offends, suffers, or pursues somebody else.

import { isEnd, isNear, type Predicate } from './clauses.ts';
import type { Token } from './tokens.ts';
import {
  ACCUSED,
  ACCUSES,
  AFTER_PARTICIPLE,
  CUSTODY,
  OFFENCES,
  OFFENDS,
  PROCEEDINGS,
  PUNISHED,
  PURSUED,
  PURSUES,
  WRONGFUL,
} from './vocabulary.ts';

export const ACTS = [OFFENCES, OFFENDS] as const;
export const CASES = [PROCEEDINGS, CUSTODY, OFFENCES] as const;
export const ANY_ACT = [OFFENCES, OFFENDS, WRONGFUL] as const;

/** A participle that tells what was done to the subject, and not what the subject does to an object. */
export const isDoneTo = ({ isPassive, next }: Predicate): boolean =>
  isPassive ||
  isEnd(next) ||
  AFTER_PARTICIPLE.has(next!.word) ||
  (OFFENDS.has(next!.word) && next!.word.endsWith('ing'));

export const isPursued = (of: Predicate): boolean =>
  !of.isNegated &&
  !isTasked(of) &&
  isDoneTo(of) &&
  ((PURSUED.has(of.head) && (of.isPassive || of.head !== 'sued')) ||
    (ACCUSED.has(of.head) &&
      (of.isPassive || of.head === 'accused') &&
      (isAccusedOf(of) || isNear(of.rest, ANY_ACT, 18))) ||
    (PUNISHED.has(of.head) && isNear(of.rest, [...ANY_ACT, PROCEEDINGS], 16)));

/** Accused of doing something, whatever it is called. */
const isAccusedOf = ({ head, next, rest }: Predicate): boolean =>
  head === 'accused' && next?.word === 'of' && /ing$/.test(rest[2]?.word ?? '');

/** Charged with a duty: `is charged with overseeing`. */
const isTasked = ({ head, next, rest }: Predicate): boolean =>
  head === 'charged' && next?.word === 'with' && /ing$/.test(rest[2]?.word ?? '') && !isNear(rest.slice(2), ANY_ACT, 6);

export const isGuilty = ({ head, rest, isNegated }: Predicate): boolean => {
  const words = rest.slice(0, 4).map(({ word }) => word);
  if (/^(?:pleaded|pleads|pled|plead)$/.test(head)) return words.includes('guilty');
  if (/^(?:confessed|confesses|admitted|admits)$/.test(head)) return isNear(rest, [...ACTS, PROCEEDINGS], 12);
  return !isNegated && (head === 'guilty' || (head === 'found' && words[1] === 'guilty'));
};

export const isFacing = ({ head, rest, isPassive, isUnder, isBare }: Predicate): boolean =>
  (/^(?:face|faces|faced|facing|awaits|awaiting|dogged|embroiled|mired)$/.test(head) && isNear(rest, CASES, 10)) ||
  (/^(?:begin|begins|began|serve|serving|served|spent|spends)$/.test(head) &&
    isNear(rest, [CUSTODY, PROCEEDINGS], 5)) ||
  (/^(?:bags|bagged|gets|got|receives|received)$/.test(head) && isNear(rest, [TERMS], 5)) ||
  (/^(?:fled|flees|absconded|absconds|jumped|skipped)$/.test(head) && isNear(rest, [FLED], 5)) ||
  /^(?:forfeits?|forfeited)$/.test(head) ||
  (isPassive && (CUSTODY.has(head) || (isUnder && isNear(rest, [CUSTODY], 3)))) ||
  (isBare && (head === 'court' || CUSTODY.has(head)) && isNear(rest, [...CASES, CUSTODY], 8)) ||
  (isPassive &&
    /^(?:at|in|behind|subject|target|involved|complicit|party|held|the|a|under)$/.test(head) &&
    isHeld(rest));

const TERMS: ReadonlySet<string> = new Set(['years', 'months', 'life', 'jail', 'prison', 'weeks']);
const FLED: ReadonlySet<string> = new Set(['country', 'justice', 'bail', 'custody', 'trial', 'prison', 'abroad']);

/** `behind bars`, `held at a jail`, `the subject of an investigation`, `in custody`. */
const isHeld = (rest: readonly Token[]): boolean =>
  /^(?:held|behind)$/.test(rest[0]!.word)
    ? isNear(rest, [CUSTODY, PROCEEDINGS], 10)
    : /(?:^| )(?:centre|center|subject|target|focus|involved|complicit|custody|prison|jail)(?: |$)/.test(
        rest
          .slice(0, 4)
          .map(({ word }) => word)
          .join(' '),
      ) && isNear(rest, CASES, 12);

const COMMITS =
  /^(?:ran|runs|operated|operates|committed|commits|committing|took|takes|taking|paid|pays|accepted|engaged)$/;

export const doesOffend = (of: Predicate): boolean =>
  !of.isNegated &&
  (COMMITS.test(of.head) ? isNear(of.rest, [OFFENCES], 4) : OFFENDS.has(of.head)) &&
  (of.isPassive
    ? of.head.endsWith('ing')
    : !isEnd(of.next) && !/^(?:in|by|at|on|near|outside|back|up|out)$/.test(of.next!.word));

export const suffers = (of: Predicate): boolean =>
  OFFENDS.has(of.head) &&
  !of.head.endsWith('ing') &&
  (of.isPassive || isEnd(of.next) || /^(?:in|by|at|on|near|outside|back|up|out)$/.test(of.next!.word));

export const isPursuer = (of: Predicate): boolean =>
  !isDoneTo(of) && !of.head.endsWith('ing') && [PURSUED, PURSUES, ACCUSED, ACCUSES].some((list) => list.has(of.head));
