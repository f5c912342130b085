// What changed of a subject or of an entity, in the fields by which people tell whether they are the same. The order of
// values says nothing, nor do the days on which a list was exported.

import type { EntityIdentifier, ListedEntity, ScreeningSubject } from '../entities/listed-entity.ts';
import type { CaseChange, ScreeningCase } from './screening-case.ts';

type Values<Of> = (of: Of) => readonly string[];

const SUBJECT_FIELDS: readonly (readonly [string, Values<ScreeningSubject>])[] = [
  ['schema', ({ schema }) => [schema]],
  ['names', ({ names }) => names],
  ['birth_dates', ({ birthDates }) => birthDates],
  ['countries', ({ countries }) => countries],
  ['genders', ({ genders }) => genders],
  ['identifiers', ({ identifiers }) => identifiers.map(identifierText)],
];
const ENTITY_FIELDS: readonly (readonly [string, Values<ListedEntity>])[] = [
  ...SUBJECT_FIELDS,
  ['topics', ({ topics }) => topics],
  ['programs', ({ programs }) => programs],
  ['addresses', ({ addresses }) => addresses],
];

/** `passport ng A01234567`: the number is the last word. */
export const identifierText = ({ type, value, country = '' }: EntityIdentifier): string =>
  [type, country, value].filter(Boolean).join(' ');

/** Most values of one change that are shown, and letters of each: the rest says no more of what to look at. */
const MOST_VALUES = 20;
const MOST_LETTERS = 200;

const shown = (values: readonly string[]): string[] =>
  values.slice(0, MOST_VALUES).map((one) => one.slice(0, MOST_LETTERS));

function changed<Of>(
  of: CaseChange['of'],
  fields: readonly (readonly [string, Values<Of>])[],
  { before, after }: { readonly before: Of; readonly after: Of },
): CaseChange[] {
  return fields.flatMap(([field, valuesOf]) => {
    const [were, are] = [new Set(valuesOf(before)), new Set(valuesOf(after))];
    const added = [...are].filter((one) => !were.has(one));
    const removed = [...were].filter((one) => !are.has(one));
    return added.length + removed.length === 0 ? [] : [{ of, field, added: shown(added), removed: shown(removed) }];
  });
}

export const subjectChanges = (before: ScreeningSubject, after: ScreeningSubject): CaseChange[] =>
  changed('subject', SUBJECT_FIELDS, { before, after });

export const entityChanges = (before: ListedEntity, after: ListedEntity): CaseChange[] =>
  changed('entity', ENTITY_FIELDS, { before, after });

/** Whether the last day of the case's decision is over. `today`: YYYY-MM-DD. */
export const isLapsed = ({ decision }: ScreeningCase, today: string): boolean =>
  decision !== null && decision.until !== null && decision.until < today;

/** Whether the case's decision holds for the subject and the entity as they are. */
export const holds = (
  one: ScreeningCase,
  { subject, entity, today }: { subject: ScreeningSubject; entity: ListedEntity; today: string },
): boolean =>
  one.decision !== null &&
  !isLapsed(one, today) &&
  subjectChanges(one.subject, subject).length === 0 &&
  entityChanges(one.entity, entity).length === 0;
