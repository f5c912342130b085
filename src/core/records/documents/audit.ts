// The audit of decisions (exception_resolution): a row for each cluster that a call decided, or tried to reconcile and
// left pending. The rows of a call are a batch: common fields are stored once, and one digest covers all. Rows never
// change.

import type { DecisionStatus } from './clusters.ts';
import type { Decision, PersonAct, ResolutionMethod } from './decisions.ts';
import type { JsonObject } from './json.ts';

/** The fields that all rows of a batch share. */
export interface AuditCommon {
  readonly operationId: string;
  readonly requestId: string;
  readonly tenant: string;
  readonly partner: string;
  /** The domain as requests name it: mfb, or a service. */
  readonly domain: string;
  readonly decision: Decision | PersonAct;
  readonly isRecurring: boolean;
  readonly autoResolved: boolean;
  readonly metadata: JsonObject;
  /** Id of the caller who decided; absent where nobody is known. */
  readonly caller?: string | undefined;
  /** Milliseconds since 1970, UTC. */
  readonly createdAt: number;
}

export interface AuditEntry {
  /** Derived from operation and cluster. */
  readonly auditId: string;
  /** Index of the row in the batch, from 0. */
  readonly ordinal: number;
  /** Of a person's act: the id of what it is about, 32 hexadecimal digits. */
  readonly clusterId: string;
  readonly session: string;
  readonly branchId: string | null;
  /** '' where the row is about no cluster. */
  readonly type: string;
  readonly before: DecisionStatus;
  readonly after: DecisionStatus;
  readonly method: ResolutionMethod;
  /** Whether the cluster is approved now. */
  readonly resolved: boolean;
  /** Whether this call confirmed a match of transactions. */
  readonly matched: boolean;
  readonly note: string | null;
  /** The value that a pattern learns; null if none learns from it. */
  readonly learned: LearnedValue | null;
  readonly glRecordIds: readonly string[];
  readonly bankRecordIds: readonly string[];
}

/** A number of days, or minor units of a currency. */
export interface LearnedValue {
  readonly value: number;
  readonly currency: string | null;
}

export interface AuditBatch {
  readonly common: AuditCommon;
  readonly entries: readonly AuditEntry[];
  /** Digest of the batch, in the order of the ordinals. */
  readonly digest: string;
}

export interface AuditRow extends AuditCommon, AuditEntry {
  /** Null in rows of an older platform. */
  readonly batchDigest: string | null;
}
