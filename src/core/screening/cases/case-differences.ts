// What changed of a subject or of an entity, in the fields by which people tell whether they are the same. The order of
// values says nothing, nor do the days on which a list was exported.

import type { EntityIdentifier, ListedEntity, ScreeningSubject } from '../entities/listed-entity.ts';
import type { CaseChange, CaseStatus, ScreeningCase } from './screening-case.ts';

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

export function differences(before: readonly string[], after: readonly string[]) {
  const [were, are] = [new Set(before), new Set(after)];
  return { added: [...are].filter((one) => !were.has(one)), removed: [...were].filter((one) => !are.has(one)) };
}

function changed<Of>(
  of: CaseChange['of'],
  fields: readonly (readonly [string, Values<Of>])[],
  { before, after }: { readonly before: Of; readonly after: Of },
): CaseChange[] {
  return fields.flatMap(([field, valuesOf]) => {
    const { added, removed } = differences(valuesOf(before), valuesOf(after));
    return added.length + removed.length === 0 ? [] : [{ of, field, added: shown(added), removed: shown(removed) }];
  });
}

export const subjectChanges = (before: ScreeningSubject, after: ScreeningSubject): CaseChange[] =>
  changed('subject', SUBJECT_FIELDS, { before, after });

export const entityChanges = (before: ListedEntity, after: ListedEntity): CaseChange[] =>
  changed('entity', ENTITY_FIELDS, { before: withIssuers(before, after), after });

/** With the countries of numbers that are known since: they are the same numbers. */
const withIssuers = (before: ListedEntity, after: ListedEntity): ListedEntity => ({
  ...before,
  identifiers: before.identifiers.map((one) => {
    const isSame = ({ type, value }: EntityIdentifier) => type === one.type && value === one.value;
    return one.country === undefined ? (after.identifiers.find(isSame) ?? one) : one;
  }),
});

/** Whether the last day of the case's decision is over. `today`: YYYY-MM-DD. */
export const isLapsed = ({ decision }: ScreeningCase, today: string): boolean =>
  decision !== null && decision.until !== null && decision.until < today;

/** The end of a decision's time, as a change. */
export const lapse = ({ decision }: ScreeningCase): CaseChange => ({
  ...{ of: 'decision', field: 'until', added: [], removed: [decision!.until!] },
});

interface AsTheyAre {
  readonly subject: ScreeningSubject;
  readonly entity: ListedEntity;
  /** YYYY-MM-DD. */
  readonly today: string;
}

/** What ended the case's decision, if it has one: the subject, the entity or its time is not as it was. */
export const endedBy = (one: ScreeningCase, { subject, entity, today }: AsTheyAre): CaseChange[] =>
  one.decision === null
    ? []
    : [
        ...subjectChanges(one.subject, subject),
        ...entityChanges(one.entity, entity),
        ...(isLapsed(one, today) ? [lapse(one)] : []),
      ];

/** What is decided of the case as the subject and the entity are now. */
export const statusNow = (one: ScreeningCase, as: AsTheyAre): CaseStatus =>
  endedBy(one, as).length === 0 ? one.status : 'undecided';
