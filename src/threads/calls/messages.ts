// Messages between the service's main thread and a thread that answers calls for it: the contract's messages as bytes,
// so that neither side pays for the other's objects.

import type { ErrorRecord } from '../../core/errors.ts';
import type { CallContext } from '../../rpc/services.ts';
import type { Problem } from '../../rpc/validation/problems.ts';

export interface CallRequest {
  readonly id: number;
  /** The full name of a service's method. */
  readonly method: string;
  /** Its request, as protobuf writes it. */
  readonly request: Uint8Array;
  /** The form of the answer: protobuf's bytes, or the JSON of REST. */
  readonly form: 'binary' | 'json';
  readonly lease: CallContext['lease'];
  readonly caller: CallContext['caller'];
}

/** Whoever made the call has left. */
export interface CallLeft {
  readonly left: number;
}

export type CallAnswer =
  | {
      readonly id: number;
      readonly answer: Uint8Array;
      /** The type of what REST answers; '' for protobuf's bytes. */
      readonly type: string;
      readonly told: readonly (readonly [fact: string, value: string])[];
    }
  | { readonly id: number; readonly failure: ErrorRecord; readonly invalid: InvalidAnswer | null };

/** The rules that an invalid request breaks. */
interface InvalidAnswer {
  readonly problems: readonly Problem[];
  /** Whether RPC also gets them as violations. */
  readonly isViolated: boolean;
}
