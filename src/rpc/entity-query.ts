// The subject of a query in yente's form, by the properties of FollowTheMoney that screening reads.

import type { EntityQuery } from '../../gen/tieout/verification/v1/match_pb.ts';
import { genderOf } from '../core/identity/person.ts';
import { countryCode } from '../core/screening/countries.ts';
import { identifierOf, isPartialDate, type ScreeningSubject } from '../core/screening/entities/listed-entity.ts';

const NAMES = ['name', 'alias', 'previousName', 'weakAlias'];
const IDENTIFIERS: Readonly<Record<string, string>> = {
  ...{ passportNumber: 'passport', idNumber: 'national_id', taxNumber: 'tax', registrationNumber: 'registration' },
  ...{ leiCode: 'lei', imoNumber: 'imo', innCode: 'inn', ogrnCode: 'ogrn', vatCode: 'vat', swiftBic: 'bic' },
  ...{ publicKey: 'crypto', mmsi: 'mmsi' },
};

export function subjectOfQuery({ schema = '', properties }: EntityQuery): ScreeningSubject {
  const of = (...names: readonly string[]) => names.flatMap((name) => properties[name]?.texts ?? []);
  const together = [of('firstName', 'givenName').join(' '), of('middleName').join(' '), of('lastName').join(' ')];
  const names = of(...NAMES);
  const ofParts = together.filter(Boolean).join(' ');
  const countries = of('country', 'nationality', 'citizenship', 'jurisdiction');
  return {
    schema,
    names: names.length > 0 ? names : ofParts === '' ? [] : [ofParts],
    birthDates: of('birthDate', 'incorporationDate').filter(isPartialDate),
    countries: countries.flatMap((one) => countryCode(one) ?? []),
    genders: of('gender').flatMap((one) => genderOf(one) ?? []),
    identifiers: Object.entries(IDENTIFIERS).flatMap(([property, type]) =>
      of(property).map((value) => identifierOf(type, value)),
    ),
  };
}
