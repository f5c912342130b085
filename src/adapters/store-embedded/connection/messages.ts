// Messages between a caller and the store's thread. Columns in shared memory cross without a copy; for any other typed
// array its whole underlying buffer is copied.

import type { MessagePort } from 'node:worker_threads';
import type { ErrorRecord } from '../../../core/errors.ts';
import type { PortName } from '../operations.ts';

/** The thread's start parameters. */
export interface ThreadStart {
  readonly directory: string;
  /** The store's name in failures after the start. */
  readonly called: string;
}

export type StoreRequest =
  | { readonly id: number; readonly port: PortName; readonly operation: string; readonly values: readonly unknown[] }
  | { readonly id: number; readonly close: true };

/** Asks the thread to serve another port. It is not answered. */
export interface ConnectRequest {
  readonly connect: MessagePort;
}

/** Id 0 answers the start. */
export type StoreAnswer =
  | { readonly id: number; readonly answer: unknown }
  /** Portions of a list, in order. The final answer is the rest of the list. */
  | { readonly id: number; readonly portion: readonly unknown[] }
  | { readonly id: number; readonly failure: ErrorRecord };
