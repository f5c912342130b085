// Sessions, and the only commit point: one guarded write that says which ingestions and which run count.

import type { RunClaim } from '../core/records/documents/run.ts';
import type { Session, SessionNature } from '../core/records/documents/session.ts';
import type { KeptWindow } from '../core/records/documents/window.ts';
import type { SessionKey } from '../core/records/session-key.ts';
import type { Fenced, HeldLease } from './leases.ts';

export interface SessionCommit {
  /** The version that the run was computed on; 0 when the session did not exist. */
  readonly expectVersion: number;
  /** Ids of the ingestions that count from now on, all of them whole. */
  readonly ingestions: readonly string[];
  /** Null: rows come or go, and the run that counts, if any, stays. */
  readonly run: RunClaim | null;
  /** What the session is of from now on; left out, it stays as it is. */
  readonly nature?: SessionNature;
  /** The row lease that it is made under: a later taking of it makes the commit throw session_busy. */
  readonly under?: Fenced;
  readonly at: number;
}

export type CommittedSession = Session & { readonly runId: string };

/** A conflict shows the session as it is, null when there is none. */
type CommitOutcome =
  | { readonly outcome: 'committed'; readonly session: Session }
  | { readonly outcome: 'conflict'; readonly session: Session | null };

/** Every operation may throw store_unavailable or store_damaged. */
export interface Sessions {
  get(key: SessionKey): Promise<Session | null>;

  /** The sessions of a partner in the order in which they were created. */
  list(scope: { readonly tenant: string; readonly partner: string }): Promise<readonly Session[]>;

  /**
   * Makes the ingestions and the run count, if the session still has the expected version and, where a run is named, its
   * claim is the session's latest. The commit that the session already shows (same run and ingestions) counts as
   * committed and changes nothing, so that it can be repeated.
   * Throws internal when an ingestion or the run is unknown, content_pruned when rows of an ingestion were removed
   * after their time and not stored again.
   */
  commit(key: SessionKey, commit: SessionCommit): Promise<CommitOutcome>;

  /**
   * Sessions of a partner whose run is committed and not materialised, for whoever has just taken the row lease. From
   * then on nobody commits under an earlier taking of it.
   */
  unmaterialised(
    scope: { readonly tenant: string; readonly partner: string },
    under: HeldLease,
  ): Promise<readonly CommittedSession[]>;

  /** Notes that everything that follows from the commit was written; false when the session names another run. */
  materialised(key: SessionKey, of: { readonly runId: string; readonly under?: Fenced }): Promise<boolean>;

  /** Keeps a finished window, of a session that is known or not. One of the same days takes its place, and is open again. */
  addWindow(key: SessionKey, window: KeptWindow): Promise<void>;

  /** The session's windows, by their days. */
  windows(key: SessionKey): Promise<readonly KeptWindow[]>;

  /** Sessions with windows that are not settled, page by page, in an order that stays. `next`: null on the last page. */
  withOpenWindows(page: {
    readonly after: string | null;
    readonly limit: number;
  }): Promise<{ readonly sessions: readonly SessionKey[]; readonly next: string | null }>;

  /** Nothing is left to do for windows that were said until then. */
  settleWindows(key: SessionKey, saidUntil: number): Promise<void>;

  /** Removes the windows that are not settled of sessions of which none was said since; answers of how many sessions. */
  dropWindows(notSaidSince: number): Promise<number>;
}
