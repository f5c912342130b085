// Publishes a decision. The message is made from the audit, so it is the same at first and whenever a requester on the
// bus asks again. A receiver of a result that said approved is also told when the approval is taken back. Messages go
// through the outbox, so a bus that is away gets them once it is back.

import { type Decided, resolutionOutcome, resolutionResults } from '../../core/exceptions/resolution-result.ts';
import type { AuditRow } from '../../core/records/documents/audit.ts';
import type { Operation } from '../../core/records/documents/decisions.ts';
import type { Store } from '../../ports/store.ts';
import { groupsHolding, matchedWith } from '../rematch/rematch-not-found.ts';
import { auditRows } from '../review/audit-about.ts';

interface PublishDependencies {
  readonly store: Pick<Store, 'audit' | 'outbox' | 'lateGroups'>;
}

/** Call it once the audit is written. Can be repeated. */
export async function publishDecision({ store }: PublishDependencies, operation: Operation): Promise<void> {
  const decided = await decidedBy({ store }, operation);
  await store.outbox.add(resolutionResults(operation, decided));
  if (operation.requestDigest !== undefined || decided.takenBack.length > 0)
    await store.outbox.add(resolutionOutcome(operation, decided));
}

/**
 * Answers a requester on the bus who asks again for a finished operation. The outbox may have forgotten the message;
 * the audit has not.
 */
export async function publishOutcomeAgain({ store }: PublishDependencies, operation: Operation): Promise<void> {
  await store.outbox.add(resolutionOutcome(operation, await decidedBy({ store }, operation)));
}

/** The clusters that an operation approved and left pending, by its audit. */
export async function decidedBy(
  { store }: { readonly store: Pick<Store, 'audit' | 'lateGroups'> },
  operation: Operation,
): Promise<Decided> {
  const { decision } = operation;
  const approved: AuditRow[] = [];
  const takenBack: AuditRow[] = [];
  let stillPending = 0;
  for await (const row of auditOf({ store }, operation)) {
    if (row.resolved) approved.push(row);
    else if (row.after === 'pending') stillPending++;
    if (row.before === 'approved' && row.after !== 'approved') takenBack.push(row);
  }
  const groups = decision === 'reconcile' ? await groupsHolding({ store }, operation, approved) : [];
  const records = matchedWith(approved, groups);
  return {
    approved: approved.map(({ clusterId, session, type, domain, branchId, method }) => ({
      ...{ clusterId, session, type, domain, branchId, method },
      matchedRecordIds: records.get(clusterId) ?? [],
    })),
    takenBack: takenBack.map(({ clusterId, session, type, domain, branchId, after }) => ({
      ...{ clusterId, session, type, domain, branchId, status: after },
    })),
    stillPending,
    occurredAt: new Date(operation.at).toISOString(),
  };
}

/** Clients may use one request id for several calls. */
export async function* auditOf(
  { store }: { readonly store: Pick<Store, 'audit'> },
  { operationId, requestId, ...scope }: Operation,
): AsyncGenerator<AuditRow> {
  for await (const row of auditRows(store, scope, { requestId, after: null }))
    if (row.operationId === operationId) yield row;
}
