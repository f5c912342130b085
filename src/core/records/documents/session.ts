// A session is one reconciliation of one partner's books for one period. Its document alone says what counts:
// the ingestions that are its rows and the run whose groups are its matches (design/architecture.md, The commit point).

/** Sessions are keyed by tenant, partner and session id; two tenants may use one session id. */
export interface SessionKey {
  readonly tenant: string;
  readonly partner: string;
  readonly session: string;
}

export interface Session {
  readonly key: SessionKey;
  /** Ids of the ingestions whose rows count, in the order of the run that was committed. */
  readonly ingestions: readonly string[];
  /** The run whose groups count. */
  readonly runId: string;
  /** Whether everything that follows from its commit was written. */
  readonly materialised: boolean;
  /** 1 after the first commit, one more after each. */
  readonly version: number;
  /** Instants in milliseconds since 1970, UTC. */
  readonly createdAt: number;
  readonly updatedAt: number;
}
