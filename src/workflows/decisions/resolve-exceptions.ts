// One call of resolve: one decision on every cluster of a scope. Core says which way it goes
// (core/exceptions/decision.ts): a change of status (flip.ts), or the matching of what was not found (rematch). What
// follows is durable work (after-resolve.ts).

import { auditedOf, isLearnedFrom } from '../../core/exceptions/audit-rows.ts';
import { decisionPath } from '../../core/exceptions/decision.ts';
import { signedOff } from '../../core/people/sign-off.ts';
import { confirmedBy } from '../../core/records/charge-words.ts';
import { verticalNamed } from '../../core/records/documents/clusters.ts';
import type { Decision, Operation, RematchTerms } from '../../core/records/documents/decisions.ts';
import type { Bus } from '../../ports/bus.ts';
import type { FileUrls } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';
import { type RematchDependencies, rematchNotFound } from '../rematch/rematch-not-found.ts';
import { oneByOne } from '../review/require-alone.ts';
import { signedSessions } from '../sign-off/signed-sessions.ts';
import { clustersInScope } from './clusters-in-scope.ts';
import { decidedByOthers, type Resolution } from './decided-by-others.ts';
import { flip, sumUp, warnOfLarge } from './flip.ts';
import type { PatternDependencies } from './refresh-pattern.ts';
import { clustersToTake } from './review-decision.ts';

export interface ResolveDependencies extends RematchDependencies, PatternDependencies {
  readonly store: Store;
  readonly bus: Pick<Bus, 'announce'>;
  /** A new id that nobody can guess. */
  readonly newId: () => string;
  /** Domains whose exceptions are resolved. */
  readonly resolvedDomains: readonly string[];
}

/** The fields of a call. A call over HTTP is a person's (method manual); a sweep is no call. */
export type ResolveOrder = Omit<
  Operation,
  'operationId' | 'requestId' | 'method' | 'autoResolved' | 'at' | 'domain' | 'decision'
> & {
  readonly decision: Decision;
  readonly requestId: string | null;
  /** mfb, or the service of a commercial bank, resolved or not. */
  readonly named: string;
  readonly clusterIds: readonly string[] | null;
  /** Branches whose clusters the caller may decide; null: every one. */
  readonly branches: readonly string[] | null;
  /** Given only with reconcile. */
  readonly urls: FileUrls;
  readonly terms: RematchTerms;
};

/** Every decision but reconcile has these: it reads no file and matches nothing. */
export const WITHOUT_FILES = {
  urls: { gl: [], bank: [] },
  terms: { method: null, tolerance: null, daysForward: null, daysBack: null },
} as const satisfies Pick<ResolveOrder, 'urls' | 'terms'>;

/** A request from the bus is one operation, however often it is tried. */
type OfBus = Pick<Operation, 'operationId' | 'at'> & { readonly requestDigest: string };

/** What a call did, beside the clusters that it approved. */
export interface CallFigures {
  /** Clusters whose status it changed. */
  readonly decided: number;
  /** Clusters that it was asked to decide and left as they were. */
  readonly skipped: number;
  /** Clusters that it left as they were because their sessions are signed. */
  readonly signed: number;
  /** Sentences about why rows of a document may have matched nothing. */
  readonly notes?: readonly string[];
}

interface ResolveOptions {
  readonly ofBus?: OfBus;
  /** Of the operation, where it is known before the call. */
  readonly operationId?: string;
  /** Only clusters that stand as this operation left them. */
  readonly standsBy?: string;
  readonly counted?: (figures: CallFigures) => void;
}

/**
 * Throws unsupported_domain, decision_impossible, needs_review, FilesRefused, session_busy, store_unavailable or
 * store_damaged; every failure is logged (rule 11).
 */
export async function resolveExceptions(
  deps: ResolveDependencies,
  order: ResolveOrder,
  { ofBus, operationId = deps.newId(), standsBy, counted = () => {} }: ResolveOptions = {},
): Promise<Resolution[]> {
  const { tenant, partner, named, type, decision } = order;
  const operation = operationOf(deps, order, { operationId, ...ofBus });
  try {
    const act = { scope: { tenant, partner }, act: decision, by: order.caller, reviewed: order.reviewed };
    return await oneByOne(deps.store, act, () => resolve(deps, order, { operation, standsBy, counted }));
  } catch (error) {
    // The answer is what was decided, whichever process wrote it.
    const approved = await decidedByOthers(deps, operation, error);
    if (approved !== null) {
      counted({ decided: approved.length, skipped: 0, signed: 0 });
      return approved;
    }
    deps.log.error(
      { err: error, tenant, partner, domain: named, cluster_type: type, decision },
      'A call of resolve failed.',
    );
    throw error;
  }
}

function operationOf(
  deps: ResolveDependencies,
  order: ResolveOrder,
  known: Pick<Operation, 'operationId'> & Partial<OfBus>,
): Operation {
  const { named, clusterIds: _ids, branches, urls: _urls, terms: _terms, confirmedAs: _as, ...asked } = order;
  const confirmedAs = confirmedBy({ ...order, domain: named, branches });
  return {
    ...asked,
    ...(confirmedAs !== null && { confirmedAs }),
    requestId: order.requestId ?? deps.newId(),
    ...verticalNamed(named),
    method: 'manual',
    autoResolved: false,
    isRecurring:
      order.isRecurring && order.decision === 'approved' && isLearnedFrom({ domain: named, type: order.type }),
    at: deps.clock(),
    ...known,
  };
}

interface Resolving extends Required<Pick<ResolveOptions, 'counted'>> {
  readonly operation: Operation;
  readonly standsBy: string | undefined;
}

async function resolve(
  deps: ResolveDependencies,
  order: ResolveOrder,
  { operation, standsBy, counted }: Resolving,
): Promise<Resolution[]> {
  const { named, branches, urls, terms } = order;
  const way = decisionPath({ domain: named, type: order.type, decision: order.decision }, deps.resolvedDomains);
  const clusterIds = await clustersToTake(deps.store, { ...order, isRecurring: operation.isRecurring }, way);
  if (way.path === 'flip') {
    const { changed, signed } = await flip(deps, operation, {
      ...{ ...way.flip, clusterIds },
      ...(standsBy !== undefined && { standsBy }),
    });
    counted({
      signed,
      decided: changed.length,
      skipped: order.clusterIds === null ? 0 : new Set(order.clusterIds).size - changed.length,
    });
    const approved = changed.filter(({ after }) => after === 'approved');
    return approved.map((cluster) => ({
      cluster,
      method: operation.method,
      autoResolved: operation.autoResolved,
      matchedRecordIds: [],
    }));
  }
  const { approved, stillPending, matchedWith, fetched, notes } = await rematchNotFound(deps, {
    ...{ operation, type: way.type, branches, urls, terms },
  });
  const signed = await pendingInSigned(deps.store, order);
  if (fetched === 0 && signed.clusters > 0) throw signedOff(signed.sessions);
  warnOfLarge(deps, operation, fetched);
  sumUp(deps, operation, { approved, stillPending });
  counted({ decided: approved.length, skipped: stillPending, signed: signed.clusters, notes });
  return approved.map((cluster) => ({
    cluster,
    method: auditedOf(operation, cluster).method ?? operation.method,
    autoResolved: false,
    matchedRecordIds: matchedWith.get(cluster.clusterId) ?? [],
  }));
}

/** Clusters that a reconcile does not look for: their sessions are signed. */
async function pendingInSigned(
  store: Pick<Store, 'acts' | 'clusters'>,
  order: ResolveOrder,
): Promise<{ readonly clusters: number; readonly sessions: readonly string[] }> {
  const { tenant, partner } = order;
  const sessions: string[] = [];
  let clusters = 0;
  for (const session of await signedSessions(store, { tenant, partner })) {
    const found = await pendingOf(store, { ...order, session });
    if (found > 0) sessions.push(session);
    clusters += found;
  }
  return { clusters, sessions };
}

/** Pending clusters of the session that the caller may decide. */
async function pendingOf(
  { clusters }: Pick<Store, 'clusters'>,
  order: ResolveOrder & { readonly session: string },
): Promise<number> {
  const { tenant, partner, session, named, type, branches } = order;
  const { domain, service } = verticalNamed(named);
  const filter = { domain, service: service ?? undefined, type, decisionStatus: 'pending' as const };
  if (branches === null) return clusters.count({ tenant, partner, session }, filter);
  const taken = { types: [type], from: ['pending'] as const };
  let found = 0;
  for await (const _ of clustersInScope({ clusters }, order, taken)) found++;
  return found;
}
