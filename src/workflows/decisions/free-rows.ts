// Frees the rows of a reopened cluster that a rematch had approved. The group becomes void and its rows become open
// items; otherwise the next rematch with any file would approve the cluster again on the old match. The cluster of the
// group's other side, if there is one, is no longer reconciled (its status stays), which is audited as auto. Every
// reopened cluster must still fit its session: if a later run matched its rows, put them into another cluster, or no
// longer has them, the cluster is voided, because nothing would ever close it.

import { auditBatch } from '../../core/exceptions/audit-rows.ts';
import { orphansOf } from '../../core/exceptions/known-records.ts';
import type { DecidedCluster, Operation } from '../../core/records/documents/decisions.ts';
import { NO_ID } from '../../core/records/documents/open-items.ts';
import { type LateGroup, lateRows, lateSessions } from '../../core/records/late/late-groups.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { HeldOperation } from '../../ports/decisions.ts';
import type { Fenced } from '../../ports/leases.ts';
import type { Store } from '../../ports/store.ts';
import { openRecords } from '../rematch/open-sides.ts';
import { type RowsDependencies, withPartnerRows } from '../rematch/partner-rows.ts';
import { groupsHolding } from '../rematch/rematch-not-found.ts';
import { MATCHED_BY_DECISION } from '../rematch/void-groups.ts';
import type { RowPlaces } from '../rows/row-places.ts';
import { rowsGone } from '../rows/rows-gone.ts';

interface FreeDependencies extends RowsDependencies, RowPlaces {
  readonly store: Store;
  readonly digest: Digest;
  readonly clock: () => number;
}

const REASON = 'its cluster was reopened';
const STALE = 'its session has its rows no more, or says something else of them';
/** Added to the operation's id for the freed rows' batch of audit rows. */
export const FREED = '/freed';
const NOTE = 'its row is open again: the cluster of the other half was reopened';

/** Can be repeated. Answers the groups whose rows it freed. */
export async function freeReopened(
  deps: FreeDependencies,
  operation: Operation,
  { changed, held }: { readonly changed: readonly DecidedCluster[]; readonly held: HeldOperation },
): Promise<readonly LateGroup[]> {
  if (changed.length === 0) return [];
  const reconciled = changed.filter(({ wasReconciled }) => wasReconciled === true);
  return withPartnerRows(deps, operation, async ({ under }) => {
    const { tenant, partner } = operation;
    // An attempt that broke off may have left groups half void, and nobody else would free their rows soon.
    await deps.store.lateGroups.settle({ tenant, partner }, { at: deps.clock(), under });
    const holding = reconciled.length === 0 ? [] : await groupsHolding(deps, operation, reconciled);
    const groups = holding.filter(({ origin }) => origin === 'decision');
    // Before rows are freed: a held row that its session no longer has must not become open.
    await removeGone(deps, operation, { groups, under });
    const groupIds = groups.map(({ groupId }) => groupId);
    await deps.store.lateGroups.void({ tenant, partner }, { groupIds, reason: REASON, at: deps.clock(), under });
    await voidStale(deps, operation, { changed, under });
    if (groups.length === 0) return [];
    await takeBackOthers(deps, operation, { groups, reconciled, under, held });
    return groups;
  });
}

/** Removes the groups' rows that their sessions no longer have. */
async function removeGone(
  deps: FreeDependencies,
  { tenant, partner }: Operation,
  { groups, under }: { readonly groups: readonly LateGroup[]; readonly under: Fenced },
): Promise<void> {
  const gone = await rowsGone(deps, { tenant, partner }, groups.flatMap(lateRows));
  for (const [session, rows] of Map.groupBy(gone, (row) => row.session)) {
    const recordIds = rows.map(({ recordId }) => recordId);
    await deps.store.openItems.removeHeld({ tenant, partner, session }, { recordIds, under });
  }
}

/** Clusters whose rows are looked up together. */
const CLUSTERS_AT_ONCE = 2_000;

/**
 * Voids the reopened clusters that no open item of their session names any more. Sessions without a run, and clusters
 * of another program, are left alone.
 */
async function voidStale(
  { store, clock }: FreeDependencies,
  operation: Operation,
  { changed, under }: { readonly changed: readonly DecidedCluster[]; readonly under: Fenced },
): Promise<void> {
  const { tenant, partner } = operation;
  for (const session of new Set(changed.map((cluster) => cluster.session))) {
    const key = { tenant, partner, session };
    if (((await store.sessions.get(key))?.runId ?? null) === null) continue;
    const own = changed.filter((cluster) => cluster.session === session && cluster.runId !== null);
    for (const some of chunksOf(own, CLUSTERS_AT_ONCE)) {
      const named = await clustersNamed(store, key, some);
      const unnamed = some.filter(({ clusterId }) => !named.has(clusterId));
      const clusterIds = unnamed.length === 0 ? [] : await matchedBefore({ store }, operation, unnamed);
      if (clusterIds.length === 0) continue;
      await store.clusters.voidSome(key, { clusterIds, reason: STALE, at: clock(), under });
    }
  }
}

/**
 * The clusters without those whose rows a rematch since the reopening has matched: that rematch saw them as pending and
 * decides them itself.
 */
async function matchedBefore(
  { store }: Pick<FreeDependencies, 'store'>,
  { tenant, partner, at }: Operation,
  clusters: readonly DecidedCluster[],
): Promise<readonly string[]> {
  const groups = await groupsHolding({ store }, { tenant, partner }, clusters);
  const since = groups.filter(({ origin, createdAt }) => origin === 'decision' && createdAt >= at);
  const matched = new Set(since.flatMap(lateRows).map(({ recordId }) => recordId));
  return clusters
    .filter((cluster) => !orphansOf(cluster).some((recordId) => matched.has(recordId)))
    .map(({ clusterId }) => clusterId);
}

/** Clusters that the open items among these rows belong to. */
async function clustersNamed(
  store: Store,
  scope: PartnerScope,
  clusters: readonly DecidedCluster[],
): Promise<ReadonlySet<string>> {
  const gl = clusters.flatMap(({ glRecordIds }) => glRecordIds);
  const bank = clusters.flatMap(({ bankRecordIds }) => bankRecordIds);
  const open = await openRecords(store, scope, { gl, bank });
  const named = new Set<string>();
  for (const side of SIDES) {
    for (let row = 0; row < open[side].rows.count; row++) named.add(digestIdAt(open[side].clusterId, row));
  }
  return named;
}

/** Clusters of the groups' other rows: those that were voided for the match become pending again. */
async function takeBackOthers(
  { store, digest, clock }: FreeDependencies,
  operation: Operation,
  of: {
    readonly groups: readonly LateGroup[];
    readonly reconciled: readonly DecidedCluster[];
    readonly under: Fenced;
    readonly held: HeldOperation;
  },
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
    await store.clusters.restoreSome(
      { tenant, partner, session },
      { ...others, reason: MATCHED_BY_DECISION, under: of.under },
    );
  }
  const back = await store.decisions.unreconcile(operation, others, of.held);
  // A separate batch: its rows are no decision of the call.
  const freed = { ...operation, operationId: `${operation.operationId}${FREED}`, method: 'auto' as const };
  const audited = back.map(({ status, ...facts }) => ({
    cluster: { ...facts, before: status, after: status, wasReconciled: true, wasSwept: false },
    note: NOTE,
    resolved: false,
  }));
  await store.audit.insertIfAbsent(auditBatch(freed, audited, digest), of.held);
}
