// A session is one reconciliation of one partner's books for one period. Its document alone says what counts:
// the ingestions that are its rows and the run whose groups are its matches (design/architecture.md, The commit point).

import type { SessionKey } from '../session-key.ts';

/** The nature of a session by its last commit; null before. */
export interface SessionNature {
  /** The kind of its runs. */
  readonly kind: string | null;
  /** The direction of money in a settlement session. */
  readonly flow: 'inward' | 'outward' | null;
  /** How its rows are matched, as requests name it. */
  readonly method: string | null;
}

export const NO_NATURE: SessionNature = { kind: null, flow: null, method: null };

/**
 * Whether rows of a session may meet those of a kind: rows of different verticals never meet. A session without a kind
 * may meet any.
 */
export const mayMeet = ({ kind }: Pick<SessionNature, 'kind'>, ofKind: string): boolean =>
  kind === null || kind === ofKind;

export interface Session extends SessionNature {
  readonly key: SessionKey;
  /** Ids of the ingestions whose rows count, in the order of the run that was committed. */
  readonly ingestions: readonly string[];
  /** The run whose groups count; null while rows were ingested and nothing was reconciled. */
  readonly runId: string | null;
  /** Whether everything that follows from its commit was written. */
  readonly materialised: boolean;
  /** 1 after the first commit, one more after each. */
  readonly version: number;
  /** Instants in milliseconds since 1970, UTC. */
  readonly createdAt: number;
  readonly updatedAt: number;
}
