// How surely a listed entity is the subject, by an ordered list of features, each with its weight and finding. The
// score is the better of names and identifiers, adjusted by qualifiers (kind, dates, countries, gender, identifiers that
// differ). A contradiction caps the score below every usual threshold, whatever the names.

import { bestRelation } from './birth-dates.ts';
import type { EntityIdentifier, ListedEntity, ScreeningSubject } from './entities/listed-entity.ts';
import { likestNumber, mayBeOneNumber } from './entities/same-number.ts';
import { isHolder, mayBe } from './entities/schemas.ts';
import { bestNames } from './names/compare-names.ts';
import type { ComparableName } from './names/name-tokens.ts';
import { RARE } from './names/name-tokens.ts';
import { nearName } from './names/near-names.ts';
import { sameNames } from './names/same-name.ts';

/** A subject with its names prepared for comparison. */
export interface PreparedSubject<T extends ScreeningSubject = ScreeningSubject> {
  readonly subject: T;
  readonly names: readonly ComparableName[];
}

interface FeatureResult {
  readonly name: string;
  /** 0 to 1 for a main feature; for a qualifier the amount added, negative if it contradicts. */
  readonly score: number;
  readonly weight: number;
  readonly detail: string;
}

export interface EntityMatch {
  /** 0 to 1. */
  readonly score: number;
  /** The same by names and identifiers alone. */
  readonly mainScore: number;
  /** Whether every word of the subject's name or of the entity's is in the other: a full name. */
  readonly isFullName: boolean;
  /** Why a careful person would look although it is no hit; null: nobody would. It has no data of the subject. */
  readonly near: string | null;
  /** The entity's name that is most like a name of the subject. */
  readonly matchedName: string;
  readonly isExactIdentifier: boolean;
  /** Features that found something, in the order of the lists below. */
  readonly features: readonly FeatureResult[];
}

interface Compared {
  readonly ours: PreparedSubject;
  readonly theirs: PreparedSubject<ListedEntity>;
}

interface MainFeature {
  readonly name: string;
  readonly description: string;
  readonly weight: number;
  readonly evaluate: (compared: Compared) => {
    readonly score: number;
    readonly detail: string;
    /** The name of the entity that was the most similar, and whether it is a full name. */
    readonly name?: string;
    readonly isFullName?: boolean;
  };
}

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

/** From this score on a person has to look, unless a request asks for another. */
export const REVIEW_FROM = 0.7;

/** More than all qualifiers together add to a score. */
const MOST_ADDED = 0.1;

/** What the name of an entity of another kind counts for: it is to be looked at, and proves nothing. */
const OTHER_KIND = 0.9;

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

export const MAIN_FEATURES: readonly MainFeature[] = [
  {
    name: 'identifier_match',
    description: 'An identifier is equal; less if its kind, or letters or zeros before it, are others.',
    weight: 1,
    evaluate({ ours, theirs }) {
      // Who has a listed number is to be looked at, be it a ship's or a wallet's. A wallet's holder is no wallet.
      const isCompared = isHolder(ours.subject.schema) || mayBe(ours.subject.schema, theirs.subject.schema);
      const { score, type } = isCompared ? likestNumber(ours.subject, theirs.subject) : { score: 0, type: '' };
      const what = type || 'identifier';
      return { score, detail: score === 0 ? '' : score === 1 ? `${what} is equal` : `${what} is nearly equal` };
    },
  },
  {
    name: 'name_match',
    description:
      'The most similar pair of names, word by word in any order; sounds, initials and typing errors count. Of two kinds of entities only the same name.',
    weight: 1,
    evaluate({ ours, theirs }) {
      const isOneKind = mayBe(ours.subject.schema, theirs.subject.schema);
      const compared = (isOneKind ? bestNames : sameNames)(ours.names, theirs.names);
      const { score, pairs, isFullName, theirs: name } = compared;
      return { score: isOneKind ? score : OTHER_KIND * score, detail: pairs.join(', '), name, isFullName };
    },
  },
];

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
        const others = theirs.subject.identifiers.filter((one) => one.type === type && issuerOf(one) === issuer);
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

interface MatchOptions {
  /** The least score of a hit. */
  readonly least?: number;
  /** Bits of evidence that names meet by chance (EntityIndex). */
  readonly chance?: number;
}

/** Null if the entity cannot reach the score `least` and is not near either. */
export function matchEntity(compared: Compared, { least = 0, chance = RARE }: MatchOptions = {}): EntityMatch | null {
  const features: FeatureResult[] = [];
  let best = 0;
  let matchedName = '';
  let isExactIdentifier = false;
  let isFullName = false;
  for (const { name, weight, evaluate } of MAIN_FEATURES) {
    const { score, detail, name: matched = '', isFullName: isFull = false } = evaluate(compared);
    isFullName ||= isFull;
    if (score > 0) features.push({ name, score, weight, detail });
    if (name === 'identifier_match') isExactIdentifier = score === 1;
    if (matched !== '') matchedName = matched;
    best = Math.max(best, weight * score);
  }
  const near =
    best < Math.min(least, REVIEW_FROM) ? nearName(compared.ours.names, compared.theirs.names, chance) : null;
  if (best + MOST_ADDED < least && near === null) return null;
  if (near !== null) {
    matchedName = near.name;
    features.push({ name: 'near_name', score: 0, weight: 0, detail: `${near.why}: ${near.pairs.join(', ')}` });
  }
  if (matchedName === '') matchedName = compared.theirs.subject.names[0] ?? '';
  const found = { mainScore: best, isFullName, matchedName, isExactIdentifier, features };
  if (isExactIdentifier) return { ...found, score: 1, near: null };
  let score = best;
  let cap = 1;
  let isOther = false;
  for (const { name, weight, evaluate } of QUALIFIERS) {
    const result = evaluate(compared);
    if (result === null) continue;
    isOther ||= result.isOther === true;
    features.push({ name, score: result.score, weight, detail: result.detail });
    score += result.score;
    cap = Math.min(cap, result.cap ?? 1);
  }
  score = Math.max(0, Math.min(score, cap, 1));
  const isAlike = best >= least || near !== null;
  return { ...found, score, near: isAlike && score < least && !isOther ? (near?.why ?? 'the names are alike') : null };
}
