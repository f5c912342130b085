// A decision that gives clusters another status. It takes three calls to the store for five clusters or fifty thousand
// (rule 5): the guarded write, reading what it changed, and the audit, under the hold that the write takes. Then
// patterns learn from it, and further steps are queued as durable work. Calls of resolve, sweeps of patterns and
// undoing a sweep all come here.

import { auditBatch } from '../../core/exceptions/audit-rows.ts';
import { signedOff } from '../../core/people/sign-off.ts';
import type { DecidedCluster, Operation } from '../../core/records/documents/decisions.ts';
import type { Bus } from '../../ports/bus.ts';
import type { Change } from '../../ports/decisions.ts';
import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { handOver, inOtherHands, takingOf, whileHeld } from '../operations/hold-operation.ts';
import { learnChargeWords } from '../partners/charge-words-in-force.ts';
import { type PatternDependencies, patternKeyOf, refreshPattern } from './refresh-pattern.ts';
import { suspendPattern } from './suspend-pattern.ts';

export interface FlipDependencies extends PatternDependencies {
  readonly store: Pick<
    Store,
    'decisions' | 'audit' | 'work' | 'patterns' | 'leases' | 'partnerTerms' | 'openItems' | 'acts'
  >;
  readonly bus: Pick<Bus, 'announce'>;
  readonly log: Log;
}

interface Flipped {
  readonly changed: readonly DecidedCluster[];
  /** How many clusters were left out because their sessions are signed. */
  readonly signed: number;
}

/**
 * A sweep that changes nothing is no decision, and nothing follows from it. Throws session_signed_off if it would change
 * clusters of signed sessions alone, session_busy if another caller holds the operation, decision_taken if another
 * caller took it meanwhile.
 */
export async function flip(deps: FlipDependencies, operation: Operation, change: Change): Promise<Flipped> {
  const { store, digest } = deps;
  if (operation.decision === 'reopened') await suspendReopened(deps, operation, change);
  const decided = await store.decisions.decide(operation, change, takingOf(operation));
  if (decided === null) throw inOtherHands(operation);
  const { held, signed, signedSessions } = decided;
  if (decided.changed === 0 && signed > 0 && !operation.autoResolved) {
    await store.decisions.withdraw(held);
    throw signedOff(signedSessions);
  }
  const changed = await whileHeld(store, held, async () => {
    const found = await store.decisions.changedBy(operation);
    if (operation.autoResolved && found.length === 0) {
      await store.decisions.finish(held);
      return found;
    }
    const audited = found.map((cluster) => ({ cluster }));
    await store.audit.insertIfAbsent(auditBatch(operation, audited, digest), held);
    await handOver(deps, operation, { held, isDecided: await learnFrom(deps, operation, found) });
    return found;
  });
  if (operation.autoResolved && changed.length === 0) return { changed, signed };
  warnOfLarge(deps, operation, changed.length);
  const ended = (status: DecidedCluster['after']) => changed.filter(({ after }) => after === status);
  sumUp(deps, operation, { approved: ended('approved'), stillPending: ended('pending').length });
  return { changed, signed };
}

/** Suspends the pattern that gave the clusters the status that is taken back. */
async function suspendReopened(deps: FlipDependencies, operation: Operation, change: Change): Promise<void> {
  const key = patternKeyOf(operation);
  if (key !== null && (await deps.store.decisions.hasSwept(operation, change))) await suspendPattern(deps, key);
}

/**
 * Learns before the call is answered. False if it fails: the decision stands, and the work that follows learns again.
 */
async function learnFrom(
  deps: FlipDependencies,
  operation: Operation,
  changed: readonly DecidedCluster[],
): Promise<boolean> {
  // A call that approved nothing teaches nothing, and lifts no suspension.
  if (changed.length === 0) return true;
  try {
    if (operation.isRecurring) await refreshPattern(deps, operation);
    await learnChargeWords(deps.store, operation, changed);
    return true;
  } catch (error) {
    deps.log.error(
      { err: error, operation: operation.operationId },
      'What a decision teaches could not be learned; it is tried again.',
    );
    return false;
  }
}

/** From this many clusters on, a warning is logged; nothing is dropped. */
export const LARGE_FETCH = 5_000;

export function warnOfLarge(
  { log }: Pick<FlipDependencies, 'log'>,
  { operationId }: Operation,
  clusters: number,
): void {
  if (clusters < LARGE_FETCH) return;
  log.warn({ operation: operationId, clusters }, 'One call of resolve fetched very many clusters; none was left out.');
}

/** Rule 12: one line for a call, however many clusters it decided. */
export function sumUp(
  { log }: Pick<FlipDependencies, 'log'>,
  { operationId, requestId, tenant, partner, domain, type, decision }: Operation,
  { approved, stillPending }: { readonly approved: readonly DecidedCluster[]; readonly stillPending: number },
): void {
  const bySession: Record<string, number> = {};
  for (const { session } of approved) bySession[session] = (bySession[session] ?? 0) + 1;
  const of = { operation: operationId, resolution_request_id: requestId, tenant, partner, domain };
  log.info(
    {
      ...{ ...of, cluster_type: type, decision },
      ...{ approved: approved.length, approved_by_session: bySession, still_pending: stillPending },
    },
    'A decision was made.',
  );
}
