// Documents of the verification service: checks, subjects, lists and used tokens.

import type { ObjectId } from 'mongodb';
import type { CheckState, CheckStatus } from '../../core/records/documents/check.ts';
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
