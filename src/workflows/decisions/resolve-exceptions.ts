// One call of resolve: one decision on every cluster of a scope. Which way it goes is core's (core/exceptions/
// decision.ts); a flip is three calls of the store whatever the size: the guarded write, what it changed, the audit.
// What follows is durable work (after-resolve.ts).

import { TieoutError } from '../../core/errors.ts';
import { auditBatch, isLearnedFrom } from '../../core/exceptions/audit-rows.ts';
import { type Flip, wayOf } from '../../core/exceptions/decision.ts';
import type { DecidedCluster, Operation } from '../../core/records/documents/decisions.ts';
import type { Bus } from '../../ports/bus.ts';
import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { queueAfterwards } from './after-resolve.ts';
import { type PatternDependencies, refreshPattern } from './refresh-pattern.ts';

export interface ResolveDependencies extends PatternDependencies {
  readonly store: Pick<Store, 'decisions' | 'audit' | 'work' | 'clusters' | 'patterns'>;
  readonly bus: Pick<Bus, 'announce'>;
  readonly log: Log;
  /** A fresh id that nobody could have guessed. */
  readonly newId: () => string;
  /** Domains whose exceptions are resolved. */
  readonly resolvedDomains: readonly string[];
}

/** What is asked; whoever asks over HTTP is a person (method manual), and a sweep is no call. */
export type ResolveOrder = Omit<
  Operation,
  'operationId' | 'requestId' | 'method' | 'autoResolved' | 'at' | 'domain'
> & {
  readonly requestId: string | null;
  /** mfb, or the service of a commercial bank, resolved or not. */
  readonly named: string;
  readonly clusterIds: readonly string[] | null;
};

/** A cluster that ended approved by the call. */
export interface Resolution {
  readonly cluster: DecidedCluster;
  readonly method: Operation['method'];
  readonly autoResolved: boolean;
  readonly matchedRecordIds: readonly string[];
}

/** From this many clusters on a warning is logged; nothing is dropped. */
export const LARGE_FETCH = 5_000;

/** Throws unsupported_domain, decision_impossible, store_unavailable or store_damaged. */
export async function resolveExceptions(deps: ResolveDependencies, order: ResolveOrder): Promise<Resolution[]> {
  const { named, clusterIds, ...asked } = order;
  const way = wayFor(deps, order);
  const operation: Operation = {
    ...asked,
    operationId: deps.newId(),
    requestId: order.requestId ?? deps.newId(),
    domain: domainOf(named),
    service: domainOf(named) === 'atm' ? named : null,
    method: 'manual',
    autoResolved: false,
    isRecurring:
      order.isRecurring && order.decision === 'approved' && isLearnedFrom({ domain: named, type: order.type }),
    at: deps.clock(),
  };
  if (way.way === 'flip') return flip(deps, operation, { ...way.flip, clusterIds });
  const scope = { tenant: operation.tenant, partner: operation.partner };
  const pending = { domain: operation.domain, type: operation.type, decisionStatus: 'pending' } as const;
  if ((await deps.store.clusters.count(scope, pending)) === 0) return [];
  throw new TieoutError('not_built', 'reconcile is not built yet: decide otherwise');
}

function wayFor(deps: ResolveDependencies, { named, type, decision, tenant, partner }: ResolveOrder) {
  try {
    return wayOf({ domain: named, type, decision }, deps.resolvedDomains);
  } catch (error) {
    deps.log.error(
      { err: error, tenant, partner, domain: named, cluster_type: type, decision },
      'A call of resolve was refused.',
    );
    throw error;
  }
}

/** Clusters of every service but NIP are one domain, in which the service tells them apart. */
const domainOf = (named: string): Operation['domain'] => (named === 'mfb' || named === 'nip' ? named : 'atm');

/** Rule 5: the same three calls for five clusters and for fifty thousand. */
async function flip(
  deps: ResolveDependencies,
  operation: Operation,
  change: Flip & { readonly clusterIds: readonly string[] | null },
): Promise<Resolution[]> {
  const { store, log, digest } = deps;
  await store.decisions.decide(operation, change);
  const changed = await store.decisions.changedBy(operation);
  await store.audit.insertIfAbsent(
    auditBatch(
      operation,
      changed.map((cluster) => ({ cluster })),
      digest,
    ),
  );
  await learnFrom(deps, operation);
  await queueAfterwards(deps, operation);
  if (changed.length > LARGE_FETCH) {
    log.warn({ operation: operation.operationId, clusters: changed.length }, 'One decision took very many clusters.');
  }
  const approved = changed.filter(({ after }) => after === 'approved');
  sumUp(deps, operation, { approved, stillPending: changed.filter(({ after }) => after === 'pending').length });
  return approved.map((cluster) => ({
    cluster,
    method: operation.method,
    autoResolved: operation.autoResolved,
    matchedRecordIds: [],
  }));
}

/** Before the answer. Where it fails the decision stands: what follows from it learns again (after-resolve.ts). */
async function learnFrom(deps: ResolveDependencies, operation: Operation): Promise<void> {
  if (!operation.isRecurring) return;
  try {
    await refreshPattern(deps, operation);
  } catch (error) {
    deps.log.error(
      { err: error, operation: operation.operationId },
      'A pattern could not be learned; it is tried again.',
    );
  }
}

/** Rule 12: one line for a call, however many clusters it decided. */
function sumUp(
  { log }: ResolveDependencies,
  { operationId, requestId, tenant, partner, domain, type, decision }: Operation,
  { approved, stillPending }: { readonly approved: readonly DecidedCluster[]; readonly stillPending: number },
): void {
  const bySession: Record<string, number> = {};
  for (const { session } of approved) bySession[session] = (bySession[session] ?? 0) + 1;
  log.info(
    {
      ...{
        operation: operationId,
        resolution_request_id: requestId,
        tenant,
        partner,
        domain,
        cluster_type: type,
        decision,
      },
      ...{ approved: approved.length, approved_by_session: bySession, still_pending: stillPending },
    },
    'A decision was made.',
  );
}
