// Late groups that a run makes void: its session has one of their rows no more. Their other rows are open again, with
// the exceptions that they had; the sessions of those rows are run again (run-again.ts). The run itself was matched
// without these groups, so this can be repeated by whoever finishes it.

import { NO_ID } from '../../core/records/documents/open-items.ts';
import { lateRows, lateSessions } from '../../core/records/late/late-groups.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { Fenced } from '../../ports/leases.ts';
import type { Store } from '../../ports/store.ts';
import { MATCHED_ACROSS } from '../cross-month/match-across-months.ts';
import { MATCHED_BY_HAND } from '../people/match-by-hand.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';
import { VOIDED } from '../rematch/commit-matches.ts';
import { openRecords } from '../rematch/open-sides.ts';

interface VoidDependencies {
  readonly store: Pick<Store, 'lateGroups' | 'openItems' | 'clusters'>;
  readonly clock: () => number;
}

const REASON = 'one of its rows is in its session’s files no more';

/** Before the run's open rows are written: rows of the groups that the session still has are written as it found them. */
export async function voidLost(
  { store, clock }: VoidDependencies,
  { scope: { key }, lost }: Pick<PreparedRun, 'scope' | 'lost'>,
  under: Fenced,
): Promise<void> {
  if (lost.length === 0) return;
  const { tenant, partner } = key;
  const rows = lost.flatMap(lateRows);
  const recordIds = rows.flatMap(({ session, recordId }) => (session === key.session ? [recordId] : []));
  await store.openItems.removeHeld(key, { recordIds, under });
  const groupIds = lost.map(({ groupId }) => groupId);
  await store.lateGroups.void({ tenant, partner }, { groupIds, reason: REASON, at: clock(), under });
  const ofSide = (side: Side) => rows.flatMap((row) => (row.side === side ? [row.recordId] : []));
  const open = await openRecords(store, { tenant, partner }, { gl: ofSide('gl'), bank: ofSide('bank') });
  const clusterIds = SIDES.flatMap((side) =>
    Array.from({ length: open[side].rows.count }, (_, row) => digestIdAt(open[side].clusterId, row)),
  ).filter((id) => id !== NO_ID);
  for (const session of new Set(lost.flatMap(lateSessions))) {
    if (session === key.session) continue;
    for (const reason of [MATCHED_ACROSS, MATCHED_BY_HAND, VOIDED]) {
      const restoring = { clusterIds, reason, at: clock(), under };
      await store.clusters.restoreSome({ tenant, partner, session }, restoring);
    }
  }
}
