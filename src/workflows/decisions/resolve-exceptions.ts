// One call of resolve: one decision on every cluster of a scope. Which way it goes is core's (core/exceptions/
// decision.ts); a flip is three calls of the store whatever the size: the guarded write, what it changed, the audit.
// What follows is durable work (after-resolve.ts).

import { auditBatch, auditedOf, isLearnedFrom } from '../../core/exceptions/audit-rows.ts';
import { type Flip, wayOf } from '../../core/exceptions/decision.ts';
import type { DecidedCluster, Operation, RematchTerms } from '../../core/records/documents/decisions.ts';
import type { Bus } from '../../ports/bus.ts';
import type { FileUrls } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';
import { type RematchDependencies, rematchNotFound } from '../rematch/rematch-not-found.ts';
import { queueAfterwards } from './after-resolve.ts';
import { type PatternDependencies, refreshPattern } from './refresh-pattern.ts';

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

/** From this many clusters on a warning is logged; nothing is dropped. */
export const LARGE_FETCH = 5_000;

/** Throws unsupported_domain, decision_impossible, FilesRefused, session_busy, store_unavailable or store_damaged. */
export async function resolveExceptions(deps: ResolveDependencies, order: ResolveOrder): Promise<Resolution[]> {
  const { named, clusterIds, urls, terms, ...asked } = order;
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
  const { isIdle, approved, stillPending, matchedWith, fetched } = await rematchNotFound(deps, {
    ...{ operation, type: way.type, urls, terms },
  });
  if (!isIdle) await queueAfterwards(deps, operation);
  warnOfLarge(deps, operation, fetched);
  sumUp(deps, operation, { approved, stillPending });
  return approved.map((cluster) => ({
    cluster,
    method: auditedOf(operation, cluster).method ?? operation.method,
    autoResolved: false,
    matchedRecordIds: matchedWith.get(cluster.clusterId) ?? [],
  }));
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
  const { store, digest } = deps;
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
  warnOfLarge(deps, operation, changed.length);
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

function warnOfLarge({ log }: ResolveDependencies, { operationId }: Operation, clusters: number): void {
  if (clusters <= LARGE_FETCH) return;
  log.warn({ operation: operationId, clusters }, 'One call of resolve fetched very many clusters; none was left out.');
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
