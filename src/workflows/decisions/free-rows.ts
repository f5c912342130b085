// Reopening a cluster that a rematch had approved frees its rows: the group is void, its rows are open items again, and
// the other half's cluster, where there is one, is reconciled no more (its status stays), which is audited as auto.
// Otherwise the next rematch with any file would approve it again on the old match. A row that its session has no more,
// for other files took the place of its own since, is no open item of it: the cluster is void then.

import { auditBatch } from '../../core/exceptions/audit-rows.ts';
import { orphansOf } from '../../core/exceptions/known-records.ts';
import { NO_DAY } from '../../core/money/calendar.ts';
import type { DecidedCluster, Operation } from '../../core/records/documents/decisions.ts';
import { type LateGroup, type LateRow, lateRows, lateSessions } from '../../core/records/documents/late-groups.ts';
import { NO_ID } from '../../core/records/documents/open-items.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { Days } from '../../ports/engine.ts';
import type { Fenced } from '../../ports/leases.ts';
import type { Store } from '../../ports/store.ts';
import { VOIDED } from '../rematch/commit-matches.ts';
import { openRecords } from '../rematch/open-sides.ts';
import { type RowsDependencies, withPartnerRows } from '../rematch/partner-rows.ts';
import { nameOf, placesOf, type RowPlaces } from '../rows/row-places.ts';

interface FreeDependencies extends RowsDependencies, RowPlaces {
  readonly store: Store;
  readonly digest: Digest;
  readonly clock: () => number;
}

const REASON = 'its cluster was reopened';
/** Behind the operation's id: a batch of its own. */
export const FREED = '/freed';
const NOTE = 'its row is open again: the cluster of the other half was reopened';

/** Can be repeated. Answers the sessions whose rows it freed. */
export async function freeReopened(
  deps: FreeDependencies,
  operation: Operation,
  changed: readonly DecidedCluster[],
): Promise<readonly string[]> {
  const reconciled = changed.filter(({ wasReconciled }) => wasReconciled === true);
  if (reconciled.length === 0) return [];
  return withPartnerRows(deps, operation, async ({ under }) => {
    const { tenant, partner } = operation;
    // An attempt that broke off may have left groups half void: nobody else would free their rows soon.
    await deps.store.lateGroups.settle({ tenant, partner }, { at: deps.clock(), under });
    const groups = await groupsOf(deps, operation, reconciled);
    if (groups.length === 0) return [];
    // Before they are freed: a held row that is not there is not made open.
    const gone = await removeGone(deps, operation, { groups, under });
    const groupIds = groups.map(({ groupId }) => groupId);
    await deps.store.lateGroups.void({ tenant, partner }, { groupIds, reason: REASON, at: deps.clock(), under });
    await voidGone(deps, operation, { reconciled, gone, under });
    await takeBackOthers(deps, operation, { groups, reconciled, under });
    return groups.flatMap(lateSessions);
  });
}

/** Removes the groups' rows of which their sessions have none any more; answers their record ids. */
async function removeGone(
  deps: FreeDependencies,
  { tenant, partner }: Operation,
  { groups, under }: { readonly groups: readonly LateGroup[]; readonly under: Fenced },
): Promise<ReadonlySet<string>> {
  const gone = new Set<string>();
  const rows = groups.flatMap(lateRows);
  for (const session of new Set(rows.map((row) => row.session))) {
    const key = { tenant, partner, session };
    for (const side of SIDES) {
      const own = rows.filter((row) => row.session === session && row.side === side);
      if (own.length === 0) continue;
      const days = daysOf(own);
      const names = new Set(own.map(({ fingerprint }) => nameOf(fingerprint, 0)));
      const there = new Set((await placesOf(deps, key, { side, days, names })).values());
      const recordIds = own
        .filter(({ fingerprint }) => !there.has(nameOf(fingerprint, 0)))
        .map(({ recordId }) => recordId);
      if (recordIds.length === 0) continue;
      await deps.store.openItems.removeHeld(key, { recordIds, under });
      for (const id of recordIds) gone.add(id);
    }
  }
  return gone;
}

/** Every day where a row has none. */
function daysOf(rows: readonly LateRow[]): Days {
  const booked = rows.map(({ bookingDay }) => bookingDay);
  return booked.includes(NO_DAY)
    ? { fromDay: Number.NEGATIVE_INFINITY, toDay: Number.POSITIVE_INFINITY }
    : { fromDay: Math.min(...booked), toDay: Math.max(...booked) };
}

/** Voids the reopened clusters that have no row left. */
async function voidGone(
  { store, clock }: FreeDependencies,
  { tenant, partner }: Operation,
  of: {
    readonly reconciled: readonly DecidedCluster[];
    readonly gone: ReadonlySet<string>;
    readonly under: Fenced;
  },
): Promise<void> {
  const empty = of.reconciled.filter((cluster) => orphansOf(cluster).every((id) => of.gone.has(id)));
  for (const session of new Set(empty.map((cluster) => cluster.session))) {
    const clusterIds = empty.filter((cluster) => cluster.session === session).map(({ clusterId }) => clusterId);
    const reason = 'its session has its rows no more';
    await store.clusters.voidSome({ tenant, partner, session }, { clusterIds, reason, at: clock(), under: of.under });
  }
}

/** Those that hold an orphan of the reopened clusters. */
async function groupsOf(
  { store }: FreeDependencies,
  { tenant, partner }: Operation,
  reconciled: readonly DecidedCluster[],
): Promise<readonly LateGroup[]> {
  const orphans = new Set(reconciled.flatMap(orphansOf));
  const found = new Map<string, LateGroup>();
  for (const session of new Set(reconciled.map((cluster) => cluster.session))) {
    for (const group of await store.lateGroups.ofSession({ tenant, partner, session })) {
      const isOurs = group.origin === 'decision' && lateRows(group).some(({ recordId }) => orphans.has(recordId));
      if (isOurs) found.set(group.groupId, group);
    }
  }
  return [...found.values()];
}

/** Clusters of the groups' other rows: those that were void for the match are pending again. */
async function takeBackOthers(
  { store, digest, clock }: FreeDependencies,
  operation: Operation,
  of: { readonly groups: readonly LateGroup[]; readonly reconciled: readonly DecidedCluster[]; readonly under: Fenced },
): Promise<void> {
  const { tenant, partner } = operation;
  const rows = of.groups.flatMap(lateRows);
  const recordsOf = (side: Side) => rows.filter((row) => row.side === side).map(({ recordId }) => recordId);
  const open = await openRecords(store, { tenant, partner }, { gl: recordsOf('gl'), bank: recordsOf('bank') });
  const reopened = new Set(of.reconciled.map(({ clusterId }) => clusterId));
  const clusterIds = new Set<string>();
  for (const side of SIDES) {
    for (let row = 0; row < open[side].rows.count; row++) {
      const id = digestIdAt(open[side].clusterId, row);
      if (id !== NO_ID && !reopened.has(id)) clusterIds.add(id);
    }
  }
  if (clusterIds.size === 0) return;
  const others = { clusterIds: [...clusterIds], at: clock() };
  for (const session of new Set(of.groups.flatMap(lateSessions))) {
    await store.clusters.restoreSome({ tenant, partner, session }, { ...others, reason: VOIDED, under: of.under });
  }
  const back = await store.decisions.unreconcile(operation, others);
  // A batch of its own: its rows are no decision of the call's.
  const freed = { ...operation, operationId: `${operation.operationId}${FREED}`, method: 'auto' as const };
  const audited = back.map(({ status, ...facts }) => ({
    cluster: { ...facts, before: status, after: status, wasReconciled: true, wasSwept: false },
    note: NOTE,
    resolved: false,
  }));
  await store.audit.insertIfAbsent(auditBatch(freed, audited, digest));
}
