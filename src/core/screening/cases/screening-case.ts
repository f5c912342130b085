// A case: one hit of a kept subject on one entity of a list, until an officer decides whether they are the same. A case
// is never closed; a decision holds until the subject, the entity or its own time changes, and then the case opens
// again. Every change of a case is a step, numbered from 1, that is only ever added.

import type { Scope } from '../../records/documents/check.ts';
import type { ListedEntity, ScreeningSubject } from '../entities/listed-entity.ts';

export const CASE_STATUSES = ['undecided', 'true_match', 'false_match'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

/**
 * opened: the first hit. decided: by a caller. reopened: a decision ended, by a caller or by what changed. changed:
 * something changed and the case was undecided. delisted, relisted: the list no longer has the entity, or has it again.
 * noted, assigned: by a caller. erased: a caller had its subject deleted.
 */
export const CASE_STEPS = [
  ...(['opened', 'decided', 'reopened', 'changed', 'delisted', 'relisted', 'noted', 'assigned', 'erased'] as const),
] as const;
export type CaseStepKind = (typeof CASE_STEPS)[number];

/** What is not as it was when the case was last looked at. */
export interface CaseChange {
  /** decision: its time is over. hit: why it is set aside, or that it no longer is. */
  readonly of: 'subject' | 'entity' | 'decision' | 'hit';
  /** names, birth_dates, countries, genders, identifiers, schema, topics, programs, addresses; listing; until; set_aside. */
  readonly field: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The last steps of a case that keep their words; of earlier ones who made them when, and their digest, stay. */
export const STEPS_WITH_WORDS = 300;
/** Most letters of what changed, of one step. */
const MOST_CHANGED = 8_000;

/** What a step says of people: removed with the subject. */
export interface CaseWords {
  /** Random, so that nobody finds short words by their digest. */
  readonly salt: string;
  readonly note: string | null;
  readonly assignee: string | null;
  readonly changes: readonly CaseChange[];
}

export interface CaseStep {
  /** From 1. */
  readonly n: number;
  readonly kind: CaseStepKind;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** Id of the caller; null: no caller, but screening. */
  readonly by: string | null;
  /** Of the case, after the step. */
  readonly status: CaseStatus;
  /** Last day on which a decision holds, YYYY-MM-DD; null: without end, or no decision. */
  readonly until: string | null;
  /** Of the case's list; null if the step is not about what it says. */
  readonly listVersion: string | null;
  /** Null: removed with the subject. */
  readonly words: CaseWords | null;
  /** SHA-256 of the words. The audit chain holds it instead of them. */
  readonly wordsDigest: string;
}

interface CaseDecision {
  /** Id of the caller. */
  readonly by: string;
  readonly at: number;
  readonly reason: string;
  readonly until: string | null;
}

export interface CaseKey {
  readonly scope: Scope;
  /** Random: it says nothing of the subject. */
  readonly caseId: string;
}

export interface ScreeningCase extends CaseKey {
  /** Our own id of the subject, which stays with the steps of an erased case and stands for nobody then. */
  readonly subjectId: string;
  readonly subjectRef: string;
  /** Name of the list. */
  readonly list: string;
  readonly entityId: string;
  readonly status: CaseStatus;
  readonly assignee: string | null;
  /** The decision that holds; null while undecided. */
  readonly decision: CaseDecision | null;
  readonly openedAt: number;
  readonly changedAt: number;
  /** The number of its last step. */
  readonly version: number;
  /** Whether the list has the entity. */
  readonly isListed: boolean;
  /** Of the hit as it was last looked at, 0 to 1. */
  readonly score: number;
  readonly matchedName: string;
  readonly isExactIdentifier: boolean;
  /** What contradicts a hit whose full name is listed, as `birth_date: different days`; empty: it is a hit. */
  readonly setAside: readonly string[];
  /** Both as they were when the case was opened or last changed. */
  readonly subject: ScreeningSubject;
  readonly entity: ListedEntity;
}

/** A case with its next step, to be stored together. */
export interface CaseMove {
  readonly after: ScreeningCase;
  readonly step: CaseStep;
}

/** Whose case it is among those of a subject. */
export const entityKey = ({ list, entityId }: Pick<ScreeningCase, 'list' | 'entityId'>): string =>
  `${list} ${entityId}`;

/** What makes steps: digests and salts come from outside. */
export interface StepMaking {
  readonly digest: (text: string) => string;
  readonly newSalt: () => string;
}

type NewStep = Pick<CaseStep, 'kind' | 'at' | 'by'> &
  Partial<Pick<CaseStep, 'listVersion'> & Pick<CaseWords, 'note' | 'changes'>>;

/** `after`: the case after the step, but for its version and times. */
export function moved(
  after: Omit<ScreeningCase, 'changedAt'>,
  { kind, at, by, listVersion = null, note = null, changes = [] }: NewStep,
  { digest, newSalt }: StepMaking,
): CaseMove {
  const n = after.version + 1;
  const words = { salt: newSalt(), note, assignee: after.assignee, changes: bounded(changes) };
  const step = { n, kind, at, by, status: after.status, until: after.decision?.until ?? null, listVersion };
  return {
    after: { ...after, version: n, changedAt: at },
    step: { ...step, words, wordsDigest: digest(wordsText(words)) },
  };
}

/** Every change, with values as far as there is room. */
function bounded(changes: readonly CaseChange[]): CaseChange[] {
  let left = MOST_CHANGED;
  const taken = (values: readonly string[]) => values.filter((value) => (left -= value.length) >= 0);
  return changes.map((one) => ({ ...one, added: taken(one.added), removed: taken(one.removed) }));
}

export const wordsText = ({ salt, note, assignee, changes }: CaseWords): string =>
  JSON.stringify([
    ...[salt, note, assignee],
    changes.map(({ of, field, added, removed }) => [of, field, added, removed]),
  ]);
