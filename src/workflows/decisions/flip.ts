// A decision that gives clusters another status: three calls of the store whatever the size, the guarded write, what it
// changed, the audit; then what people taught by it, and what follows as durable work. A call of resolve, a pattern's
// sweep and the taking back of one all come here. Rule 5: the same three calls for five clusters and for fifty thousand.

import { auditBatch } from '../../core/exceptions/audit-rows.ts';
import type { DecidedCluster, Operation } from '../../core/records/documents/decisions.ts';
import type { Bus } from '../../ports/bus.ts';
import type { Change } from '../../ports/decisions.ts';
import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { queueAfterwards } from './queue-afterwards.ts';
import { type PatternDependencies, refreshPattern } from './refresh-pattern.ts';

export interface FlipDependencies extends PatternDependencies {
  readonly store: Pick<Store, 'decisions' | 'audit' | 'work' | 'patterns'>;
  readonly bus: Pick<Bus, 'announce'>;
  readonly log: Log;
}

/** What it changed. A sweep that changes nothing was no decision: nothing follows from it. */
export async function flip(
  deps: FlipDependencies,
  operation: Operation,
  change: Change,
): Promise<readonly DecidedCluster[]> {
  const { store, digest } = deps;
  await store.decisions.decide(operation, change);
  const changed = await store.decisions.changedBy(operation);
  if (operation.autoResolved && changed.length === 0) {
    await store.decisions.finish(operation);
    return changed;
  }
  const audited = changed.map((cluster) => ({ cluster }));
  await store.audit.insertIfAbsent(auditBatch(operation, audited, digest));
  await learnFrom(deps, operation);
  await queueAfterwards(deps, operation);
  warnOfLarge(deps, operation, changed.length);
  const ended = (status: DecidedCluster['after']) => changed.filter(({ after }) => after === status);
  sumUp(deps, operation, { approved: ended('approved'), stillPending: ended('pending').length });
  return changed;
}

/** Before the answer. Where it fails the decision stands: what follows from it learns again (after-resolve.ts). */
async function learnFrom(deps: FlipDependencies, operation: Operation): Promise<void> {
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

/** From this many clusters on a warning is logged; nothing is dropped. */
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
