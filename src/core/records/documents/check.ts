// What the verification service keeps: checks with their answers for a time, and subjects that are screened again until
// they are deleted. Both are of one tenant and partner, and nobody else finds them.

import type { SessionKey } from '../session-key.ts';
import type { JsonObject } from './json.ts';

export type Scope = Pick<SessionKey, 'tenant' | 'partner'>;

/** Why a check came to what it did. */
export interface Reason {
  readonly code: string;
  /** One sentence, without what was sent. */
  readonly detail: string;
}

export interface KeptCheck {
  readonly scope: Scope;
  readonly checkId: string;
  /** As its path has it: pep_and_sanction_checker. */
  readonly route: string;
  /** Tells a request from another one of the same request_id. */
  readonly requestDigest: string;
  readonly subjectRef: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** It is kept no longer then. */
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
  /** Whom it is: what screening asks by. */
  readonly subject: JsonObject;
  /** `list entity-id` of what lists said then. */
  readonly hits: readonly string[];
  /** Digest of the lists' versions that were asked then; null: none were. */
  readonly screenedBy: string | null;
  /** What it is looked up by: sounds of its names, and identifiers. */
  readonly keys: readonly string[];
}
