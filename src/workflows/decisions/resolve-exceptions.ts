// One call of resolve: one decision on every cluster of a scope. Which way it goes is core's (core/exceptions/
// decision.ts): a change of status (flip.ts), or the pipeline of what was not found (rematch). What follows is durable
// work (after-resolve.ts).

import { auditedOf, isLearnedFrom } from '../../core/exceptions/audit-rows.ts';
import { wayOf } from '../../core/exceptions/decision.ts';
import { verticalNamed } from '../../core/records/documents/clusters.ts';
import type { DecidedCluster, Operation, RematchTerms } from '../../core/records/documents/decisions.ts';
import type { Bus } from '../../ports/bus.ts';
import type { FileUrls } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';
import { type RematchDependencies, rematchNotFound } from '../rematch/rematch-not-found.ts';
import { flip, sumUp, warnOfLarge } from './flip.ts';
import { queueAfterwards } from './queue-afterwards.ts';
import type { PatternDependencies } from './refresh-pattern.ts';

export interface ResolveDependencies extends RematchDependencies, PatternDependencies {
  readonly store: Store;
  readonly bus: Pick<Bus, 'announce'>;
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
  /** Of reconcile alone. */
  readonly urls: FileUrls;
  readonly terms: RematchTerms;
};

/** A cluster that ended approved by the call. */
export interface Resolution {
  readonly cluster: DecidedCluster;
  readonly method: Operation['method'];
  readonly autoResolved: boolean;
  readonly matchedRecordIds: readonly string[];
}

/** A request from the bus is one operation, however often it is carried out. */
type OfBus = Pick<Operation, 'operationId' | 'at'> & { readonly requestDigest: string };

/**
 * Throws unsupported_domain, decision_impossible, FilesRefused, session_busy, store_unavailable or store_damaged; every
 * failure is logged as one (rule 11).
 */
export async function resolveExceptions(
  deps: ResolveDependencies,
  order: ResolveOrder,
  ofBus: OfBus | null = null,
): Promise<Resolution[]> {
  const { tenant, partner, named, type, decision } = order;
  try {
    return await resolve(deps, order, ofBus);
  } catch (error) {
    deps.log.error(
      { err: error, tenant, partner, domain: named, cluster_type: type, decision },
      'A call of resolve failed.',
    );
    throw error;
  }
}

async function resolve(deps: ResolveDependencies, order: ResolveOrder, ofBus: OfBus | null): Promise<Resolution[]> {
  const { named, clusterIds, urls, terms, ...asked } = order;
  const way = wayOf({ domain: named, type: order.type, decision: order.decision }, deps.resolvedDomains);
  const operation: Operation = {
    ...asked,
    operationId: deps.newId(),
    requestId: order.requestId ?? deps.newId(),
    ...verticalNamed(named),
    method: 'manual',
    autoResolved: false,
    isRecurring:
      order.isRecurring && order.decision === 'approved' && isLearnedFrom({ domain: named, type: order.type }),
    at: deps.clock(),
    ...ofBus,
  };
  if (way.way === 'flip') {
    const changed = await flip(deps, operation, { ...way.flip, clusterIds });
    const approved = changed.filter(({ after }) => after === 'approved');
    return approved.map((cluster) => ({
      cluster,
      method: operation.method,
      autoResolved: operation.autoResolved,
      matchedRecordIds: [],
    }));
  }
  const { isIdle, approved, stillPending, matchedWith, fetched } = await rematchNotFound(deps, {
    ...{ operation, type: way.type, urls, terms },
  });
  // Its sender is told also that nothing was pending.
  if (isIdle && ofBus !== null) await deps.store.decisions.begin(operation);
  if (!isIdle || ofBus !== null) await queueAfterwards(deps, operation);
  warnOfLarge(deps, operation, fetched);
  sumUp(deps, operation, { approved, stillPending });
  return approved.map((cluster) => ({
    cluster,
    method: auditedOf(operation, cluster).method ?? operation.method,
    autoResolved: false,
    matchedRecordIds: matchedWith.get(cluster.clusterId) ?? [],
  }));
}
