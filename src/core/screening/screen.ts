// Screens a subject against loaded lists. The index gives candidates; those at or above the threshold are hits, best
// first. An entity that is on two lists is two hits.

import type { ListedEntity, ScreeningSubject } from './entities/listed-entity.ts';
import { mayBe } from './entities/schemas.ts';
import { type EntityIndex, prepared } from './entity-index.ts';
import { type EntityMatch, matchEntity } from './match-entity.ts';
import { ONE_WORD_MOST } from './names/compare-names.ts';

export interface LoadedList {
  readonly name: string;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly loadedAt: number;
  readonly index: EntityIndex;
}

export interface ScreeningHit extends EntityMatch {
  readonly list: string;
  readonly entity: ListedEntity;
}

interface ScreenOptions {
  readonly lists: readonly LoadedList[];
  /** The least score of a hit, 0 to 1. */
  readonly threshold: number;
  /** The most hits that are returned. */
  readonly limit: number;
}

export function screen(subject: ScreeningSubject, { lists, threshold, limit }: ScreenOptions): ScreeningHit[] {
  const ours = prepared(subject);
  const hits: ScreeningHit[] = [];
  for (const { name: list, index } of lists) {
    const weighed = index.weighed(ours);
    const { likely, unlikely } = index.candidates(weighed);
    for (const place of threshold > ONE_WORD_MOST ? likely : [...likely, ...unlikely]) {
      const theirs = index.entities[place];
      if (!mayBe(subject.schema, theirs.subject.schema)) continue;
      const match = matchEntity({ ours: weighed, theirs }, threshold);
      if (match !== null && match.score >= threshold) hits.push({ ...match, list, entity: theirs.subject });
    }
  }
  // Equal scores in order of id, so that the order of lists and entities changes nothing.
  hits.sort((a, b) => b.score - a.score || (a.entity.id < b.entity.id ? -1 : a.entity.id > b.entity.id ? 1 : 0));
  return hits.slice(0, limit);
}
