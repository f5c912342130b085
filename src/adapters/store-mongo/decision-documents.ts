// Documents of exceptions and of decisions on them: clusters, operations, patterns, and the audit. Names and fields:
// documents.ts; clusters, patterns and the audit have the contract's (contract-names.ts). The types describe what
// Tieout writes; another program's documents may lack any field but those of the scope.

import type { Decimal128, Document, ObjectId } from 'mongodb';
import type { DecisionStatus } from '../../core/records/documents/clusters.ts';
import type { Decision, ResolutionMethod } from '../../core/records/documents/decisions.ts';
import type { NamedScope, NamedSession } from './contract-names.ts';
import type { Scope } from './row-documents.ts';

export interface ClusterDocument extends NamedSession {
  /** The cluster id, as bytes; of another program's whatever it gave. */
  readonly _id: Uint8Array;
  readonly cluster_id: string;
  /** Its place among the partner's clusters and open items; one of another program gets it when it is first listed. */
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
  readonly sample_gl_transaction_date: Date | null;
  readonly sample_bank_transaction_date: Date | null;
  readonly date_delta_days: number | null;
  readonly amount_delta: Decimal128 | null;
  readonly amount: Decimal128;
  readonly currency: string;
  readonly gl_record_ids: readonly string[];
  readonly bank_record_ids: readonly string[];
  /** Documents of former versions have none. */
  readonly looks_like?: readonly LooksLikeDocument[];
  /** Where the records lie (cluster-documents.ts). */
  readonly ingestions: readonly string[];
  readonly positions: Uint8Array;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface LooksLikeDocument {
  readonly kind: string;
  readonly record_ids: readonly string[];
  readonly sentence: string;
}

/** The stamp of an operation: what it found. */
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

/** A pattern: what people's approvals taught. Amounts are in currency units, days in days. */
export interface PatternDocument extends NamedScope {
  readonly _id: ObjectId;
  readonly domain: string;
  readonly intelligence_type: string;
  readonly pattern_id: string;
  readonly value_field: string;
  readonly occurrence_count: number;
  readonly outliers_dropped: number;
  readonly median: Decimal128;
  readonly mean: Decimal128;
  readonly min: Decimal128;
  readonly max: Decimal128;
  /** Ours: from which the mean follows exactly. */
  readonly sum: Decimal128;
  readonly occurrence_weight: number;
  readonly consistency: number;
  readonly confidence: number;
  readonly confidence_level: string;
  /** The currency of amounts. */
  readonly currency: string | null;
  readonly last_seen_at: Date;
  readonly updated_at: Date;
  readonly suspended_at: Date | null;
  readonly version: number;
}

/** A row of the audit: never changed. */
export interface AuditDocument extends NamedSession {
  /** The audit id, as bytes. */
  readonly _id: Uint8Array;
  readonly audit_id: string;
  /** Its place among the partner's documents that are listed. */
  readonly seq: number;
  readonly operation_id: string;
  readonly ordinal: number;
  readonly batch_digest: string | null;
  readonly is_recurring: boolean;
  readonly resolution_request_id: string;
  readonly cluster_id: string;
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
  /** The request's, and learned_value: days, or an amount in currency units. */
  readonly metadata: Document;
  /** The request's as JSON, where no document is exactly what it says. */
  readonly metadata_text?: string;
  /** The currency of a learned amount. */
  readonly learned_currency: string | null;
  readonly gl_record_ids: readonly string[];
  readonly bank_record_ids: readonly string[];
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
