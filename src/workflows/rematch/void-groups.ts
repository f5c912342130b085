// Makes late groups void: their rows are open again, and the exceptions that were voided for the match are pending
// again. Why an exception is voided tells which to restore, so the reasons stand here.

import { NO_ID } from '../../core/records/documents/open-items.ts';
import { type LateGroup, lateSessions } from '../../core/records/late/late-groups.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Fenced } from '../../ports/leases.ts';
import type { Store } from '../../ports/store.ts';
import { openRecords } from './open-sides.ts';

export const MATCHED_ACROSS = 'matched across months';
export const MATCHED_BY_HAND = 'matched_by_hand';
export const MATCHED_BY_DECISION = 'its rows were matched by a reconcile decision';

interface VoidDependencies {
  readonly store: Pick<Store, 'lateGroups' | 'openItems' | 'clusters'>;
  readonly clock: () => number;
}

interface ToVoid {
  readonly groups: readonly LateGroup[];
  readonly reason: string;
  readonly under: Fenced;
}

/** Can be repeated. */
export async function voidGroups(
  { store, clock }: VoidDependencies,
  { tenant, partner }: PartnerScope,
  { groups, reason, under }: ToVoid,
): Promise<void> {
  const scope = { tenant, partner };
  const groupIds = groups.map(({ groupId }) => groupId);
  await store.lateGroups.void(scope, { groupIds, reason, at: clock(), under });
  const of = (side: Side) => groups.flatMap((group) => group[side]).map(({ recordId }) => recordId);
  const open = await openRecords(store, scope, { gl: of('gl'), bank: of('bank') });
  const clusterIds = SIDES.flatMap((side) =>
    Array.from({ length: open[side].rows.count }, (_, row) => digestIdAt(open[side].clusterId, row)),
  ).filter((id) => id !== NO_ID);
  for (const session of new Set(groups.flatMap(lateSessions))) {
    for (const voidedFor of [MATCHED_ACROSS, MATCHED_BY_HAND, MATCHED_BY_DECISION]) {
      const some = { clusterIds, reason: voidedFor, at: clock(), under };
      await store.clusters.restoreSome({ ...scope, session }, some);
    }
  }
}
