// Messages between the main thread and the one that processes documents, beside calls and answers.

import type { ServiceTerms } from '../../compose/compose-engine.ts';
import type { StoreConnection } from '../../compose/open-store.ts';

export interface DocumentThreadStart extends ServiceTerms {
  readonly store: StoreConnection;
}

/** Waiting work, which the main thread's bus announces. */
export interface Announced {
  readonly announce: readonly string[];
}
