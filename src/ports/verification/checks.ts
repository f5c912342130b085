// Checks that are kept for a time, and tokens that are used once. Every look-up names tenant and partner, and does not
// see another tenant's checks.

import type { KeptCheck, Scope } from '../../core/records/documents/check.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';

/** Most ids that `ofSubject` answers. */
export const MOST_CHECKS_LISTED = 1_000;

/** Every operation may throw store_unavailable or store_damaged. */
export interface Checks {
  /** Stores the check, unless the scope has one with its id: that one is answered. */
  add(check: KeptCheck): Promise<KeptCheck>;

  /** Replaces the answer of a stored check; false if there is none, or none with the expected answer. */
  update(
    scope: Scope,
    checkId: string,
    to: Pick<KeptCheck, 'answer' | 'status' | 'state'>,
    expected: JsonObject,
  ): Promise<boolean>;

  /** The stored checks with these ids, in order of id. */
  get(scope: Scope, checkIds: readonly string[]): Promise<readonly KeptCheck[]>;

  /** Ids of the checks about a subject, the newest first, at most MOST_CHECKS_LISTED. */
  ofSubject(scope: Scope, subjectRef: string): Promise<readonly string[]>;

  /** True for the first use of a token. The token is remembered at least until then (milliseconds since 1970). */
  use(token: string, until: number): Promise<boolean>;

  /** Removes checks and tokens whose time is over; answers how many checks. */
  prune(now: number): Promise<number>;
}
