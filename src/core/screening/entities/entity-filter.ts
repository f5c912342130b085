// Which entities of a list a query asks for, by yente's parameters and its schema, which yente takes for a filter.
// Nobody is left out by silence: an entity is in another dataset than the excluded ones if one of its datasets is, and
// one whose last change no list says may have changed since.

import type { ListedEntity, ScreeningSubject } from './listed-entity.ts';
import { likestNumber } from './same-number.ts';
import { mayBe } from './schemas.ts';

export interface EntityFilter {
  /** Datasets of entities, or names of lists; empty: all. */
  readonly includeDatasets: readonly string[];
  readonly excludeDatasets: readonly string[];
  readonly excludeIds: readonly string[];
  /** An entity has one of them; empty: all. */
  readonly topics: readonly string[];
  readonly excludeSchemas: readonly string[];
  /** YYYY-MM-DD, perhaps with a time behind T; null: always. */
  readonly changedSince: string | null;
}

/** `list`: the name of the entity's list. */
export function isAskedFor(entity: ListedEntity, list: string, filter: EntityFilter): boolean {
  const { includeDatasets, excludeDatasets, excludeIds, topics, excludeSchemas, changedSince } = filter;
  const isWhole = includeDatasets.length === 0 || includeDatasets.includes(list);
  const datasets = isWhole ? entity.datasets : entity.datasets.filter((one) => includeDatasets.includes(one));
  const isIn = datasets.some((one) => !excludeDatasets.includes(one)) || (isWhole && entity.datasets.length === 0);
  return (
    isIn &&
    !excludeDatasets.includes(list) &&
    !excludeIds.includes(entity.id) &&
    !excludeSchemas.includes(entity.schema) &&
    (topics.length === 0 || entity.topics.some((one) => topics.includes(one))) &&
    (changedSince === null || entity.lastChange === null || entity.lastChange > changedSince)
  );
}

/** Whether the schema of a query asks for the entity, or a number that both have. */
export const isAskedSchema = (asked: ScreeningSubject, entity: ListedEntity): boolean =>
  mayBe(asked.schema, entity.schema) || likestNumber(asked, entity).score > 0;
