// Decisions on exception clusters. An operation is one call: who decided what on which scope, stored once for all its
// clusters. It is stored with the guarded write, before any cluster changes, so that an interrupted call can be
// completed from it (docs/decisions/decisions-and-audit.md).

import type { ConfirmedAs } from '../charge-words.ts';
import type { DecisionStatus, Domain } from './clusters.ts';
import type { JsonObject } from './json.ts';

const DECISIONS = ['approved', 'rejected', 'escalated', 'reopened', 'reconcile'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What else people do, beside decisions on clusters. */
export const PERSON_ACTS = [
  'matched_by_hand',
  'taken_apart',
  'constraint_undone',
  'signed_off',
  'session_reopened',
  'followed_up',
  'proposed',
  'proposal_accepted',
  'proposal_declined',
  'proposal_withdrawn',
  'proposal_returned',
  'pattern_resumed',
] as const;
export type PersonAct = (typeof PERSON_ACTS)[number];

export const isPersonAct = (one: Decision | PersonAct): one is PersonAct =>
  (PERSON_ACTS as readonly string[]).includes(one);

/**
 * manual: clusters of the requested type. auto: clusters decided with them by a not-found sweep, or by a pattern's
 * sweep.
 */
export type ResolutionMethod = 'manual' | 'auto';

/** Who proposed an act and who accepted it; null: a pattern's sweep proposed, or nobody is known. */
export interface Reviewed {
  readonly proposal: string;
  readonly proposedBy: string | null;
  readonly acceptedBy: string | null;
}

export interface Operation {
  /** Tieout's own id, from which audit ids, digests and message ids derive. */
  readonly operationId: string;
  /** The client's id, for correlation. */
  readonly requestId: string;
  readonly tenant: string;
  readonly partner: string;
  readonly domain: Domain;
  /** The service if the domain is atm; else null. */
  readonly service: string | null;
  readonly type: string;
  readonly decision: Decision | PersonAct;
  readonly method: ResolutionMethod;
  /** Whether the call is a pattern's sweep. */
  readonly autoResolved: boolean;
  readonly isRecurring: boolean;
  readonly note: string | null;
  readonly metadata: JsonObject;
  /** Of followed_up: the clusters, as they were. */
  readonly subjects?: readonly FollowedCluster[];
  /** What the approved rows are, if the caller says so: their words are learned (charge-words.ts). */
  readonly confirmedAs?: ConfirmedAs;
  /** Id of the caller who decided; absent where nobody is known. The server sets it. */
  readonly caller?: string | undefined;
  /** Absent where nobody proposed it. */
  readonly reviewed?: Reviewed | undefined;
  /** Digest of a request from the bus; distinguishes two requests with one id. */
  readonly requestDigest?: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** A cluster on which a person notes something. */
export interface FollowedCluster {
  readonly clusterId: string;
  readonly session: string;
  readonly branchId: string | null;
  readonly type: string;
  readonly status: DecisionStatus;
}

/** Fields of a cluster for deciding it. */
export interface ClusterFacts {
  readonly clusterId: string;
  readonly session: string;
  /** The last run that found it; null for a cluster of another program, whose rows may be missing here. */
  readonly runId: string | null;
  readonly domain: string;
  readonly type: string;
  readonly branchId: string | null;
  readonly glRecordIds: readonly string[];
  readonly bankRecordIds: readonly string[];
  readonly sampleGlDay: number | null;
  readonly sampleBankDay: number | null;
  readonly deltaDays: number | null;
  readonly amountDeltaMinor: number | null;
  readonly currency: string;
}

/** A cluster that waits for a decision. */
export interface PendingCluster extends ClusterFacts {
  /** Whether a decision that matched it was reopened, so that its rows may not be free yet. */
  readonly isBeingFreed: boolean;
}

/** A cluster with its state before and after an operation. */
export interface DecidedCluster extends ClusterFacts {
  readonly before: DecisionStatus;
  readonly after: DecisionStatus;
  /** Null in documents of an older platform. */
  readonly wasReconciled: boolean | null;
  /** Whether a pattern's sweep had set the status before. */
  readonly wasSwept: boolean;
}

/** The terms of a reconcile call beside its scope; null if each orphan's run gives the figure. */
export interface RematchTerms {
  readonly method: string | null;
  /** A decimal in currency units. */
  readonly tolerance: string | null;
  readonly daysForward: number | null;
  readonly daysBack: number | null;
}
