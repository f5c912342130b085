// Sessions, and the only commit point: one guarded write that says which ingestions and which run count.

import type { Session, SessionKey } from '../core/records/documents/session.ts';

export interface SessionCommit {
  /** The version that the run was computed on; 0 when the session did not exist. */
  readonly expectVersion: number;
  /** Ids of the ingestions that count from now on, all of them whole. */
  readonly ingestions: readonly string[];
  readonly runId: string;
  /** Of the claim under which the run is done: a claim of the session that came later makes it a conflict. */
  readonly fence: number;
  readonly at: number;
}

/** A conflict shows the session as it is, null when there is none. */
export type CommitOutcome =
  | { readonly outcome: 'committed'; readonly session: Session }
  | { readonly outcome: 'conflict'; readonly session: Session | null };

/** Every operation may throw store_unavailable or store_damaged. */
export interface Sessions {
  get(key: SessionKey): Promise<Session | null>;

  /** The sessions of a partner in the order in which they were created. */
  list(scope: { readonly tenant: string; readonly partner: string }): Promise<readonly Session[]>;

  /**
   * Makes the ingestions and the run count, if the session still has the expected version and the fence is its latest.
   * The commit that the session already shows (same run and ingestions) counts as committed and changes nothing, so
   * that it can be repeated.
   * Throws internal when an ingestion or the run is unknown, content_pruned when rows of an ingestion were removed
   * after their time and not stored again.
   */
  commitRun(key: SessionKey, commit: SessionCommit): Promise<CommitOutcome>;
}
