// Compares two sources' data about one person, field by field: names by the matcher of screening, birth dates also with
// day and month swapped or as a year alone, phones in international form. A field that one source lacks is unavailable
// and proves nothing; a name alone gives 'partial' at most. An impossible birth date agrees with nothing, not even an
// equal one.

import type { Reason } from '../records/documents/check.ts';
import { impossibleBirth, relateDates } from '../screening/birth-dates.ts';
import { isLongEnough } from '../screening/comparable.ts';
import { countryCode } from '../screening/countries.ts';
import { identifierOf } from '../screening/entities/listed-entity.ts';
import { compareNames } from '../screening/names/compare-names.ts';
import { comparableName } from '../screening/names/name-tokens.ts';
import {
  type CheckOutcome,
  type FieldMatch,
  type FieldVerdict,
  impossibleBirthReason,
  OWN_SOURCE,
} from './check-outcome.ts';
import { genderOf, type Person, wholeName } from './person.ts';

/** A phone number in international form, null if the text is none. `country`: of numbers without a country code. */
export type PhoneReader = (text: string, country: string) => string | null;

export interface Comparing {
  readonly readPhone: PhoneReader;
  /** YYYY-MM-DD */
  readonly today: string;
}

export interface ComparedPersons extends CheckOutcome {
  readonly fields: readonly FieldMatch[];
}

const WEIGHTS: Readonly<Record<string, number>> = {
  ...{ name: 3, date_of_birth: 2, phone_number: 1, gender: 0.5, nationality: 0.5 },
};

/** Least score of two names that may belong to one person. */
const PARTIAL_NAME = 0.75;

export function comparePersons(a: Person, b: Person, { readPhone, today }: Comparing): ComparedPersons {
  const fields = [
    matchName(a, b),
    ...matchNameParts(a, b),
    matchBirthDate(a, b, today),
    matchPhone(a, b, readPhone),
    matchGender(a, b),
    matchNationality(a, b),
  ];
  fields.push(...matchIdentifiers(a, b));
  return { fields, ...outcomeOf(fields) };
}

/** The outcome of the compared fields. */
function outcomeOf(fields: readonly FieldMatch[]): CheckOutcome {
  const verdictOf = (name: string) => fields.find(({ field }) => field === name)?.verdict ?? 'unavailable';
  const [name, date] = [verdictOf('name'), verdictOf('date_of_birth')];
  const weighed = fields.filter(({ field, verdict }) => field in WEIGHTS && verdict !== 'unavailable');
  const sum = weighed.reduce((total, { field }) => total + WEIGHTS[field], 0);
  const reasons: Reason[] = fields
    .filter(({ verdict }) => verdict === 'none')
    .map(({ field, reason }) =>
      reason === 'in_future' || reason === 'too_long_ago'
        ? impossibleBirthReason(reason)
        : { code: `${field}_differs`, detail: `The two sources differ in ${field}.` },
    );
  if (sum === 0) {
    return {
      ...{ status: 'error', source: OWN_SOURCE },
      reasons: [{ code: 'nothing_to_compare', detail: 'No field is given by both sources.' }],
    };
  }
  const score = weighed.reduce((total, one) => total + WEIGHTS[one.field] * (one.score ?? 0), 0) / sum;
  const isDenied =
    name === 'none' || date === 'none' || fields.some((one) => one.verdict === 'none' && isIdentifier(one));
  if (isDenied) return { status: 'not_verified', score, reasons, source: OWN_SOURCE };
  if (name === 'exact' && date === 'exact' && reasons.length === 0) {
    return { status: 'verified', score, reasons, source: OWN_SOURCE };
  }
  const missing = [...(name === 'unavailable' ? ['name'] : []), ...(date === 'unavailable' ? ['date_of_birth'] : [])];
  return {
    ...{ status: 'partial', score, source: OWN_SOURCE },
    reasons: [
      ...reasons,
      ...missing.map((field) => ({ code: `${field}_unavailable`, detail: `Not both sources give ${field}.` })),
    ],
  };
}

const isIdentifier = ({ field }: FieldMatch): boolean => field.startsWith('identifiers.');

const fieldMatch = (field: string, verdict: FieldVerdict, score?: number, reason?: string): FieldMatch => ({
  field,
  verdict,
  ...(score !== undefined && { score }),
  ...(reason !== undefined && { reason }),
});

export function namesMatch({
  field,
  a,
  b,
  kind,
}: {
  field: string;
  a: string;
  b: string;
  kind: 'person' | 'company';
}): FieldMatch {
  if (a.trim() === '' || b.trim() === '') return fieldMatch(field, 'unavailable');
  const [ours, theirs] = [comparableName(a, kind), comparableName(b, kind)];
  const { score } = compareNames(ours, theirs);
  // The score is below 1 if only one side has some word.
  if (score > 0.999) {
    return [ours, theirs].some(isLongEnough)
      ? fieldMatch(field, 'exact', 1)
      : fieldMatch(field, 'partial', PARTIAL_NAME, 'initials');
  }
  return fieldMatch(field, score >= PARTIAL_NAME ? 'partial' : 'none', score);
}

/** Compares whole names. A middle name that only one side gives is ignored if both give first and last name. */
function matchName(a: Person, b: Person): FieldMatch {
  if ([a, b].some(hasTwoNames)) return fieldMatch('name', 'none', 0, 'two_names');
  const isInParts = [a, b].every(({ firstName, lastName }) => firstName?.trim() && lastName?.trim());
  const isOneSided = !a.middleName?.trim() !== !b.middleName?.trim();
  const comparedName = (person: Person) =>
    wholeName(isInParts && isOneSided ? { firstName: person.firstName, lastName: person.lastName } : person);
  return namesMatch({ field: 'name', a: comparedName(a), b: comparedName(b), kind: 'person' });
}

/** Whether a person's full name contradicts the name in parts: comparing one would ignore the other. */
function hasTwoNames(person: Person): boolean {
  const parts = wholeName({ ...person, fullName: undefined });
  const found = namesMatch({ field: 'name', a: parts, b: person.fullName ?? '', kind: 'person' });
  return found.verdict === 'none';
}

/** Compares the parts of names, for people to read. Two sources often have first and last name swapped. */
function matchNameParts(a: Person, b: Person): FieldMatch[] {
  const parts = [
    ['first_name', a.firstName, b.firstName],
    ['middle_name', a.middleName, b.middleName],
    ['last_name', a.lastName, b.lastName],
  ] as const;
  return parts
    .filter(([, ours, theirs]) => ours?.trim() && theirs?.trim())
    .map(([field, ours, theirs]) => namesMatch({ field, a: ours!, b: theirs!, kind: 'person' }));
}

function matchBirthDate(a: Person, b: Person, today: string): FieldMatch {
  const field = 'date_of_birth';
  for (const { dateOfBirth } of [a, b]) {
    const impossible = dateOfBirth ? impossibleBirth(dateOfBirth, today) : null;
    if (impossible !== null) return fieldMatch(field, 'none', 0, impossible);
  }
  if (!a.dateOfBirth || !b.dateOfBirth) return fieldMatch(field, 'unavailable');
  switch (relateDates(a.dateOfBirth, b.dateOfBirth)) {
    case 'same':
      return fieldMatch(field, 'exact', 1);
    case 'less_known':
      return fieldMatch(
        field,
        'partial',
        0.7,
        a.dateOfBirth.length <= 4 || b.dateOfBirth.length <= 4 ? 'year_only' : 'month_only',
      );
    case 'swapped_day_and_month':
      return fieldMatch(field, 'partial', 0.8, 'swapped_day_and_month');
    case 'near':
      return fieldMatch(field, 'partial', 0.5, 'nearly_the_same');
    case 'contradicts':
      return fieldMatch(field, 'none', 0);
    case 'unknown':
      return fieldMatch(field, 'unavailable');
  }
}

function matchPhone(a: Person, b: Person, readPhone: PhoneReader): FieldMatch {
  const field = 'phone_number';
  const read = ({ phoneNumber, nationality }: Person) =>
    phoneNumber?.trim() ? readPhone(phoneNumber, (countryCode(nationality ?? '') ?? 'ng').toUpperCase()) : undefined;
  const [ours, theirs] = [read(a), read(b)];
  if (ours === undefined || theirs === undefined) return fieldMatch(field, 'unavailable');
  if (ours === null || theirs === null) return fieldMatch(field, 'unavailable', undefined, 'no_phone_number');
  return ours === theirs ? fieldMatch(field, 'exact', 1) : fieldMatch(field, 'none', 0);
}

function matchGender(a: Person, b: Person): FieldMatch {
  const [ours, theirs] = [genderOf(a.gender), genderOf(b.gender)];
  if (ours === null || theirs === null) return fieldMatch('gender', 'unavailable');
  return ours === theirs ? fieldMatch('gender', 'exact', 1) : fieldMatch('gender', 'none', 0);
}

function matchNationality(a: Person, b: Person): FieldMatch {
  const [ours, theirs] = [countryCode(a.nationality ?? ''), countryCode(b.nationality ?? '')];
  if (ours === null || theirs === null) return fieldMatch('nationality', 'unavailable');
  return ours === theirs ? fieldMatch('nationality', 'exact', 1) : fieldMatch('nationality', 'none', 0);
}

/** Compares identifiers, one field for each type. The answer never contains the numbers. */
function matchIdentifiers(a: Person, b: Person): FieldMatch[] {
  const read = ({ identifiers: given = [] }: Person) =>
    given.map(({ type = '', value = '' }) => identifierOf(type, value)).filter(({ value }) => value !== '');
  const [ours, theirs] = [read(a), read(b)];
  const types = [...new Set(ours.map(({ type }) => type))].filter((type) => theirs.some((one) => one.type === type));
  return types.sort().map((type) => {
    const isSame = ours.some(
      (one) => one.type === type && theirs.some((other) => other.type === type && other.value === one.value),
    );
    return fieldMatch(
      `identifiers.${type.replaceAll(/[^a-z_]/g, '').slice(0, 30)}`,
      isSame ? 'exact' : 'none',
      isSame ? 1 : 0,
    );
  });
}
