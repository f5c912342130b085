// What follows from a decision, as work of the durable queue: the audit where the call did not get to write it, then
// whatever else each step here says. Work of one partner is done one after the other. A call that ended in the middle
// is found by its operation, which is not finished, and put into the queue by recover-decisions.ts.

import { auditBatch } from '../../core/exceptions/audit-rows.ts';
import type { DecidedCluster, Operation } from '../../core/records/documents/decisions.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { Bus } from '../../ports/bus.ts';
import type { Store } from '../../ports/store.ts';
import type { WorkHandler } from '../work/handler.ts';

const KIND = 'after-decision';
const VERSION = 1;

export interface QueueDependencies {
  readonly store: Pick<Store, 'work'>;
  readonly bus: Pick<Bus, 'announce'>;
  readonly clock: () => number;
}

/** Queued once for an operation, however often it is asked for. */
export async function queueAfterwards({ store, bus, clock }: QueueDependencies, operation: Operation): Promise<void> {
  const { operationId, tenant, partner } = operation;
  const workId = `${KIND}:${operationId}`;
  const lane = JSON.stringify([KIND, tenant, partner]);
  await store.work.put({ workId, kind: KIND, version: VERSION, command: { operationId }, lane, acceptedAt: clock() });
  bus.announce([workId]);
}

export interface AfterDependencies {
  readonly store: Store;
  readonly digest: Digest;
  readonly clock: () => number;
}

/** Everything that follows, step by step; each can be repeated. */
async function follow(deps: AfterDependencies, operation: Operation): Promise<void> {
  const changed = await deps.store.decisions.changedBy(operation);
  await auditAll(deps, operation, changed);
  await deps.store.decisions.finish(operation);
}

/** Rows that are there stay as they are. */
async function auditAll(
  { store, digest }: AfterDependencies,
  operation: Operation,
  changed: readonly DecidedCluster[],
): Promise<void> {
  await store.audit.insertIfAbsent(
    auditBatch(
      operation,
      changed.map((cluster) => ({ cluster })),
      digest,
    ),
  );
}

export function afterDecisions(deps: AfterDependencies): WorkHandler {
  return {
    kind: KIND,
    versions: [VERSION],
    noun: 'work after a decision',
    about: ({ command }) => ({ operation: command['operationId'] }),
    // The decision counts, and what follows from it has to come to its end.
    isCommitted: async () => true,
    tidy: async () => {},
    async carryOut({ work }) {
      const known = await deps.store.decisions.get(String(work.command['operationId']));
      if (known !== null && !known.isFinished) await follow(deps, known.operation);
    },
  };
}
