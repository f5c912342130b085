// The subject of a query in yente's form, by the properties of FollowTheMoney that screening reads, and why a query
// cannot be compared with lists: an empty answer to it would clear anybody.

import type { EntityQuery } from '../../gen/tieout/verification/v1/match_pb.ts';
import { genderOf } from '../core/identity/person.ts';
import { hasComparableIdentifier, hasComparableName, MAX_NAME_WORDS, nameWords } from '../core/screening/comparable.ts';
import { countryCode } from '../core/screening/countries.ts';
import { FTM_IDENTIFIERS } from '../core/screening/entities/identifier-kinds.ts';
import { identifierOf, isPartialDate, type ScreeningSubject } from '../core/screening/entities/listed-entity.ts';
import { namesOfProperties } from '../core/screening/entities/name-parts.ts';
import { isKnownSchema } from '../core/screening/entities/schemas.ts';
import type { Problem } from './validation/problems.ts';

export function subjectOfQuery({ schema = '', properties }: EntityQuery): ScreeningSubject {
  const of = (...names: readonly string[]) => names.flatMap((name) => properties[name]?.texts ?? []);
  const countries = of('country', 'nationality', 'citizenship', 'jurisdiction');
  return {
    schema,
    names: namesOfProperties((name) => of(name)),
    birthDates: of('birthDate', 'incorporationDate').filter(isPartialDate),
    countries: countries.flatMap((one) => countryCode(one) ?? []),
    genders: of('gender').flatMap((one) => genderOf(one) ?? []),
    identifiers: Object.entries(FTM_IDENTIFIERS).flatMap(([property, type]) =>
      of(property).map((value) => identifierOf(type, value)),
    ),
  };
}

/** Most values of a property, and most letters of each. */
const MAX_VALUES = 100;
const MAX_VALUE_LETTERS = 1_024;

export const queryWords = (query: EntityQuery): number => nameWords(subjectOfQuery(query).names);

/** Null for a query that can be compared; else with its path within the query. */
export function queryProblem(query: EntityQuery): Problem | null {
  if (!query.schema) return { type: 'missing', path: ['schema'], msg: 'is required' };
  if (!isKnownSchema(query.schema)) {
    const msg =
      'must be a schema of FollowTheMoney that entities are matched by: Person, Company, LegalEntity, Vessel, ...';
    return { type: 'schema_known', path: ['schema'], msg };
  }
  const values = Object.values(query.properties).map(({ texts }) => texts);
  if (values.some((texts) => texts.length > MAX_VALUES || texts.some((one) => one.length > MAX_VALUE_LETTERS))) {
    const msg = 'must have at most 100 values each, of at most 1,024 letters';
    return { type: 'query_size', path: ['properties'], msg };
  }
  // Names of too many words are not read.
  if (queryWords(query) > MAX_NAME_WORDS) {
    return { type: 'query_words', path: ['properties'], msg: 'must have names of at most 1,000 words in all' };
  }
  const subject = subjectOfQuery(query);
  if (hasComparableName(subject) || hasComparableIdentifier(subject)) return null;
  const msg = 'must hold a name with a word of two letters, or an identifier of five characters';
  return { type: 'query_comparable', path: ['properties'], msg };
}
