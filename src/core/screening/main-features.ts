// What makes a listed entity a hit: an equal number or a like name, each with its weight. The score of a match is the
// better of them; qualifiers.ts change it.

import { isPerson } from './entities/listed-entity.ts';
import { likestNumber } from './entities/same-number.ts';
import { isHolder, mayBe } from './entities/schemas.ts';
import { sameAsPerson } from './names/company-as-person.ts';
import { bestNames } from './names/compare-names.ts';
import type { ComparableName } from './names/name-tokens.ts';
import { sameNames } from './names/same-name.ts';
import type { Compared, PreparedSubject } from './prepared-subject.ts';

interface MainFeature {
  readonly name: string;
  readonly description: string;
  readonly weight: number;
  readonly evaluate: (compared: Compared) => {
    readonly score: number;
    readonly detail: string;
    /** The score by a number or a full name alone: nothing that contradicts takes it away. */
    readonly whole: number;
    /** The name of the entity that was the most similar. */
    readonly name?: string;
  };
}

/** What the name of an entity of another kind counts for: it is to be looked at, and proves nothing. */
const OTHER_KIND = 0.9;

interface Kinds {
  readonly isOneKind: boolean;
  readonly isPerson: boolean;
}

/** A company is compared with a listed person also as if it were one. */
function likestNames(ours: PreparedSubject, theirs: readonly ComparableName[], { isOneKind, isPerson }: Kinds) {
  const found = (isOneKind ? bestNames : sameNames)(ours.names, theirs);
  if (!isPerson || ours.asPerson.length === 0 || found.score === 1) return found;
  const asPerson = sameAsPerson(ours.asPerson, theirs);
  return asPerson.score > found.score ? asPerson : found;
}

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
      return {
        score,
        whole: score,
        detail: score === 0 ? '' : score === 1 ? `${what} is equal` : `${what} is nearly equal`,
      };
    },
  },
  {
    name: 'name_match',
    description:
      'The most similar pair of names, word by word in any order; sounds, initials and typing errors count. Of two kinds of entities only the same name, but a company that is called as a listed person.',
    weight: 1,
    evaluate({ ours, theirs }) {
      const isOneKind = mayBe(ours.subject.schema, theirs.subject.schema);
      const compared = likestNames(ours, theirs.names, { isOneKind, isPerson: isPerson(theirs.subject.schema) });
      const counts = isOneKind ? 1 : OTHER_KIND;
      const { score, full, pairs, theirs: name } = compared;
      return { score: counts * score, whole: counts * full, detail: pairs.join(', '), name };
    },
  },
];
