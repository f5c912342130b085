// A subject with its names as words, made once for all comparisons with it.

import { isPerson, type ListedEntity, type ScreeningSubject } from './entities/listed-entity.ts';
import { isHolder } from './entities/schemas.ts';
import { peopleInCompany } from './names/company-as-person.ts';
import { type ComparableName, comparableNames, type NameToken } from './names/name-tokens.ts';
import type { NameKind } from './names/name-words.ts';
import { severalNames } from './names/several-names.ts';
import { lettersForDigits, readingsOf } from './names/visible-text.ts';

export interface PreparedSubject<T extends ScreeningSubject = ScreeningSubject> {
  readonly subject: T;
  readonly names: readonly ComparableName[];
  /** Of a company that is asked for: its names as those of a person. */
  readonly asPerson: readonly ComparableName[];
  /** Words of all names and one more: what a comparison with it costs. */
  readonly words: number;
}

/** A subject and a listed entity that may be it. */
export interface Compared {
  readonly ours: PreparedSubject;
  readonly theirs: PreparedSubject<ListedEntity>;
}

/** Words of each kind of name, so that one object stands for a word wherever it occurs. */
export type KnownTokens = Readonly<Record<NameKind, Map<string, NameToken>>>;

const nameKindOf = (schema: string): NameKind =>
  isPerson(schema) ? 'person' : schema === 'Vessel' ? 'ship' : 'company';

/** With every name that its texts hold, in every reading. `known`: those of a list, whose companies are no persons. */
export const prepared = <T extends ScreeningSubject>(subject: T, known?: KnownTokens): PreparedSubject<T> => {
  const kind = nameKindOf(subject.schema);
  const names = new Set(subject.names.flatMap(severalNames).flatMap(readingsOf));
  if (kind !== 'person' && known === undefined)
    for (const name of [...names]) for (const one of lettersForDigits(name)) names.add(one);
  const compared = [...names].flatMap((name) => comparableNames(name, kind, known?.[kind]));
  const asPerson =
    kind === 'company' && known === undefined && isHolder(subject.schema) ? [...names].flatMap(peopleInCompany) : [];
  const words = [...compared, ...asPerson].reduce((sum, { tokens }) => sum + tokens.length, 1);
  return { subject, names: compared, asPerson, words };
};
