// Converts persons and companies of requests for the core, and field matches for answers.

import { create } from '@bufbuild/protobuf';
import { type Company, CompanySchema, type Person } from '../../../gen/tieout/verification/v1/parts_pb.ts';
import { FieldVerdictSchema } from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import { type FieldMatch, impossibleBirthReason } from '../../core/identity/check-outcome.ts';
import { type Person as CorePerson, genderOf, wholeName } from '../../core/identity/person.ts';
import type { Reason } from '../../core/records/documents/check.ts';
import { impossibleBirth } from '../../core/screening/birth-dates.ts';
import { countryCode } from '../../core/screening/countries.ts';
import { identifierOf, type ScreeningSubject } from '../../core/screening/entities/listed-entity.ts';
import { enumNumber } from '../enum-names.ts';
import { rounded } from '../plain-values.ts';

export const corePerson = (person: Person): CorePerson => person;

const verdicts = enumNumber(FieldVerdictSchema);

export const fieldMatchMessage = ({ field, verdict, score, reason }: FieldMatch) => ({
  field,
  verdict: verdicts(verdict),
  ...(score !== undefined && { score: rounded(score) }),
  ...(reason !== undefined && { reason }),
});

const code = (country: string | undefined): string[] => {
  const found = countryCode(country ?? '');
  return found === null ? [] : [found];
};

export interface About {
  readonly person?: Person | undefined;
  readonly company?: Company | undefined;
}

/** The subject without an impossible birth date, which would contradict every list and clear anybody. */
export function subjectOf({ person, company }: About, today: string): ScreeningSubject {
  if (person === undefined) {
    const { name = '', regNumber, country } = company!;
    const identifiers = regNumber ? [identifierOf('registration', regNumber, code(country)[0])] : [];
    return { schema: 'Company', names: [name], birthDates: [], countries: code(country), genders: [], identifiers };
  }
  const { fullName, dateOfBirth, gender, nationality, aliases, identifiers } = person;
  const known = genderOf(gender);
  return {
    schema: 'Person',
    names: [wholeName(person), fullName ?? '', ...aliases].filter((name) => name.trim() !== ''),
    birthDates: dateOfBirth && impossibleBirth(dateOfBirth, today) === null ? [dateOfBirth] : [],
    countries: code(nationality),
    genders: known === null ? [] : [known],
    identifiers: identifiers.map(({ type, value, country }) => identifierOf(type ?? '', value ?? '', code(country)[0])),
  };
}

/** Fields by which requests name a person or a company. */
export interface Naming extends About {
  readonly claimed?: Person | undefined;
  readonly applicant?: Person | undefined;
  readonly companyName?: string | undefined;
  readonly regNumber?: string | undefined;
}

/** Whom a request names, as screening compares them; null: nobody by a name or a number. */
export function subjectOfRequest(
  { person, claimed, applicant, company, companyName, regNumber }: Naming,
  today: string,
): ScreeningSubject | null {
  const given = person ?? claimed ?? applicant;
  const named = companyName ? create(CompanySchema, { name: companyName, ...(regNumber && { regNumber }) }) : undefined;
  if (given === undefined && company === undefined && named === undefined) return null;
  const subject = subjectOf({ person: given, company: company ?? named }, today);
  return subject.names.length + subject.identifiers.length > 0 ? subject : null;
}

/** Reasons for impossible statements about a person, which are not compared: the rest must not clear anybody. */
export function doubtsOf({ person }: About, today: string): Reason[] {
  const impossible = person?.dateOfBirth ? impossibleBirth(person.dateOfBirth, today) : null;
  return impossible === null ? [] : [impossibleBirthReason(impossible)];
}
