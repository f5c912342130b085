// What changes the score of a match by number or name: kind, dates, countries, gender, identifiers that differ. Each adds
// or subtracts a little; a contradiction caps the score below every usual threshold, whatever the names.

import { bestRelation } from './birth-dates.ts';
import { kindOf } from './entities/identifier-kinds.ts';
import type { EntityIdentifier } from './entities/listed-entity.ts';
import { bareValue, mayBeOneNumber } from './entities/same-number.ts';
import { mayBe } from './entities/schemas.ts';
import type { Compared } from './prepared-subject.ts';

interface Qualifier {
  readonly name: string;
  readonly description: string;
  /** Most that is added or subtracted. */
  readonly weight: number;
  /** Null: there is nothing to compare. `cap`: the highest score that the match may still have. */
  readonly evaluate: (compared: Compared) => {
    readonly score: number;
    readonly detail: string;
    readonly cap?: number;
    /** Whether whoever has another name besides may be cleared. */
    readonly isOther?: boolean;
  } | null;
}

/** Highest score after a contradiction: below every usual threshold. */
const CONTRADICTED = 0.5;

/**
 * Kinds of identifiers that a holder has only once in a country: two different values are two holders. Some kinds exist
 * in one country alone, or in all the world. Passports and identity cards are renewed under other numbers.
 */
const UNIQUE_TYPES: Readonly<Record<string, string>> = {
  ...{ nin: 'ng', bvn: 'ng', rc: 'ng', ogrn: 'ru', inn: 'ru', inncode: 'ru', lei: 'world', imo: 'world' },
  ...{ tin: '', tax: '', registration: '' },
};

/** Where a number is unique; null: nowhere, or nobody says where. */
const issuerOf = ({ type, country }: EntityIdentifier): string | null =>
  UNIQUE_TYPES[type] || (UNIQUE_TYPES[type] === '' && country) || null;

export const QUALIFIERS: readonly Qualifier[] = [
  {
    name: 'kind',
    description: 'The entity is of another kind: a person, an organization, a ship. Its name counts for less.',
    weight: 0,
    evaluate({ ours: { subject: a }, theirs: { subject: b } }) {
      return mayBe(a.schema, b.schema) ? null : { score: 0, detail: `${a.schema} is asked for, ${b.schema} is listed` };
    },
  },
  {
    name: 'birth_date',
    description: 'Days of birth agree, are less well known, or contradict; then the match is capped.',
    weight: 0.1,
    evaluate({ ours, theirs }) {
      const relation = bestRelation(ours.subject.birthDates, theirs.subject.birthDates);
      switch (relation) {
        case 'unknown':
          return null;
        case 'same':
          return { score: 0.05, detail: 'the same day' };
        case 'less_known':
          return { score: 0.02, detail: 'the same as far as it is known' };
        case 'swapped_day_and_month':
          return { score: 0, detail: 'day and month swapped' };
        case 'near':
          return { score: -0.05, detail: 'nearly the same day' };
        case 'contradicts':
          return { score: -0.1, detail: 'different days', cap: CONTRADICTED, isOther: true };
      }
    },
  },
  {
    name: 'identifier_differs',
    description: 'Identifiers of one country, of a kind that a holder has once, are different; the match is capped.',
    weight: 0.2,
    evaluate({ ours, theirs }) {
      for (const identifier of ours.subject.identifiers) {
        const issuer = issuerOf(identifier);
        if (issuer === null) continue;
        const { type } = identifier;
        // A number of another length is another register's.
        const isOneKind = (one: EntityIdentifier) =>
          kindOf(one.type) === kindOf(type) &&
          issuerOf(one) === issuer &&
          bareValue(one).length === bareValue(identifier).length;
        const others = theirs.subject.identifiers.filter(isOneKind);
        if (others.length > 0 && !others.some((one) => mayBeOneNumber(one, identifier))) {
          return { score: -0.2, detail: `${type} is another`, cap: CONTRADICTED, isOther: true };
        }
      }
      return null;
    },
  },
  {
    name: 'country',
    description: 'No country in common.',
    weight: 0.08,
    evaluate({ ours, theirs }) {
      const [a, b] = [ours.subject.countries, theirs.subject.countries];
      if (a.length === 0 || b.length === 0) return null;
      return a.some((code) => b.includes(code))
        ? { score: 0.01, detail: 'in common' }
        : { score: -0.06, detail: 'none in common' };
    },
  },
  {
    name: 'gender',
    description: 'Different genders.',
    weight: 0.1,
    evaluate({ ours, theirs }) {
      const [a, b] = [ours.subject.genders, theirs.subject.genders];
      if (a.length === 0 || b.length === 0) return null;
      return a.some((one) => b.includes(one))
        ? { score: 0, detail: 'the same' }
        : { score: -0.1, detail: 'different', isOther: true };
    },
  },
];
