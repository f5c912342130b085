// Records of the verification service: checks with their answers, kept for a time, and subjects that are screened again
// until they are deleted. Each belongs to one tenant and partner; others cannot find it.

import type { SessionKey } from '../session-key.ts';
import type { JsonObject } from './json.ts';

export type CheckStatus = 'verified' | 'not_verified' | 'partial' | 'review' | 'error';
export type CheckState = 'complete' | 'in_progress' | 'pending';

export type Scope = Pick<SessionKey, 'tenant' | 'partner'>;

/** A reason of a check's result. */
export interface Reason {
  readonly code: string;
  /** One sentence, without data of the request. */
  readonly detail: string;
}

export interface KeptCheck {
  readonly scope: Scope;
  readonly checkId: string;
  /** The route as in its path: pep_and_sanction_checker. */
  readonly route: string;
  /** Distinguishes different requests with one request_id. */
  readonly requestDigest: string;
  readonly subjectRef: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When it is deleted. */
  readonly expiresAt: number;
  /** The answer in the form that the calling service writes. */
  readonly answer: JsonObject;
  /** Null, like state, for what is no check of a person, and for checks of versions before 0.2. */
  readonly status: CheckStatus | null;
  readonly state: CheckState | null;
  /** The id of the caller who asked; null where nobody is known. */
  readonly actor: string | null;
  /** The batch that it is part of; null if it was asked alone. */
  readonly batchId: string | null;
}

export interface KeptSubject {
  readonly scope: Scope;
  /** Our own id, random: it stands for the subject wherever it cannot be deleted, as in events and the audit. */
  readonly subjectId: string;
  /** The caller's own name for the subject. */
  readonly subjectRef: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When it was last screened; null if it never was. */
  readonly screenedAt: number | null;
  /** The person or company in the form for screening. */
  readonly subject: JsonObject;
  /** Hits of that screening, each as `list entity-id`. */
  readonly hits: readonly string[];
  /** Digest of the versions of the lists then used; null if there were none. */
  readonly screenedBy: string | null;
  /** Keys for finding the subject: sounds of its names, and identifiers. */
  readonly keys: readonly string[];
  /** The id of the caller who had it kept last; null where nobody is known. */
  readonly actor: string | null;
}
