// Calls that decided, the latest first, with how much of each still stands; and what one of them did.

import type { ListedOperation } from '../../../gen/tieout/reporting/v1/exceptions_pb.ts';
import type { AuditRow } from '../../../gen/tieout/resolution/v1/exceptions_pb.ts';
import { reporting } from '../state/clients.ts';
import { allPages } from '../state/pages.ts';
import type { ScreenProps } from './screen.ts';

/** Most operations that are read; a list that is so long says so. */
export const MOST_OPERATIONS = 1_000;
/** Most rows of the audit that are read for a session or an operation. */
const MOST_AUDIT_ROWS = 20_000;

/** The operations of a partner, or those that touched one session. */
export async function operationsOf({ tenant, partner, session }: ScreenProps): Promise<readonly ListedOperation[]> {
  const scope = { tenantId: tenant, partnerId: partner };
  const operations = await allPages(
    (pageToken) => reporting.listOperations({ ...scope, pageSize: 200, pageToken }),
    MOST_OPERATIONS,
  );
  // A sweep that found nothing did nothing.
  const acts = operations.filter(({ autoResolved, clusters }) => !autoResolved || clusters > 0);
  if (session === '') return acts;
  const rows = await allPages(
    (pageToken) => reporting.listResolutions({ ...scope, sessionId: session, pageSize: 1000, pageToken }),
    MOST_AUDIT_ROWS,
  );
  const own = new Set(rows.map(({ operationId }) => operationId));
  return acts.filter(({ operationId }) => own.has(operationId));
}

/** The rows of the audit that an operation wrote, one for each exception. */
export async function rowsOf(
  { tenant, partner }: ScreenProps,
  { operationId, resolutionRequestId }: ListedOperation,
): Promise<readonly AuditRow[]> {
  const rows = await allPages(
    (pageToken) =>
      reporting.listResolutions({
        ...{ tenantId: tenant, partnerId: partner, resolutionRequestId, pageSize: 1000, pageToken },
      }),
    MOST_AUDIT_ROWS,
  );
  return rows.filter((row) => row.operationId === operationId);
}

/** The part of an operation that still stands, in words: all, none, 3 of 5. */
export function standingWords({ clusters, standing }: Pick<ListedOperation, 'clusters' | 'standing'>): string {
  if (clusters === 0) return '–';
  if (standing === undefined) return 'not counted';
  if (standing === 0) return 'none';
  return standing === clusters ? 'all' : `${standing} of ${clusters}`;
}
