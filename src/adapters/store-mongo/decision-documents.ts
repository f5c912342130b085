// Documents of exceptions and decisions: clusters, operations, patterns, audit. Clusters, patterns and audit rows have
// the contract's field names (contract-names.ts), the others those of documents.ts. The types describe what Tieout
// writes; another program's documents may lack any field except those of the scope.

import type { Decimal128, Document, ObjectId } from 'mongodb';
import type { DecisionStatus } from '../../core/records/documents/clusters.ts';
import type { Decision, PersonAct, ResolutionMethod } from '../../core/records/documents/decisions.ts';
import type { NamedScope, NamedSession } from './contract-names.ts';
import type { Scope } from './row-documents.ts';

export interface ClusterDocument extends NamedSession {
  /** The cluster id as bytes; any value in another program's document. */
  readonly _id: Uint8Array;
  readonly cluster_id: string;
  /**
   * The place among the partner's clusters and open items. Another program's cluster gets one when it is first listed.
   */
  readonly seq: number;
  readonly run_id: string;
  /**
   * The place of the last run that wrote or voided the cluster (superseded.ts). Documents of former versions have none.
   */
  readonly run_place?: number;
  /** The fence of the row lease under which the cluster was last written or voided. */
  readonly row_fence?: number;
  readonly domain: string;
  /** Documents of former versions have none. */
  readonly service?: string | null;
  readonly branch_id: string | null;
  readonly cluster_type: string;
  readonly rule: string;
  readonly reason: string;
  readonly decision_status: DecisionStatus;
  /** Null or absent, like agent_invoked, if an older platform or a former version wrote the cluster. */
  readonly is_reconciled?: boolean | null;
  readonly agent_invoked?: boolean | null;
  /** The unfinished operations that changed the cluster, the latest last. */
  readonly stamps?: readonly StampDocument[];
  /** The sweep that gave the cluster its status; null or absent if a person did, or nobody. */
  readonly swept_by?: string | null;
  /** The operation that gave the cluster its status; absent if nobody decided on it, or before this was kept. */
  readonly decided_by?: string;
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
  /** What people noted; absent: nothing. */
  readonly follow_up?: FollowUpDocument;
  /** The places of the records, together with `positions` (cluster-documents.ts). */
  readonly ingestions: readonly string[];
  readonly positions: Uint8Array;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface FollowUpDocument {
  /** Counts the changes, from 1. */
  readonly v: number;
  readonly owner: string | null;
  readonly due_day: Date | null;
  readonly has_note: boolean;
  /** All of it as JSON (core/records/follow-up.ts); the fields before are searched by. */
  readonly state: string;
}

interface LooksLikeDocument {
  readonly kind: string;
  readonly record_ids: readonly string[];
  readonly sentence: string;
}

/** The state in which an operation found a cluster that it changed. */
interface StampDocument {
  readonly op: string;
  readonly before: DecisionStatus;
  readonly after: DecisionStatus;
  readonly reconciled: boolean | null;
  /** Absent in stamps of former versions. */
  readonly swept?: boolean;
}

/** The stored record of a decision call. */
export interface OperationDocument extends Scope {
  readonly _id: string;
  /** JSON. */
  readonly operation: string;
  readonly begun_at: Date;
  /** Set until everything that follows from the operation is written. */
  readonly unfinished?: true;
  /** The holder, its fence and the end of its hold. Documents of former versions have none of the three. */
  readonly fence?: number;
  readonly holder?: string;
  readonly held_until?: Date;
  /** The call wrote both the change and the audit. */
  readonly decided?: boolean;
  /** Work in the queue finishes the operation. */
  readonly queued?: boolean;
}

/** A learned pattern. Amounts are in currency units. */
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
  /** Tieout's own field: the mean follows exactly from it. */
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
  /** Why; null or absent: people reopened what it had decided. */
  readonly suspended_for?: string | null;
  /** Departures that were told while it is suspended, and those of which a person resumed it. */
  readonly departures?: readonly string[] | null;
  readonly answered?: readonly string[] | null;
  readonly version: number;
}

/** An audit row. It never changes. */
export interface AuditDocument extends NamedSession {
  /** The audit id as bytes. */
  readonly _id: Uint8Array;
  readonly audit_id: string;
  /** The place among the partner's listed documents. */
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
  readonly decision: Decision | PersonAct;
  readonly status_before: DecisionStatus;
  readonly status_after: DecisionStatus;
  readonly resolution_method: ResolutionMethod;
  readonly auto_resolved: boolean;
  readonly resolved: boolean;
  readonly matched: boolean;
  readonly note: string | null;
  /** The request's metadata, and learned_value: days, or an amount in currency units. */
  readonly metadata: Document;
  /** The request's metadata as JSON, if BSON cannot express it exactly. */
  readonly metadata_text?: string;
  /** The currency of a learned amount. */
  readonly learned_currency: string | null;
  readonly gl_record_ids: readonly string[];
  readonly bank_record_ids: readonly string[];
  /** Absent where no caller is known. */
  readonly caller?: string;
  readonly created_at: Date;
}

/** A link of the chain over a tenant's audit. It never changes. */
export interface AuditLinkDocument extends Scope {
  readonly _id: ObjectId;
  readonly n: number;
  readonly operation_id: string;
  /** JSON. */
  readonly link: string;
}
