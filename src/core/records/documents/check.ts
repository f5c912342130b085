// Records of the verification service: checks with their answers, kept for a time, and subjects that are screened again
// until they are deleted. Each belongs to one tenant and partner; no other can find it.

import type { SessionKey } from '../session-key.ts';
import type { JsonObject } from './json.ts';

export type Scope = Pick<SessionKey, 'tenant' | 'partner'>;

/** A reason of a check's result. */
export interface Reason {
  readonly code: string;
  /** One sentence, without what was sent. */
  readonly detail: string;
}

export interface KeptCheck {
  readonly scope: Scope;
  readonly checkId: string;
  /** The route as its path has it: pep_and_sanction_checker. */
  readonly route: string;
  /** Tells a request from another one of the same request_id. */
  readonly requestDigest: string;
  readonly subjectRef: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The instant at which it is deleted. */
  readonly expiresAt: number;
  /** The answer, as the service that asked for it writes one. */
  readonly answer: JsonObject;
}

export interface KeptSubject {
  readonly scope: Scope;
  readonly subjectRef: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When lists were last asked about it; null: not yet. */
  readonly screenedAt: number | null;
  /** The person or company, as screening needs it. */
  readonly subject: JsonObject;
  /** `list entity-id` of what lists said then. */
  readonly hits: readonly string[];
  /** Digest of the lists' versions that were asked then; null: none were. */
  readonly screenedBy: string | null;
  /** The keys of the subject: sounds of its names, and identifiers. */
  readonly keys: readonly string[];
}
