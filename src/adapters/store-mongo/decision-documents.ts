// What the documents of exceptions and of decisions on them look like: clusters, calls that decide, what approvals taught,
// and the audit. Names and fields: documents.ts.

import type { ObjectId } from 'mongodb';
import type { DecisionStatus, LooksLike } from '../../core/records/documents/clusters.ts';
import type { Decision, ResolutionMethod } from '../../core/records/documents/decisions.ts';
import type { SessionKey } from '../../core/records/documents/session.ts';
import type { Scope } from './row-documents.ts';

export interface ClusterDocument extends SessionKey {
  /** The cluster id. */
  readonly _id: Uint8Array;
  readonly seq: number;
  readonly run_id: string;
  /** The place of the last run that wrote or voided it (superseded.ts). Documents of former versions have none. */
  readonly run_place?: number;
  /** The taking of the row lease under which it was last written or voided. */
  readonly row_fence?: number;
  readonly domain: string;
  /** Documents of former versions have none. */
  readonly service?: string | null;
  readonly branch_id: string | null;
  readonly cluster_type: string;
  readonly rule: string;
  readonly reason: string;
  readonly decision_status: DecisionStatus;
  /** Both null or not there in what an older platform or a former version wrote. */
  readonly is_reconciled?: boolean | null;
  readonly agent_invoked?: boolean | null;
  /** The operations that changed it and of which not all that follows is written yet, the latest last. */
  readonly stamps?: readonly StampDocument[];
  /** The sweep that gave it its status; null or not there where a person did, or nobody. */
  readonly swept_by?: string | null;
  readonly voided: boolean;
  readonly voided_at: Date | null;
  readonly void_reason: string | null;
  readonly sample_gl_day: number | null;
  readonly sample_bank_day: number | null;
  readonly date_delta_days: number | null;
  readonly amount_delta_minor: number | null;
  readonly amount_minor: number;
  readonly currency: string;
  readonly gl_record_ids: readonly Uint8Array[];
  readonly bank_record_ids: readonly Uint8Array[];
  /** Documents of former versions have none. */
  readonly looks_like?: readonly LooksLike[];
  /** Where the records lie (cluster-documents.ts). */
  readonly ingestions: readonly string[];
  readonly positions: Uint8Array;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What an operation found. */
interface StampDocument {
  readonly op: string;
  readonly before: DecisionStatus;
  readonly after: DecisionStatus;
  readonly reconciled: boolean | null;
  /** Not there in stamps of former versions. */
  readonly swept?: boolean;
}

/** One call that decides. */
export interface OperationDocument extends Scope {
  readonly _id: string;
  /** All of it, as JSON. */
  readonly operation: string;
  readonly begun_at: Date;
  /** Until everything that follows from it is written. */
  readonly unfinished?: true;
  /** Who has it, by the taking; documents of former versions have none of these. */
  readonly fence?: number;
  readonly holder?: string;
  readonly held_until?: Date;
  /** Its call wrote all that it had to. */
  readonly decided?: boolean;
  /** Work of the queue brings it to its end. */
  readonly queued?: boolean;
}

/** What people's approvals taught. */
export interface PatternDocument extends Scope {
  readonly _id: ObjectId;
  readonly domain: string;
  readonly intelligence_type: string;
  readonly pattern_id: string;
  readonly version: number;
  /** All of it, as JSON. */
  readonly pattern: string;
}

/** A row of the audit: never changed. */
export interface AuditDocument extends SessionKey {
  /** The audit id. */
  readonly _id: Uint8Array;
  /** Its place among the partner's documents that are listed. */
  readonly seq: number;
  readonly operation_id: string;
  readonly ordinal: number;
  readonly batch_digest: string | null;
  readonly is_recurring: boolean;
  readonly resolution_request_id: string;
  readonly cluster_id: Uint8Array;
  readonly branch_id: string | null;
  readonly domain: string;
  readonly cluster_type: string;
  readonly decision: Decision;
  readonly status_before: DecisionStatus;
  readonly status_after: DecisionStatus;
  readonly resolution_method: ResolutionMethod;
  readonly auto_resolved: boolean;
  readonly resolved: boolean;
  readonly matched: boolean;
  readonly note: string | null;
  /** The request's, as the JSON that it was. */
  readonly metadata: string;
  readonly learned_value: number | null;
  readonly learned_currency: string | null;
  readonly gl_record_ids: readonly Uint8Array[];
  readonly bank_record_ids: readonly Uint8Array[];
  readonly created_at: Date;
}

/** A link of the chain over a tenant's audit: never changed. */
export interface AuditLinkDocument extends Scope {
  readonly _id: ObjectId;
  readonly n: number;
  readonly operation_id: string;
  /** All of it, as JSON. */
  readonly link: string;
}
