// The lists in use, for screening: hits of subjects, and which lists there are. All answers to one call come from the
// same versions, the ones that `states` gives at that moment.

import type { EntityFilter } from '../../core/screening/entities/entity-filter.ts';
import type { ListedEntity, ScreeningSubject } from '../../core/screening/entities/listed-entity.ts';
import type { Screening } from '../../core/screening/screen.ts';

export interface ListState {
  readonly name: string;
  readonly version: string;
  readonly entities: number;
  /** When it was last read, and when it was published, in milliseconds since 1970. */
  readonly loadedAt: number;
  readonly publishedAt: number;
  /** Whether its publication is longer ago than it may be. */
  readonly isStale: boolean;
  /** What is missing from it although it can be used, in sentences. */
  readonly warnings: readonly string[];
}

export interface ListWish {
  /** Names of lists; empty: all lists. */
  readonly names: readonly string[];
  /** 0 to 1. */
  readonly threshold: number;
  /** Most hits of one subject. */
  readonly limit: number;
  /** All entities if absent. */
  readonly filter?: EntityFilter;
}

export interface EntityName {
  /** Name of the list. */
  readonly list: string;
  readonly id: string;
}

/** What the entities of the lists in use are filed under. */
export interface ListLabels {
  readonly datasets: ReadonlySet<string>;
  readonly topics: ReadonlySet<string>;
}

export interface Watchlists {
  states(): readonly ListState[];

  labels(): ListLabels;

  /** Configured lists that are missing: nobody knows whom they would name. */
  missing(): readonly string[];

  /** The entities as their lists have them; null where a list has none of that id, or is not loaded. */
  entities(wanted: readonly EntityName[]): Promise<readonly (ListedEntity | null)[]>;

  /** What the lists have of each subject. Throws store_unavailable if the lists cannot be read. */
  screen(subjects: readonly ScreeningSubject[], wish: ListWish): Promise<readonly Screening[]>;
}
