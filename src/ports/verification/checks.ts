// Checks that are kept for a time, and tokens that are used once. Every look-up names tenant and partner, and does not
// see another tenant's checks.

import type { CheckState, CheckStatus, KeptCheck, Scope } from '../../core/records/documents/check.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';

/** Most ids that `ofSubject` answers. */
export const MOST_CHECKS_LISTED = 1_000;

/** Null leaves nothing out. Times are milliseconds since 1970. */
export interface CheckSearch {
  readonly tenant: string;
  readonly partner: string | null;
  readonly route: string | null;
  readonly status: CheckStatus | null;
  readonly state: CheckState | null;
  /** Needs a partner. */
  readonly subjectRef: string | null;
  readonly batchId: string | null;
  readonly actor: string | null;
  /** Made from here on, and before. */
  readonly from: number | null;
  readonly before: number | null;
  /** Checks that are kept no longer than until then are left out. */
  readonly keptAt: number;
}

/** Where the next page of a search begins. */
export interface CheckPlace {
  readonly createdAt: number;
  readonly checkId: string;
}

export interface CheckTally {
  readonly status: CheckStatus | null;
  readonly state: CheckState | null;
  readonly count: number;
}

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

  /** Checks of a tenant behind a place, the newest first. */
  search(search: CheckSearch, after: CheckPlace | null, limit: number): Promise<readonly KeptCheck[]>;

  /** How many checks of a batch have which status and state. */
  tally(scope: Scope, batchId: string): Promise<readonly CheckTally[]>;

  /** Checks of every tenant that are in progress on a route, behind a place, the oldest first. */
  inProgress(route: string, after: CheckPlace | null, limit: number): Promise<readonly KeptCheck[]>;

  /** Checks without a status, in the store's own order. */
  withoutStatus(
    after: string | null,
    limit: number,
  ): Promise<{ readonly checks: readonly KeptCheck[]; readonly next: string | null }>;

  /** True for the first use of a token. The token is remembered at least until then (milliseconds since 1970). */
  use(token: string, until: number): Promise<boolean>;

  /** Removes checks and tokens whose time is over; answers how many checks. */
  prune(now: number): Promise<number>;
}
