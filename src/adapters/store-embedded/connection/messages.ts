// What crosses between a caller and the store's thread. Columns on shared memory cross without a copy; of any other
// typed array the whole buffer that it is a view of is copied.

import type { MessagePort } from 'node:worker_threads';
import type { ErrorRecord } from '../../../core/errors.ts';
import type { PortName } from '../operations.ts';

/** What the thread is started with. */
export interface ThreadStart {
  readonly directory: string;
  /** What failures after the start call it. */
  readonly called: string;
}

export type StoreRequest =
  | { readonly id: number; readonly port: PortName; readonly operation: string; readonly values: readonly unknown[] }
  | { readonly id: number; readonly close: true };

/** Not answered: from then on the port is served too. */
export interface ConnectRequest {
  readonly connect: MessagePort;
}

/** Id 0 answers the start. */
export type StoreAnswer =
  | { readonly id: number; readonly answer: unknown }
  /** Portions of a list, in its order; what is answered last is the rest of it. */
  | { readonly id: number; readonly portion: readonly unknown[] }
  | { readonly id: number; readonly failure: ErrorRecord };
