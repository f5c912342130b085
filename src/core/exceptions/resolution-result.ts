// The messages of a decision. A result lists the clusters that it approved, if any. An outcome answers each request
// from the bus, and lists clusters that a reopening took back, also of other calls. Both have one shape and come in
// parts small enough for every server. The same operation and clusters give the same parts, so storing them again after
// a crash changes nothing. The shape is proto/tieout/events/v1/resolution_result.proto.

import { MAX_RESULT_PART_BYTES } from '../limits.ts';
import type { DecisionStatus } from '../records/documents/clusters.ts';
import { verticalName } from '../records/documents/clusters.ts';
import type { Operation, ResolutionMethod } from '../records/documents/decisions.ts';
import type { OutboxMessage } from '../records/documents/outbox.ts';

interface NamedCluster {
  readonly clusterId: string;
  readonly session: string;
  readonly type: string;
  readonly domain: string;
  readonly branchId: string | null;
}

interface PublishedCluster extends NamedCluster {
  readonly method: ResolutionMethod;
  readonly matchedRecordIds: readonly string[];
}

export interface Decided {
  readonly approved: readonly PublishedCluster[];
  /** Clusters that were approved before and that a reopening took back. */
  readonly takenBack: readonly (NamedCluster & { readonly status: DecisionStatus })[];
  /** Number of clusters of the requested type that were tried and left pending. */
  readonly stillPending: number;
  /** RFC 3339 time in UTC. */
  readonly occurredAt: string;
}

/** The messages of a result; none if nothing was approved. */
export const resolutionResults = (operation: Operation, decided: Decided): OutboxMessage[] =>
  decided.approved.length === 0
    ? []
    : messagesOf(operation, {
        ...decided,
        operationId: `results:${operation.operationId}`,
        topic: 'resolution_results',
      });

/** Id of an outcome's messages in the outbox. */
export const outcomeId = ({ operationId }: Pick<Operation, 'operationId'>): string => `outcomes:${operationId}`;

export const resolutionOutcome = (operation: Operation, decided: Decided): OutboxMessage[] =>
  messagesOf(operation, { ...decided, operationId: outcomeId(operation), topic: 'resolution_outcomes' });

function messagesOf(
  operation: Operation,
  { approved, takenBack, stillPending, occurredAt, ...message }: Decided & Pick<OutboxMessage, 'operationId' | 'topic'>,
): OutboxMessage[] {
  const { requestId, tenant, partner, type, decision, method, autoResolved } = operation;
  const domain = verticalName(operation);
  const results = approved.map((one) => ({
    ...named(one),
    ...{ decision_status: 'approved', resolution_method: one.method },
    ...{ success: true, auto_resolved: autoResolved, matched_record_ids: one.matchedRecordIds },
  }));
  const reopened = takenBack.map((one) => ({ ...named(one), decision_status: one.status }));
  const isReopening = reopened.length > 0;
  const parts: (readonly object[])[] = inParts<object>(isReopening ? reopened : results);
  return parts.map((some, i): OutboxMessage => {
    const result = {
      schema_version: 1,
      resolution_request_id: requestId,
      ...{ tenant_id: tenant, partner_id: partner, domain, cluster_type: type, decision, resolution_method: method },
      ...(isReopening ? { results: [], taken_back: some } : { results: some, taken_back: [] }),
      ...{ part: i + 1, parts: parts.length, approved_count: approved.length, still_pending_count: stillPending },
      taken_back_count: reopened.length,
      occurred_at: occurredAt,
    };
    const payload = new TextEncoder().encode(JSON.stringify(result));
    return { ...message, part: i + 1, payload };
  });
}

const named = ({ clusterId, session, type, domain, branchId }: NamedCluster) => ({
  ...{ cluster_id: clusterId, session_id: session, cluster_type: type, domain, branch_id: branchId },
});

/** At least one part, each within a limit of bytes, counting three for each character, the most in UTF-8. */
function inParts<T>(results: readonly T[]): T[][] {
  const parts: T[][] = [[]];
  let room = MAX_RESULT_PART_BYTES;
  for (const result of results) {
    const bytes = 3 * JSON.stringify(result).length;
    if (bytes > room) {
      parts.push([]);
      room = MAX_RESULT_PART_BYTES;
    }
    parts.at(-1)!.push(result);
    room -= bytes;
  }
  return parts;
}
