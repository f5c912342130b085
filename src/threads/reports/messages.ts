// What crosses between the service's main thread and the thread that reads reports: calls of the reporting service and
// their answers, as bytes, so that neither side pays for the other's objects.

import type { StoreConnection } from '../../compose/open-store.ts';
import type { ErrorRecord } from '../../core/errors.ts';
import type { Problem } from '../../rpc/validation/problems.ts';

export interface ReportThreadStart {
  readonly store: StoreConnection;
}

export interface ReportRequest {
  readonly id: number;
  /** A method of the reporting service, by its local name. */
  readonly method: string;
  /** Its request, as protobuf writes it. */
  readonly request: Uint8Array;
  /** The answer is wanted as protobuf writes it, or as the JSON of REST. */
  readonly form: 'binary' | 'json';
}

export type ReportAnswer =
  | { readonly id: number; readonly answer: Uint8Array }
  /** `problems` of an invalid request, else null. */
  | { readonly id: number; readonly failure: ErrorRecord; readonly problems: readonly Problem[] | null };
