// The audit by operation: rows of one call of resolve, or of one other act, are one line.

import type { AuditRow } from '../../../gen/tieout/resolution/v1/exceptions_pb.ts';
import type { AuditedAct, ClusterType } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { reporting } from '../state/clients.ts';
import { allPages } from '../state/pages.ts';

export interface Operation {
  readonly operationId: string;
  readonly requestId: string;
  readonly decision: AuditedAct;
  readonly clusterType: ClusterType;
  readonly clusters: number;
  readonly resolved: number;
  readonly at: string;
  readonly caller: string | null;
  readonly note: string | null;
  readonly sessions: readonly string[];
  readonly rows: readonly AuditRow[];
}

/** Rows of the audit that are read; more are said to be there. */
export const MOST_AUDIT_ROWS = 20_000;

interface Scope {
  readonly tenant: string;
  readonly partner: string;
  /** Empty: of all. */
  readonly session: string;
}

/** The latest first. */
export async function operationsOf({ tenant, partner, session }: Scope): Promise<readonly Operation[]> {
  const scope = { tenantId: tenant, partnerId: partner, ...(session !== '' && { sessionId: session }) };
  const rows = await allPages(
    (pageToken) => reporting.listResolutions({ ...scope, pageSize: 1000, pageToken }),
    MOST_AUDIT_ROWS,
  );
  const groups = Map.groupBy(rows, ({ operationId, resolutionRequestId }) => operationId || resolutionRequestId);
  return [...groups.values()].map(operationOf).sort((one, other) => other.at.localeCompare(one.at));
}

function operationOf(rows: readonly AuditRow[]): Operation {
  const { operationId, resolutionRequestId, decision, clusterType, createdAt, caller, note } = rows[0]!;
  return {
    ...{ operationId, requestId: resolutionRequestId, decision, clusterType, at: createdAt, rows },
    clusters: rows.length,
    resolved: rows.filter(({ resolved }) => resolved).length,
    caller: caller ?? null,
    note: note ?? null,
    sessions: [...new Set(rows.map(({ sessionId }) => sessionId))],
  };
}
