// What crosses between the service's main thread and one that answers calls for it: messages of the contract as bytes,
// so that neither side pays for the other's objects, and what the thread says to the log.

import type { ErrorRecord } from '../../core/errors.ts';
import type { LogFields } from '../../ports/log.ts';
import type { CallContext } from '../../rpc/services.ts';
import type { Problem } from '../../rpc/validation/problems.ts';

export interface CallRequest {
  readonly id: number;
  /** The full name of a service's method. */
  readonly method: string;
  /** Its request, as protobuf writes it. */
  readonly request: Uint8Array;
  /** The answer is wanted as protobuf writes it, or as the JSON of REST. */
  readonly form: 'binary' | 'json';
  readonly lease: CallContext['lease'];
}

export type CallAnswer =
  | { readonly id: number; readonly answer: Uint8Array }
  | { readonly id: number; readonly failure: ErrorRecord; readonly invalid: InvalidAnswer | null };

/** What an invalid request breaks. */
interface InvalidAnswer {
  readonly problems: readonly Problem[];
  /** Whether RPC is told them as violations too. */
  readonly isViolated: boolean;
}

/** For the log of the main thread. */
export interface ThreadLogLine {
  readonly log: { readonly level: 'info' | 'warn' | 'error'; readonly fields: LogFields; readonly sentence: string };
}
