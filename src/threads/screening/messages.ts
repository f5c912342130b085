// Messages between the main thread and those that load lists and screen against them.

import type { StoreConnection } from '../../compose/open-store.ts';
import type { ErrorRecord } from '../../core/errors.ts';
import type { ListHead } from '../../core/records/documents/watchlist.ts';
import type { ListedEntity, ScreeningSubject } from '../../core/screening/entities/listed-entity.ts';
import type { Screening } from '../../core/screening/screen.ts';
import type { EntityName, ListLabels, ListWish } from '../../ports/verification/watchlists.ts';
import type { ListSource, LoadedAll } from '../../workflows/verification/load-list.ts';
import type { Answers } from '../runs/answers.ts';

export interface ScreeningThreadStart {
  readonly store: StoreConnection;
}

/** Asks for what the lists have of subjects, or for entities of theirs. */
export type ScreeningRequest = { readonly id: number } & (
  | { readonly subjects: readonly ScreeningSubject[]; readonly wish: ListWish }
  | { readonly wanted: readonly EntityName[] }
);

export type ScreeningAnswer =
  | Answers
  /** Sent once, when the lists can be used. */
  | { readonly ready: readonly ListHead[]; readonly labels: ListLabels }
  | { readonly id: number; readonly screenings: readonly Screening[] }
  | { readonly id: number; readonly entities: readonly (ListedEntity | null)[] }
  | { readonly id: number; readonly failure: ErrorRecord };

export interface LoadingThreadStart {
  readonly store: StoreConnection;
  readonly sources: readonly ListSource[];
  readonly shrinkShare: number;
  /** Milliseconds that the caller's clock is ahead of the system's. */
  readonly ahead: number;
}

export type LoadingAnswer = Answers | LoadingOutcome;
export type LoadingOutcome = { readonly loaded: LoadedAll } | { readonly failure: ErrorRecord };
