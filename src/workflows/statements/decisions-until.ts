// What people and patterns had decided of a session's exceptions by a moment: by the audit, which never changes, so a
// moment of the past has the decisions of then.

import { CONFIRMED_AS } from '../../core/records/charge-words.ts';
import type { AuditRow } from '../../core/records/documents/audit.ts';
import { isPersonAct } from '../../core/records/documents/decisions.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { DecidedCall } from '../../core/report/reported.ts';
import type { ClusterDecision, ClusterDecisions } from '../../core/summary/statement/stated.ts';
import type { Store } from '../../ports/store.ts';
import { auditRows } from '../review/audit-about.ts';

export interface DecidedUntil {
  readonly decisions: ClusterDecisions;
  /** Each call that decided, in order. */
  readonly decided: readonly DecidedCall[];
  /** The time of the latest decision, milliseconds since 1970; null: nothing was decided. */
  readonly lastAt: number | null;
}

/** `until`: milliseconds since 1970, inclusive; null: everything up to now. */
export async function decisionsUntil(
  store: Pick<Store, 'audit'>,
  { session, ...scope }: SessionKey,
  until: number | null,
): Promise<DecidedUntil> {
  const decisions = new Map<string, ClusterDecision>();
  const calls = new Map<string, DecidedCall & { clusters: number; readonly types: string[] }>();
  let lastAt: number | null = null;
  for await (const row of auditRows(store, scope, { session, after: null })) {
    const { decision, clusterId, after: status, createdAt, metadata } = row;
    if (isPersonAct(decision)) continue;
    if (until !== null && createdAt > until) continue;
    const confirmedAs = CONFIRMED_AS.find((one) => one === metadata['confirmed_as']) ?? null;
    decisions.set(clusterId, { status, confirmedAs });
    lastAt = createdAt;
    // Looked for in a late file, and not found.
    if (row.before === status) continue;
    const call = calls.get(row.operationId) ?? callOf(row);
    call.clusters++;
    if (!call.types.includes(row.type)) call.types.push(row.type);
    calls.set(row.operationId, call);
  }
  return { decisions, decided: [...calls.values()], lastAt };
}

const callOf = ({ createdAt: at, caller, decision, note, autoResolved }: AuditRow) => ({
  ...{ at, by: caller ?? null, decision, note, byPattern: autoResolved },
  ...{ types: [] as string[], clusters: 0 },
});
