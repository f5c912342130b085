// What crosses between the service's main thread and the one that works on documents, beside calls and their answers.

import type { EnginePlace } from '../../adapters/engine-remote/remote-engine.ts';
import type { FileRoot } from '../../adapters/file-urls/find-file.ts';
import type { StoreConnection } from '../../compose/open-store.ts';
import type { ResolvingTerms } from '../runs/messages.ts';

/** What the thread is put together of. */
export interface DocumentTerms {
  readonly files: FileRoot;
  readonly leaseMs: number;
  /** Of files that name none. */
  readonly currency: string;
  readonly resolving: ResolvingTerms;
  /** Where the engine of decisions is; null: in this thread. */
  readonly engine: EnginePlace | null;
}

export interface DocumentThreadStart extends DocumentTerms {
  readonly store: StoreConnection;
}

/** Work that waits; the main thread's bus rings for it. */
export interface Announced {
  readonly announce: readonly string[];
}
