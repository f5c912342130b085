// What was decided of a session's exceptions of a row alone, for a rerun that keeps it (core/classification/keep-decided.ts).

import { type DecidedRows, isOfRowAlone } from '../../core/classification/keep-decided.ts';
import type { ClusterType } from '../../core/records/documents/cluster-type.ts';
import type { DecisionStatus } from '../../core/records/documents/clusters.ts';
import type { Session } from '../../core/records/documents/session.ts';
import type { Store } from '../../ports/store.ts';

/** An approval counts before what else was decided of the row under another class. */
const STATUSES: readonly DecisionStatus[] = ['escalated', 'rejected', 'approved'];
const PAGE = 1_000;

/** `session`: as it was before the run; null: there was none, so nothing of it is decided. */
export async function decidedRows(
  { clusters }: Pick<Store, 'clusters'>,
  session: Session | null,
): Promise<DecidedRows> {
  const decided = new Map<string, ClusterType>();
  if (session === null) return decided;
  for (const decisionStatus of STATUSES) {
    for (let after: number | null = null; ; ) {
      const { clusters: some, next } = await clusters.page(session.key, { decisionStatus, after, limit: PAGE });
      for (const { type, members } of some) {
        if (members.length === 1 && isOfRowAlone(type)) decided.set(members[0]!.recordId, type);
      }
      if (next === null) break;
      after = next;
    }
  }
  return decided;
}
