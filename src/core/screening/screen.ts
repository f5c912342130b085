// Screens a subject against loaded lists. The index gives candidates; those at or above the threshold are hits, best
// first. An entity that is on two lists is two hits. Those whose names alone would be hits and that something else
// contradicts are given too. A lower threshold never loses a hit: which entities are compared does not depend on it.

import { MAX_SCREENING_WORK } from '../limits.ts';
import type { ListedEntity, ScreeningSubject } from './entities/listed-entity.ts';
import type { EntityIndex } from './entity-index.ts';
import { type EntityMatch, matchEntity } from './match-entity.ts';
import { ONE_WORD_MOST } from './names/compare-names.ts';
import { prepared } from './prepared-subject.ts';
import { mostOfAside } from './set-aside.ts';

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

export interface Screening {
  readonly hits: readonly ScreeningHit[];
  /** Whose names or identifiers alone would be hits, set aside because something else differs; the likest first. */
  readonly suppressed: readonly ScreeningHit[];
  /** Entities that share words with the subject and were not compared: the work of one screening is bounded. */
  readonly uncompared: number;
}

interface ScreenOptions {
  readonly lists: readonly LoadedList[];
  /** The least score of a hit, 0 to 1. */
  readonly threshold: number;
  /** The most hits that are returned. */
  readonly limit: number;
}

export function screen(subject: ScreeningSubject, { lists, threshold, limit }: ScreenOptions): Screening {
  const ours = prepared(subject);
  const hits: ScreeningHit[] = [];
  const suppressed: ScreeningHit[] = [];
  let uncompared = 0;
  for (const { name: list, index } of lists) {
    const weighed = index.weighed(ours);
    const { likely, unlikely } = index.candidates(weighed);
    const wanted = threshold > ONE_WORD_MOST ? likely : [...likely, ...unlikely()];
    let work = 0;
    for (const [at, place] of wanted.entries()) {
      const theirs = index.entities[place];
      work += ours.words * theirs.words;
      if (work > MAX_SCREENING_WORK && at > 0) {
        uncompared += wanted.length - at;
        break;
      }
      const match = matchEntity({ ours: weighed, theirs }, { least: threshold, chances: index.chances });
      if (match === null) continue;
      if (match.score >= threshold) hits.push({ ...match, list, entity: theirs.subject });
      else if (match.mainScore >= threshold || match.near !== null)
        suppressed.push({ ...match, list, entity: theirs.subject });
    }
  }
  // Equal scores in order of id, so that the order of lists and entities changes nothing.
  const byId = (a: ScreeningHit, b: ScreeningHit) =>
    a.entity.id < b.entity.id ? -1 : a.entity.id > b.entity.id ? 1 : 0;
  hits.sort((a, b) => b.score - a.score || byId(a, b));
  suppressed.sort((a, b) => b.mainScore - a.mainScore || byId(a, b));
  return { hits: hits.slice(0, limit), suppressed: mostOfAside(suppressed, limit), uncompared };
}
