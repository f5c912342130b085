// What is published of a decision: which clusters it approved, where it approved any, and to whoever asked on the bus
// what became of the request, in any case. Both have one shape and come in parts that every server takes. The same
// operation and clusters make the same parts, so that storing them again after a crash changes nothing. Shape:
// design/resolution.md, Bus; proto/tieout/events/v1/resolution_result.proto.

import { MAX_RESULT_PART_BYTES } from '../limits.ts';
import { verticalName } from '../records/documents/clusters.ts';
import type { Operation, ResolutionMethod } from '../records/documents/decisions.ts';
import type { OutboxMessage } from '../records/documents/outbox.ts';

interface PublishedCluster {
  readonly clusterId: string;
  readonly session: string;
  readonly type: string;
  readonly domain: string;
  readonly branchId: string | null;
  readonly method: ResolutionMethod;
  readonly matchedRecordIds: readonly string[];
}

export interface Decided {
  readonly approved: readonly PublishedCluster[];
  /** Of the requested type, tried and left pending. */
  readonly stillPending: number;
  /** An instant in UTC, as it is shown. */
  readonly occurredAt: string;
}

/** None where nothing was approved. */
export const resolutionResults = (operation: Operation, decided: Decided): OutboxMessage[] =>
  decided.approved.length === 0
    ? []
    : messagesOf(operation, {
        ...decided,
        operationId: `results:${operation.operationId}`,
        topic: 'resolution_results',
      });

/** By this the messages of an outcome are found again in the outbox. */
export const outcomeId = ({ operationId }: Pick<Operation, 'operationId'>): string => `outcomes:${operationId}`;

export const resolutionOutcome = (operation: Operation, decided: Decided): OutboxMessage[] =>
  messagesOf(operation, { ...decided, operationId: outcomeId(operation), topic: 'resolution_outcomes' });

function messagesOf(
  operation: Operation,
  { approved, stillPending, occurredAt, ...message }: Decided & Pick<OutboxMessage, 'operationId' | 'topic'>,
): OutboxMessage[] {
  const { requestId, tenant, partner, type, decision, method, autoResolved } = operation;
  const domain = verticalName(operation);
  const results = approved.map((one) => ({
    ...{ cluster_id: one.clusterId, session_id: one.session, cluster_type: one.type, domain: one.domain },
    ...{ branch_id: one.branchId, decision_status: 'approved', resolution_method: one.method },
    ...{ success: true, auto_resolved: autoResolved, matched_record_ids: one.matchedRecordIds },
  }));
  const parts = inParts(results);
  return parts.map((some, i): OutboxMessage => {
    const result = {
      schema_version: 1,
      resolution_request_id: requestId,
      ...{ tenant_id: tenant, partner_id: partner, domain, cluster_type: type, decision, resolution_method: method },
      results: some,
      ...{ part: i + 1, parts: parts.length, approved_count: approved.length, still_pending_count: stillPending },
      occurred_at: occurredAt,
    };
    const payload = new TextEncoder().encode(JSON.stringify(result));
    return { ...message, part: i + 1, payload };
  });
}

/** One at least; each of so many bytes at most, three for each letter as UTF-8 has at most; one result is far smaller. */
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
