// Puts what follows from a decision into the durable queue (after-resolve.ts does it).

import type { Operation } from '../../core/records/documents/decisions.ts';
import type { Bus } from '../../ports/bus.ts';
import type { Store } from '../../ports/store.ts';

export const AFTER_DECISION = 'after-decision';
export const AFTER_VERSION = 1;

export interface QueueDependencies {
  readonly store: Pick<Store, 'work'>;
  readonly bus: Pick<Bus, 'announce'>;
  readonly clock: () => number;
}

/** The operation that a piece of work follows from; null for other work. */
export const operationOfWork = (workId: string): string | null =>
  workId.startsWith(`${AFTER_DECISION}:`) ? workId.split(':')[1] : null;

/** Queues it once for an operation, however often it is called. */
export async function queueAfterwards(
  { store, bus, clock }: QueueDependencies,
  { operationId, tenant, partner }: Operation,
): Promise<void> {
  const workId = `${AFTER_DECISION}:${operationId}`;
  const lane = JSON.stringify([AFTER_DECISION, tenant, partner]);
  await store.work.put({
    workId,
    kind: AFTER_DECISION,
    version: AFTER_VERSION,
    command: { operationId },
    tenant,
    lane,
    acceptedAt: clock(),
  });
  bus.announce([workId], 'work');
}
