// Decisions on exception clusters. An operation is one call: who decided what on which scope, told once for all the
// clusters that it changes. It is stored with the guarded write, before any cluster carries its stamp, so that whatever
// ends in the middle can be brought to its end from it (docs/decisions/decisions-and-audit.md).

import type { DecisionStatus, Domain } from './clusters.ts';
import type { JsonObject } from './json.ts';

const DECISIONS = ['approved', 'rejected', 'escalated', 'reopened', 'reconcile'] as const;
export type Decision = (typeof DECISIONS)[number];

/** manual: of the cluster type that a request targeted. auto: by the way of a not-found sweep, or a pattern's sweep. */
export type ResolutionMethod = 'manual' | 'auto';

export interface Operation {
  /** Ours: audit ids, digests and message ids derive from it. */
  readonly operationId: string;
  /** The client's, for correlation. */
  readonly requestId: string;
  readonly tenant: string;
  readonly partner: string;
  readonly domain: Domain;
  /** The service where the domain is atm, whose clusters are of many; null otherwise. */
  readonly service: string | null;
  readonly type: string;
  readonly decision: Decision;
  readonly method: ResolutionMethod;
  /** Whether the whole call is a pattern's sweep. */
  readonly autoResolved: boolean;
  readonly isRecurring: boolean;
  readonly note: string | null;
  readonly metadata: JsonObject;
  /** The digest of what one that came on the bus asked for: it tells it from another one of its id. */
  readonly requestDigest?: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** What a decision has to know of a cluster. */
export interface ClusterFacts {
  readonly clusterId: string;
  readonly session: string;
  /** The last run that found it; null of what another program wrote, whose rows may not be here. */
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
  /** A decision that matched it was reopened, and its rows may not be free yet. */
  readonly isBeingFreed: boolean;
}

/** A cluster as one operation found and left it. */
export interface DecidedCluster extends ClusterFacts {
  readonly before: DecisionStatus;
  readonly after: DecisionStatus;
  /** Null in documents of an older platform. */
  readonly wasReconciled: boolean | null;
  /** Whether a pattern's sweep had given it the status before. */
  readonly wasSwept: boolean;
}

/** What a call of reconcile asks for beside its scope; null where it leaves a figure to each orphan's own run. */
export interface RematchTerms {
  readonly method: string | null;
  /** A decimal, in currency units. */
  readonly tolerance: string | null;
  readonly daysForward: number | null;
  readonly daysBack: number | null;
}
