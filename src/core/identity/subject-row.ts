// A subject as a row of a file: named cells become what is screened, or one sentence that says why it cannot be.

import { impossibleBirth } from '../screening/birth-dates.ts';
import { notCompared, TOO_SHORT } from '../screening/comparable.ts';
import { countryCode } from '../screening/countries.ts';
import { identifierOf, isPartialDate, type ScreeningSubject } from '../screening/entities/listed-entity.ts';
import { impossibleBirthReason } from './check-outcome.ts';
import { genderOf, wholeName } from './person.ts';

/** The names of cells. A row has subject_ref, and a name, its parts, a company or an id_number. */
export const SUBJECT_CELLS = [
  ...(['subject_ref', 'name', 'first_name', 'middle_name', 'last_name', 'company'] as const),
  ...(['date_of_birth', 'country', 'gender', 'id_type', 'id_number'] as const),
];
type SubjectCell = (typeof SUBJECT_CELLS)[number];

export type SubjectRow = Readonly<Partial<Record<SubjectCell, string>>>;

export type ReadSubject =
  | { readonly subject: ScreeningSubject; readonly refused?: never }
  | { readonly refused: string };

/** `today`: YYYY-MM-DD. */
export function subjectOfRow(row: SubjectRow, today: string): ReadSubject {
  const cell = (name: SubjectCell): string => row[name]?.trim() ?? '';
  const parts = { firstName: cell('first_name'), middleName: cell('middle_name'), lastName: cell('last_name') };
  const person = [cell('name'), wholeName(parts)].filter((name) => name !== '');
  const company = cell('company');
  if (cell('subject_ref') === '') return { refused: 'It has no subject_ref.' };
  if (company !== '' && person.length > 0) return { refused: 'It names a person and a company: one of them.' };
  const born = cell('date_of_birth');
  if (born !== '' && !isPartialDate(born)) return { refused: 'Its date_of_birth is not YYYY-MM-DD, YYYY-MM or YYYY.' };
  const impossible = born === '' ? null : impossibleBirth(born, today);
  if (impossible !== null) return { refused: impossibleBirthReason(impossible).detail };
  const country = cell('country') === '' ? null : countryCode(cell('country'));
  if (cell('country') !== '' && country === null) return { refused: 'Its country is no country by code or name.' };
  const gender = cell('gender') === '' ? null : genderOf(cell('gender'));
  if (cell('gender') !== '' && gender === null) return { refused: 'Its gender is not male, female, m or f.' };
  const number = cell('id_number');
  const subject: ScreeningSubject = {
    schema: company === '' ? 'Person' : 'Company',
    names: company === '' ? person : [company],
    birthDates: born === '' ? [] : [born],
    countries: country === null ? [] : [country],
    genders: gender === null ? [] : [gender],
    identifiers: number === '' ? [] : [identifierOf(cell('id_type'), number, country ?? '')],
  };
  if (subject.names.length === 0 && number === '') return { refused: 'It has no name and no id_number.' };
  return notCompared(subject).includes(TOO_SHORT) ? { refused: TOO_SHORT.detail } : { subject };
}
