// Sessions, and the only commit point: one guarded write that says which ingestions and which run count.

import type { RunClaim, RunState } from '../core/records/documents/run.ts';
import type { Session, SessionNature } from '../core/records/documents/session.ts';
import type { KeptWindow } from '../core/records/documents/window.ts';
import type { PartnerScope, SessionKey } from '../core/records/session-key.ts';
import type { Fenced, HeldLease } from './leases.ts';

interface SessionCommit {
  /** The version that the run was computed on; 0 if the session did not exist. */
  readonly expectVersion: number;
  /** Ids of the ingestions that count from now on, all of them whole. */
  readonly ingestions: readonly string[];
  /** Null: rows change, and the run that counts, if any, stays. */
  readonly run: RunClaim | null;
  /** The session's new kind, flow and method; left out, they stay. */
  readonly nature?: SessionNature;
  /** The row lease for the commit. If it was taken again since, the commit throws session_busy. */
  readonly under?: Fenced;
  readonly at: number;
}

export type CommittedSession = Session & { readonly runId: string };

/** A conflict shows the session as stored, null if there is none. */
type CommitOutcome =
  | { readonly outcome: 'committed'; readonly session: Session }
  | { readonly outcome: 'conflict'; readonly session: Session | null };

/** Whether the session already shows what a commit asks for, so that the commit is a repeated one. */
export const isCommitted = (
  session: Session,
  { run, ingestions }: Pick<SessionCommit, 'run' | 'ingestions'>,
): boolean =>
  (run === null || session.runId === run.runId) && JSON.stringify(session.ingestions) === JSON.stringify(ingestions);

/** A field that is left out does not narrow. */
export interface SessionFilter {
  readonly tenant: string;
  readonly partner?: string | undefined;
  /** Sessions of which a day lies in these, in day numbers. A bound that a session's period lacks counts as reached. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** The state of its latest run. */
  readonly state?: RunState | undefined;
}

/** A session as lists show it; it may have no commit yet. */
export interface ListedSession extends Pick<SessionNature, 'kind' | 'periodStart' | 'periodEnd'> {
  readonly key: SessionKey;
  /** Its latest run; null if it has none. */
  readonly run: { readonly runId: string; readonly state: RunState; readonly acceptedAt: number } | null;
  /** Number of commits. */
  readonly version: number;
  /** Of its first and latest commit; null before. */
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
}

export interface SessionScope extends PartnerScope {
  readonly sessions: number;
}

export interface SessionPage {
  readonly sessions: readonly ListedSession[];
  /** Null on the last page. */
  readonly next: number | null;
  /** How many there are on all pages. */
  readonly total: number;
}

/** Every operation may throw store_unavailable or store_damaged. */
export interface Sessions {
  get(key: SessionKey): Promise<Session | null>;

  /** The sessions of a partner in the order in which they were created. */
  list(scope: { readonly tenant: string; readonly partner: string }): Promise<readonly Session[]>;

  /** The partners of sessions, in order of tenant and partner. */
  scopes(): Promise<readonly SessionScope[]>;

  /** Sessions with a run or rows, in order of creation; `after` is a place. */
  page(asked: SessionFilter & { readonly after: number | null; readonly limit: number }): Promise<SessionPage>;

  /**
   * Makes the ingestions and the run count, if the session still has the expected version and the claim of the run, if
   * one is named, is the session's latest. A repeated commit (the session already shows this run and these ingestions)
   * counts as committed and changes nothing. Throws internal if an ingestion or the run is unknown, content_pruned if
   * rows of an ingestion were removed after their time and not stored again.
   */
  commit(key: SessionKey, commit: SessionCommit): Promise<CommitOutcome>;

  /**
   * Sessions of a partner whose run is committed and not materialised, for a caller that has just taken the row lease.
   * From then on nobody commits under an earlier taking of the lease.
   */
  unmaterialised(
    scope: { readonly tenant: string; readonly partner: string },
    under: HeldLease,
  ): Promise<readonly CommittedSession[]>;

  /** Notes that everything that follows from the commit is written; false if the session names another run. */
  materialised(key: SessionKey, of: { readonly runId: string; readonly under?: Fenced }): Promise<boolean>;

  /** Stores a finished window of a session, known or not. It replaces a window of the same days, and is open again. */
  addWindow(key: SessionKey, window: KeptWindow): Promise<void>;

  /** The session's windows, by their days. */
  windows(key: SessionKey): Promise<readonly KeptWindow[]>;

  /** Sessions with windows that are not settled, page by page, in a stable order. `next`: null on the last page. */
  withOpenWindows(page: {
    readonly after: string | null;
    readonly limit: number;
  }): Promise<{ readonly sessions: readonly SessionKey[]; readonly next: string | null }>;

  /** Marks the windows that were sent until then as settled: nothing is left to do for them. */
  settleWindows(key: SessionKey, saidUntil: number): Promise<void>;

  /** Removes unsettled windows of sessions that were sent none since then; answers for how many sessions. */
  dropWindows(notSaidSince: number): Promise<number>;
}
