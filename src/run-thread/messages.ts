// What crosses between the service's main thread and the thread that does the runs. Runs themselves do not: they are in
// the store, to which each thread has a connection of its own.

import type { MessagePort } from 'node:worker_threads';
import type { FileRoot } from '../adapters/file-urls/find-file.ts';
import type { LogFields } from '../ports/log.ts';

export interface RunThreadStart {
  /** A connection to the store, transferred. */
  readonly store: MessagePort;
  readonly files: FileRoot;
  /** Runs of different sessions that are done at once. */
  readonly workers: number;
}

export type ToRunThread =
  /** The bus rang. */
  { readonly ring: true } | { readonly drain: { readonly graceMs: number } };

export type FromRunThread =
  | {
      readonly log: {
        readonly level: 'info' | 'warn' | 'error';
        readonly fields: LogFields;
        readonly sentence: string;
      };
    }
  | { readonly drained: true };
