// A session is one reconciliation of one partner's books for one period. Its document alone says what counts: the
// ingestions that are its rows, and the run whose groups are its matches.

import type { SessionKey } from '../session-key.ts';

/** The nature of a session, set by its last commit; null before. */
export interface SessionNature {
  /** The kind of its runs. */
  readonly kind: string | null;
  /** The direction of money in a settlement session. */
  readonly flow: 'inward' | 'outward' | null;
  /** How its rows are matched, in the words of requests. */
  readonly method: string | null;
  /** The period, as day numbers; null: no bound, or unknown. */
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
}

export const NO_NATURE: SessionNature = {
  kind: null,
  flow: null,
  method: null,
  periodStart: null,
  periodEnd: null,
};

/**
 * Whether rows of a session may meet rows of a kind. Rows of different verticals never meet; without a kind any may.
 */
export const mayMeet = ({ kind }: Pick<SessionNature, 'kind'>, ofKind: string): boolean =>
  kind === null || kind === ofKind;

export interface Session extends SessionNature {
  readonly key: SessionKey;
  /** Ids of the ingestions whose rows count, in the order of the committed run. */
  readonly ingestions: readonly string[];
  /** The run whose groups count; null if rows were ingested and nothing was reconciled yet. */
  readonly runId: string | null;
  /** Whether all results of its commit were written. */
  readonly materialised: boolean;
  /** Number of commits. */
  readonly version: number;
  /** Instants in milliseconds since 1970, UTC. */
  readonly createdAt: number;
  readonly updatedAt: number;
}
