// The lists in use, as whoever screens asks them: hits of subjects, and which lists there are. All answers to one call
// come from the same versions, which are those that `states` says at that moment.

import type { ScreeningSubject } from '../../core/screening/entities/listed-entity.ts';
import type { ScreeningHit } from '../../core/screening/screen.ts';

export interface ListState {
  readonly name: string;
  readonly version: string;
  readonly entities: number;
  readonly loadedAt: number;
  readonly isStale: boolean;
}

export interface ListWish {
  /** Names of lists; none: all. */
  readonly names: readonly string[];
  /** 0 to 1. */
  readonly threshold: number;
  /** Hits of one subject at most. */
  readonly limit: number;
}

export interface Watchlists {
  states(): readonly ListState[];

  /** Lists that are to be there and are not: whom they would name is not known. */
  missing(): readonly string[];

  /** The hits of each subject, the surest first. Throws store_unavailable when it cannot be said. */
  screen(subjects: readonly ScreeningSubject[], wish: ListWish): Promise<readonly (readonly ScreeningHit[])[]>;
}
