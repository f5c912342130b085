// Checks that are kept for a time, and tokens that are used once. Every look-up names tenant and partner: another
// tenant's checks are as if they were not there.

import type { KeptCheck, Scope } from '../../core/records/documents/check.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';

/** Every operation may throw store_unavailable or store_damaged. */
export interface Checks {
  /** Keeps it, unless one of its id is kept in its scope: that one is answered. */
  add(check: KeptCheck): Promise<KeptCheck>;

  /** Gives a check that is kept another answer; false when there is none. */
  update(scope: Scope, checkId: string, answer: JsonObject): Promise<boolean>;

  /** Those that are kept, in the order of the ids. */
  get(scope: Scope, checkIds: readonly string[]): Promise<readonly KeptCheck[]>;

  /** Ids of the checks about a subject, the newest first, a thousand at most. */
  ofSubject(scope: Scope, subjectRef: string): Promise<readonly string[]>;

  /** True for the first to use a token, which is remembered until then (milliseconds since 1970) at least. */
  use(token: string, until: number): Promise<boolean>;

  /** Removes checks and tokens whose time is over: how many checks. */
  prune(now: number): Promise<number>;
}
