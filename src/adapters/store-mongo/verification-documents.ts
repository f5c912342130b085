// Documents of the verification service: checks, subjects, lists and used tokens.

import type { ObjectId } from 'mongodb';
import type { CheckState, CheckStatus } from '../../core/records/documents/check.ts';
import type { CaseStatus, CaseStepKind } from '../../core/screening/cases/screening-case.ts';
import type { Scope } from './row-documents.ts';

export interface CheckDocument extends Scope {
  readonly _id: ObjectId;
  readonly check_id: string;
  readonly route: string;
  readonly digest: string;
  readonly subject_ref: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  /** JSON. */
  readonly answer: string;
  /** Absent, like the three below, in documents of former versions. */
  readonly status?: CheckStatus | null;
  readonly state?: CheckState | null;
  readonly actor?: string | null;
  readonly batch_id?: string | null;
}

/** A subject of ongoing screening. */
export interface SubjectDocument extends Scope {
  readonly _id: ObjectId;
  readonly subject_ref: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly screened_at: Date | null;
  /** JSON. */
  readonly subject: string;
  readonly hits: readonly string[];
  /** Absent, like keys, in documents of former versions until they are screened again. */
  readonly screened_by?: string | null;
  readonly keys?: readonly string[];
  readonly subject_id: string;
  /** Absent in documents of former versions. */
  readonly actor?: string | null;
}

/** A step of a case. */
export interface CaseStepDocument {
  readonly n: number;
  readonly kind: CaseStepKind;
  readonly at: Date;
  readonly by: string | null;
  readonly status: CaseStatus;
  readonly until: string | null;
  readonly list_version: string | null;
  /** JSON; null once the subject is deleted. */
  readonly words: string | null;
  readonly words_digest: string;
}

/** A case with its steps. Once its subject is deleted, all that may be null is. */
export interface CaseDocument extends Scope {
  readonly _id: ObjectId;
  readonly case_id: string;
  readonly subject_id: string;
  readonly subject_ref: string | null;
  readonly list: string;
  readonly entity_id: string;
  readonly status: CaseStatus | null;
  readonly assignee: string | null;
  readonly opened_at: Date;
  readonly until: string | null;
  readonly version: number;
  /** The number of the last step in the audit chain, and whether it is not the last of all. */
  readonly chained: number;
  readonly is_unchained: boolean;
  /** JSON. */
  readonly content: string | null;
  readonly steps: CaseStepDocument[];
}

/** A list for screening. Its id is its name. */
export interface ListDocument {
  readonly _id: string;
  readonly version: string;
  readonly format: string;
  readonly entities: number;
  readonly blocks: number;
  readonly loaded_at: Date;
  /** Absent in documents of older versions, as the two below. */
  readonly published_at?: Date;
  readonly names?: number;
  readonly warnings?: readonly string[];
}

export interface ListBlockDocument {
  readonly _id: ObjectId;
  readonly name: string;
  readonly version: string;
  readonly n: number;
  readonly packed: Uint8Array;
}

/** A token that was used. */
export interface UsedTokenDocument {
  readonly _id: string;
  readonly expires_at: Date;
}
