// What crosses between the service's main thread and the one that works on documents, beside calls and their answers.

import type { ServiceTerms } from '../../compose/compose-engine.ts';
import type { StoreConnection } from '../../compose/open-store.ts';

export interface DocumentThreadStart extends ServiceTerms {
  readonly store: StoreConnection;
}

/** Work that waits; the main thread's bus rings for it. */
export interface Announced {
  readonly announce: readonly string[];
}
