// The holder of a document, from a valid machine readable zone, else from the printed fields.

import { type ComparedPersons, type Comparing, comparePersons } from '../identity/compare-persons.ts';
import type { Person, PersonIdentifier } from '../identity/person.ts';
import type { Extracted } from './extract.ts';

export const printedValue = ({ printed }: Extracted, name: string): string | undefined =>
  printed.find((field) => field.name === name)?.value;

/** Usual names of identifiers, by field. The number of a visa or card is no passport's. */
const IDENTIFIERS: Readonly<Record<string, string>> = {
  ...{ nin: 'nin', licence_number: 'drivers_licence', vin: 'voters_card', passport_number: 'passport' },
  ...{ reg_number: 'rc', tin: 'tin' },
};

function documentNumberType({ mrz, rules }: Extracted): string {
  const code = mrz?.valid ? mrz.values.document_code?.[0] : undefined;
  if (code !== undefined) return code === 'P' ? 'passport' : code === 'V' ? 'visa' : 'national_id';
  return rules?.type ?? 'passport';
}

export function documentPerson(read: Extracted): Person {
  const zone = read.mrz?.valid ? read.mrz.values : {};
  const fieldValue = (name: string): string | undefined =>
    (zone as Record<string, string>)[name] ?? printedValue(read, name);
  return {
    ...{
      firstName: fieldValue('first_name'),
      middleName: fieldValue('middle_name'),
      lastName: fieldValue('last_name'),
    },
    ...{ fullName: fieldValue('full_name') ?? fieldValue('company_name'), dateOfBirth: fieldValue('date_of_birth') },
    ...{ gender: fieldValue('sex'), nationality: fieldValue('nationality') },
    identifiers: Object.entries({ ...IDENTIFIERS, document_number: documentNumberType(read) }).flatMap(
      ([field, type]): PersonIdentifier[] => {
        const value = fieldValue(field);
        return value === undefined ? [] : [{ type, value }];
      },
    ),
  };
}

/**
 * Compares the holder. Documents print given names as one; the other source shows whether the second is a middle name.
 */
export function compareHolder(read: Extracted, other: Person, comparing: Comparing): ComparedPersons {
  const whole = documentPerson(read);
  const [first = '', ...rest] = (whole.firstName ?? '').split(' ');
  const compared = comparePersons(whole, other, comparing);
  if (rest.length === 0 || whole.middleName !== undefined) return compared;
  const split = comparePersons({ ...whole, firstName: first, middleName: rest.join(' ') }, other, comparing);
  return (split.score ?? 0) > (compared.score ?? 0) ? split : compared;
}
