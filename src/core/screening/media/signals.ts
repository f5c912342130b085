// What shows whether a sentence's subject is the one of an adverse act: a list of signals, each a question about the
// words around the mention, with its weight in the logarithm of odds. Who judges, investigates, reports or suffers is not
// the subject of the act, nor is anybody in a sentence without an act. Weights were set by hand on made-up sentences and
// on news of the training part of NewsMTSC (docs/verification.md).

import { isEnd, isNear, type Predicate, predicateOf } from './clauses.ts';
import {
  ACTS,
  ANY_ACT,
  CASES,
  doesOffend,
  isDoneTo,
  isFacing,
  isGuilty,
  isPursued,
  isPursuer,
  suffers,
} from './deeds.ts';
import type { SubjectView } from './subject-view.ts';
import type { Token } from './tokens.ts';
import {
  ABOUT,
  ACCUSED,
  ACCUSES,
  AFTER_PARTICIPLE,
  BYSTANDERS,
  CLEARED,
  DENIES,
  OFFENCES,
  OFFENDERS,
  OFFENDS,
  PROCEEDINGS,
  PURSUED,
  PURSUES,
  SAYS,
  WRONGFUL,
} from './vocabulary.ts';

/** The nearest noun of a case before a word like `against`. */
function proceedingBefore(tokens: readonly Token[]): string | null {
  const near = tokens.slice(-5).toReversed();
  const stop = near.findIndex(({ word }) => /^[,;:]$/.test(word));
  const found = (stop < 0 ? near : near.slice(0, stop)).find(
    ({ word }) => PROCEEDINGS.has(word) || OFFENCES.has(word) || OFFENDS.has(word) || word === 'death',
  );
  return found?.word ?? null;
}

const HARM =
  /^(?:murders?|homicide|manslaughter|rapes?|assaults?|killings?|kidnapping|abduction|death|attacks?|harassment|abuse|robbery|theft|slaying|shooting)$/;
const DOGS = /^(?:dogged|dog|engulfed|plagued|plague|haunted|haunt|hounded|surround|surrounded|embroiled)$/;
/** Of abuse and harassment a possessor is the offender. */
const isHarm = (word: string): boolean => HARM.test(word) && !/^(?:abuse|harassment)$/.test(word);
/** A search for somebody, or what is done to what belongs to somebody. */
const SOUGHT = /^(?:warrants?|manhunt|notice|bounty|seized|seizes|froze|freezes|frozen|raided|forfeiture)$/;
/** Of their object, `investigation of`; other nouns are what somebody brings against it. */
const BROUGHT = /^(?:against|into|over|involving|about|embroiling|naming|surrounding|concerning|of|on)$/;

const isCalled = ({ called }: SubjectView, list: ReadonlySet<string>): boolean =>
  called.some(({ word }) => list.has(word));

/** Nouns by which a possessor brings a case, and those by which one is had. */
const BRINGS =
  /^(?:charges?|allegations?|claims?|accusations?|complaints?|investigations?|probe|lawsuit|suit|statement|office)$/;

const OWN = /^(?:convictions?|arrests?|trials?|indictment|sentence|plea|extradition|crimes?|imprisonment|bail)$/;

/** Whether nobody else is named before the subject, so that a later verb or pronoun is the subject's. */
const isOnlySubject = ({ farther, governor, isPossessive }: SubjectView): boolean =>
  !isPossessive &&
  farther.slice(1).every(({ isName }) => !isName) &&
  (governor === undefined || SAYS.has(governor.word) || /^(?:that|them|to)$/.test(governor.word));

function ownNoun({ isPossessive, after }: SubjectView): readonly Token[] {
  if (!isPossessive) return [];
  const near = after.slice(0, 5);
  const end = near.findIndex(
    (one) => isEnd(one) || /^(?:on|in|for|to|over|against|and|of|is|was|has|had)$/.test(one.word),
  );
  return end < 0 ? near : near.slice(0, end);
}

interface Signal {
  readonly name: string;
  readonly weight: number;
  readonly holds: (view: SubjectView) => boolean;
}

const any = (of: (predicate: Predicate) => boolean) => (view: SubjectView) => view.predicates.some(of);
const main = (of: (predicate: Predicate) => boolean) => (view: SubjectView) =>
  !view.isPossessive && of(view.predicates[0]);

export const SIGNALS: readonly Signal[] = [
  { name: 'pursued', weight: 5, holds: any(isPursued) },
  { name: 'guilty', weight: 5, holds: any(isGuilty) },
  { name: 'facing', weight: 4.5, holds: any(isFacing) },
  { name: 'offends', weight: 4, holds: any(doesOffend) },
  {
    name: 'object_of_pursuit',
    weight: 4.5,
    holds: ({ governor, farther, after }) => {
      if (governor === undefined) return false;
      if (AFTER_PASSIVE.test(farther.at(-1)?.word ?? '') && !governor.word.endsWith('ing')) return false;
      if (farther.slice(-4).some(({ word }) => /^(?:no|nobody|not|never|none)$/.test(word))) return false;
      if (PURSUED.has(governor.word) || PURSUES.has(governor.word)) return true;
      return (ACCUSES.has(governor.word) || ACCUSED.has(governor.word)) && isNear(after, ACTS, 16);
    },
  },
  {
    name: 'object_of_case',
    weight: 4.5,
    holds: ({ governor, farther }) => {
      if (governor !== undefined && DOGS.test(governor.word)) return isNear(farther.slice(-7), CASES, 7);
      if (governor === undefined || !ABOUT.has(governor.word)) return false;
      if (farther.slice(-5).some(({ word }) => SOUGHT.test(word))) return true;
      if (!BROUGHT.test(governor.word)) return false;
      const noun = proceedingBefore(farther);
      return noun !== null && PROCEEDINGS.has(noun) && !HARM.test(noun);
    },
  },
  {
    name: 'alleged_clause',
    weight: 4,
    holds: ({ governor, farther, isPossessive, main: clause }) => {
      const near = [governor, ...(governor?.word === 'that' ? farther.slice(-6) : [])];
      const isDenied = farther.slice(-12).some(({ word }) => /^(?:no|none|nobody|never|not)$/.test(word));
      return (
        !isDenied &&
        !isPossessive &&
        near.some((one) => /^(?:alleg|accusations?$)/.test(one?.word ?? '')) &&
        clause.length > 0
      );
    },
  },
  {
    name: 'allegedly',
    weight: 3.5,
    holds: ({ isPossessive, main: clause }) => {
      const at = clause.slice(0, 14).findIndex(({ word }) => word === 'allegedly');
      return !isPossessive && at >= 0 && !clause.slice(1, at).some(({ isName }) => isName);
    },
  },
  {
    name: 'told_by_authority',
    weight: 3,
    holds: ({ governor, farther, isPossessive, main: clause }) =>
      !isPossessive &&
      governor !== undefined &&
      (SAYS.has(governor.word) || (governor.word === 'that' && farther.slice(-4).some(({ word }) => SAYS.has(word)))) &&
      farther.slice(-8).some(({ word }) => AUTHORITIES.test(word)) &&
      (farther.slice(-8).some(({ word }) => /^prosecut/.test(word)) || isNear(clause, ANY_ACT, 12)),
  },
  {
    // NAME sold them drugs, the indictment states.
    name: 'told_by_authority_behind',
    weight: 3,
    holds: (view) => {
      if (view.isPossessive || !isOnlySubject(view)) return false;
      const end = view.after.slice(-7);
      const at = end.findIndex(({ word }) => AUTHORITIES.test(word));
      return at >= 0 && STATES.test(end[at + 1]?.word ?? '') && isNear(view.main, ANY_ACT, 22);
    },
  },
  {
    name: 'has_record',
    weight: 4,
    holds: ({ isPossessive, main: clause }) =>
      !isPossessive &&
      /^(?:had|has|have)$/.test(clause[0]?.word ?? '') &&
      clause.slice(0, 14).some(({ word }) => /^(?:convictions?|warrants?|record|arrests?|rap)$/.test(word)) &&
      isNear(clause, [PROCEEDINGS, WRONGFUL, OFFENCES], 14),
  },
  {
    name: 'own_case',
    weight: 4,
    holds: (view) => {
      const noun = ownNoun(view);
      const isOther = noun.slice(0, 2).some(({ word }) => BRINGS.test(word) || isHarm(word) || word === 'crime');
      return (
        !isOther && (isNear(noun, CASES, 4) || noun.some(({ word }) => /^(?:alleged|guilty|criminal)$/.test(word)))
      );
    },
  },
  {
    name: 'opens_with_case',
    weight: 4,
    holds: ({ before }) =>
      before.at(-1)?.word === ',' &&
      before.length < 24 &&
      (/^(?:facing|accused|awaiting|serving)$/.test(before[0].word) || PURSUED.has(before[0].word)) &&
      isNear(before, CASES, 24),
  },
  {
    // NAME fraud trial, NAME sex assault case.
    name: 'named_case',
    weight: 3.5,
    holds: ({ main: clause, isPossessive }) => {
      const end = clause
        .slice(0, 4)
        .findIndex(({ word }) => /^(?:trial|scandal|case|affair|allegations?|accusations?)$/.test(word));
      return (
        !isPossessive &&
        end >= 0 &&
        (clause[end].word !== 'case' || isNear(clause.slice(0, end), ANY_ACT, end)) &&
        clause
          .slice(0, end)
          .every(({ word }) => !AFTER_PARTICIPLE.has(word) && !/^(?:is|was|has|had|the|a)$/.test(word))
      );
    },
  },
  { name: 'called_offender', weight: 4, holds: (view) => isCalled(view, OFFENDERS) },
  {
    name: 'described_offender',
    weight: 4,
    holds: ({ appositions }) => appositions.some((one) => isNear(one, [OFFENDERS], 5)),
  },
  { name: 'denies', weight: 3, holds: main((of) => DENIES.has(of.head) && isNear(of.rest, CASES, 10)) },
  {
    name: 'pursued_as_pronoun',
    weight: 3,
    holds: (view) =>
      isOnlySubject(view) &&
      view.after.some(({ word }, at) => {
        const [second, third] = [view.after[at + 1]?.word ?? '', view.after[at + 2]?.word];
        const isAccused = third === 'of' && (ACCUSED.has(word) || ACCUSES.has(word));
        const isPursuedBy = PURSUED.has(word) || PURSUES.has(word) || third === 'guilty' || isAccused;
        return /^(?:him|her|them)$/.test(second) && isPursuedBy;
      }),
  },
  {
    name: 'own_case_as_pronoun',
    weight: 3,
    holds: (view) =>
      isOnlySubject(view) &&
      view.after.some(
        ({ word }, at) =>
          /^(?:his|her|their)$/.test(word) && view.after.slice(at + 1, at + 4).some((one) => OWN.test(one.word)),
      ),
  },
  {
    name: 'after_being_pursued',
    weight: 4,
    holds: (view) =>
      !view.isPossessive &&
      view.after.some(
        ({ word }, at) =>
          /^(?:after|before|for|since|upon|following|despite|while)$/.test(word) &&
          /^(?:being|having|been)$/.test(view.after[at + 1]?.word ?? '') &&
          view.after.slice(at + 2, at + 5).some((one) => PURSUED.has(one.word)),
      ),
  },
  {
    name: 'offender_by',
    weight: 4,
    holds: ({ governor, farther }) =>
      governor?.word === 'by' && farther.slice(-3).some(({ word }) => OFFENDS.has(word) || word === 'allegedly'),
  },
  {
    // NAME was elected but was suspended; NAME resigned when she was charged.
    name: 'later_pursued',
    weight: 3.5,
    holds: (view) =>
      isOnlySubject(view) &&
      view.after.some(({ word }, at) => {
        if (!/^(?:and|but|he|she|they)$/.test(word)) return false;
        const later = predicateOf(view.after.slice(at + 1, at + 22));
        return later.isPassive && isPursued(later);
      }),
  },
  {
    name: 'goes_on_to_offend',
    weight: 3,
    holds: (view) =>
      isOnlySubject(view) &&
      view.after.some(({ word }, at) => {
        const next = view.after.slice(at + 1, at + 4);
        const verb = next.findIndex((one) => OFFENDS.has(one.word));
        const isOwn = verb >= 0 && next.slice(0, verb).every((one) => /ly$|^then$/.test(one.word));
        return /^(?:and|,)$/.test(word) && isOwn && /ed$/.test(next[verb].word) && !isEnd(view.after[at + 2 + verb]);
      }),
  },
  {
    name: 'brings_case',
    weight: -3,
    holds: (view) =>
      ownNoun(view)
        .slice(0, 2)
        .some(({ word }) => BRINGS.test(word)),
  },
  { name: 'pursuer', weight: -4, holds: main(isPursuer) },
  {
    name: 'agent',
    weight: -4,
    holds: ({ governor, farther }) =>
      governor?.word === 'by' && farther.slice(-8).some(({ word }) => PURSUED.has(word) || ACCUSED.has(word)),
  },
  { name: 'suffers', weight: -4, holds: main(suffers) },
  {
    name: 'victim',
    weight: -4,
    holds: ({ governor, farther, isPossessive, after }) => {
      if (isPossessive && after.slice(0, 2).some(({ word }) => HARM.test(word) && !/^(?:abuse|harassment)$/.test(word)))
        return true;
      if (governor === undefined) return false;
      if (OFFENDS.has(governor.word)) return true;
      if (!/^(?:of|against|on|from)$/.test(governor.word)) return false;
      const noun = proceedingBefore(farther);
      return noun !== null && (HARM.test(noun) || (governor.word === 'from' && OFFENDS.has(noun)));
    },
  },
  { name: 'bystander', weight: -2.5, holds: (view) => isCalled(view, BYSTANDERS) },
  {
    name: 'described_bystander',
    weight: -2.5,
    holds: ({ appositions }) => appositions.some((one) => isNear(one, [BYSTANDERS], 5)),
  },
  { name: 'speaks', weight: -1.5, holds: main((of) => !of.isPassive && SAYS.has(of.head)) },
  {
    name: 'cleared',
    weight: -6,
    holds: ({ predicates, governor, main: clause }) =>
      predicates.some((of) => CLEARED.has(of.head) && isDoneTo(of)) ||
      predicates.some((of) => of.head === 'found' && /^(?:not|innocent)$/.test(of.next?.word ?? '')) ||
      CLEARED.has(governor?.word ?? '') ||
      // Charges against NAME were dropped.
      (CLEARED.has(predicateOf(clause).head) && predicateOf(clause).isPassive),
  },
  {
    name: 'negated',
    weight: -4,
    holds: main((of) => of.isNegated && [PURSUED, ACCUSED, OFFENDS].some((list) => list.has(of.head))),
  },
];

const AUTHORITIES =
  /^(?:prosecutors?|prosecution|investigators?|police|authorities|regulators?|detectives|court|indictment|officials|prosecuting)$/;
const STATES = /^(?:said|say|says|state|states|stated|alleged|allege|alleges|charged|claim|claimed)$/;
const AFTER_PASSIVE = /^(?:was|were|been|being|be|is|are|by)$/;

/** Odds of a mention of which no signal holds. */
export const BIAS = -2.5;
