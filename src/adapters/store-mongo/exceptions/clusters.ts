// Clusters in MongoDB, one document for each, under its derived id: what runs and people write of them.
// cluster-queries.ts reads them; cluster-places.ts says in which collection they are.

import type { AnyBulkWriteOperation, Filter } from 'mongodb';
import { TieoutError } from '../../../core/errors.ts';
import type { ClusterColumns } from '../../../core/records/documents/clusters.ts';
import { followedUp } from '../../../core/records/follow-up.ts';
import { chunksOf } from '../../../core/records/rows/chunks.ts';
import { textAt } from '../../../core/records/rows/columns.ts';
import { digestBytesAt, digestIdAt } from '../../../core/records/rows/digest-ids.ts';
import type { SessionKey } from '../../../core/records/session-key.ts';
import type { Clusters } from '../../../ports/clusters.ts';
import type { Fenced } from '../../../ports/leases.ts';
import type { Counters } from '../connection/counters.ts';
import { inOrder } from '../connection/in-order.ts';
import { insertMissing } from '../connection/inserting.ts';
import { inPortions } from '../connection/portions.ts';
import { namedScope, namedSession } from '../contract-names.ts';
import type { ClusterDocument } from '../decision-documents.ts';
import type { Collections } from '../documents.ts';
import { requireLatest } from '../runs/leases.ts';
import {
  addedBy,
  beforeRun,
  lateness,
  notAfter,
  ownBefore,
  type PlacedRun,
  placedRun,
  refuseIfSuperseded,
  writtenBy,
} from '../runs/superseded.ts';
import { contentAt, followUpOf, followUpToStore, hintToStore } from './cluster-documents.ts';
import { type ClusterCollection, COMMERCIAL, collectionsByDomain, placesOf } from './cluster-places.ts';
import { BY_ID, CLUSTERS, clusterQueries, pendingOf } from './cluster-queries.ts';
import { textOf } from './item-documents.ts';

/** Inserts in flight. */
const AT_ONCE = 4;

const REPLACED = 'replaced by a later run';

/** `currency`: for clusters without one. */
export function clusterOperations(
  collections: Collections,
  { counters, currency }: { readonly counters: Counters; readonly currency: string },
): Clusters {
  const { banking_clusters: banking, commercial_clusters: commercial, asset_clusters: asset } = collections;
  const collectionOf = collectionsByDomain(collections);
  /** Changes the named clusters that match the filter; answers how many. */
  const changeSome = async (
    { clusterIds, under }: { readonly clusterIds: readonly string[]; readonly under: Fenced | undefined },
    filter: Filter<ClusterDocument>,
    change: Partial<ClusterDocument>,
  ): Promise<number> => {
    await requireLatest(collections, under);
    const update = { $set: { ...change, ...(under && { row_fence: under.fence }) } };
    let changed = 0;
    for (const some of chunksOf(clusterIds, CLUSTERS)) {
      for (const { clusters, within } of placesOf(collections)) {
        const which = { ...filter, cluster_id: { $in: some }, ...within };
        changed += (await clusters.updateMany(which, update, BY_ID)).modifiedCount;
      }
    }
    return changed;
  };
  return {
    async insertOrRestore(key, { runId, clusters: columns, at, under }) {
      const { domain } = columns;
      const clusters = collectionOf[domain];
      if (clusters === undefined) {
        throw new TieoutError('internal', `The store has no collection for clusters of domain ${domain}.`);
      }
      const run = await placedRun(collections, runId, under);
      const { first } = await counters.ofPartner(key, columns.count);
      const starts = Array.from({ length: Math.ceil(columns.count / CLUSTERS) }, (_, k) => k * CLUSTERS);
      const of = { key, run, at: new Date(at) };
      const reasonAt = reasonsOf(columns);
      const counts = await inOrder(starts, { atOnce: AT_ONCE }, async (from) => {
        const count = Math.min(columns.count, from + CLUSTERS) - from;
        const found = Array.from({ length: count }, (_, k) =>
          documentAt(columns, from + k, { ...of, seq: first + from + k, reason: reasonAt(from + k) }),
        );
        const there = await insertMissing(clusters, found);
        const known = there.map((i) => found[i]);
        const restored = await restore(clusters, known, run);
        await restamp(clusters, known, run);
        return { inserted: count - there.length, restored };
      });
      const late = await lateness(collections, key, run);
      if (late !== null && late.takeBack !== null) {
        // The writer was late: what it inserted is voided.
        const left = { ...pendingOf(key), domain, ...addedBy(run, late.takeBack) };
        await clusters.updateMany(left, voiding({ reason: REPLACED, at }));
      }
      if (late !== null) throw late.error;
      const inserted = counts.reduce((sum, one) => sum + one.inserted, 0);
      const restored = counts.reduce((sum, one) => sum + one.restored, 0);
      return { inserted, restored, unchanged: columns.count - inserted - restored };
    },
    async voidPending(key, { exceptRunId, reason, at, under }) {
      const run = await placedRun(collections, exceptRunId, under);
      await refuseIfSuperseded(collections, key, run);
      const replaced = { ...pendingOf(key), ...beforeRun(run) } as const;
      const change = voiding({ reason, at, run });
      const voidIn = (clusters: ClusterCollection, filter: Filter<ClusterDocument>): Promise<number> =>
        inPortions(
          clusters,
          { filter, by: 'seq' },
          async (some) => (await clusters.updateMany(some, change)).modifiedCount,
        );
      let voided = (await voidIn(banking, replaced)) + (await voidIn(asset, replaced));
      // Most sessions have one domain, and most of those are not commercial.
      const domains = await commercial.distinct('domain', { ...namedSession(key), domain: { $in: [...COMMERCIAL] } });
      for (const domain of domains) voided += await voidIn(commercial, { ...replaced, domain });
      return voided;
    },
    async voidSome(key, { clusterIds, reason, at, under }) {
      const { $set: change } = voiding({ reason, at });
      return changeSome({ clusterIds, under }, pendingOf(key), change);
    },
    async restoreSome(key, { clusterIds, reason, at, under }) {
      const change = { voided: false, voided_at: null, void_reason: null, updated_at: new Date(at) };
      return changeSome({ clusterIds, under }, { ...pendingOf(key), voided: true, void_reason: reason }, change);
    },
    async addHints(key, { hints, at, under }) {
      await requireLatest(collections, under);
      if (hints.length === 0) return;
      const stamp = { updated_at: new Date(at), ...(under && { row_fence: under.fence }) };
      for (const { clusters, within } of placesOf(collections)) {
        const operations = hints.map(({ clusterId, hint }) => {
          const stored = hintToStore(hint);
          const { kind, record_ids } = stored;
          const filter = {
            ...{ ...pendingOf(key), cluster_id: clusterId, ...within },
            looks_like: { $not: { $elemMatch: { kind, record_ids } } },
          };
          return {
            updateOne: { filter, update: { $push: { looks_like: stored }, $set: stamp } },
          } satisfies AnyBulkWriteOperation<ClusterDocument>;
        });
        // One after the other: a cluster's hints are in their order.
        await clusters.bulkWrite(operations);
      }
    },
    async followUp(scope, { clusterIds, change, by }) {
      const projection = { cluster_id: 1, tenant_id: 1, partner_id: 1, domain: 1, follow_up: 1 } as const;
      for (const some of chunksOf(clusterIds, CLUSTERS)) {
        for (const { clusters, within } of placesOf(collections)) {
          const which = { ...namedScope(scope), cluster_id: { $in: some }, ...within };
          // Whoever changed one meanwhile is met in the next round.
          for (let isMissed = true; isMissed; ) {
            const found = await clusters.find(which, { projection, ...BY_ID }).toArray();
            if (found.length === 0) break;
            const operations = found.map(({ follow_up: stored, ...key }) => {
              const guard = stored ? { 'follow_up.v': stored.v } : { follow_up: null };
              const noted = followedUp(followUpOf({ follow_up: stored }), change, by);
              const update = { $set: { follow_up: followUpToStore(noted, (stored?.v ?? 0) + 1) } };
              return { updateOne: { filter: { ...key, ...guard } as Filter<ClusterDocument>, update } };
            });
            isMissed = (await clusters.bulkWrite(operations, { ordered: false })).matchedCount < found.length;
          }
        }
      }
    },
    ...clusterQueries(collections, { counters, currency }),
  };
}

/** `run`: the one that voids them. */
function voiding({ reason, at, run }: { readonly reason: string; readonly at: number; readonly run?: PlacedRun }) {
  const when = new Date(at);
  const by = run === undefined ? {} : writtenBy(run);
  return { $set: { voided: true, voided_at: when, void_reason: reason, updated_at: when, ...by } };
}

/** Takes over pending clusters of an earlier run, and those that no later run voided; answers how many. */
async function restore(
  clusters: ClusterCollection,
  found: readonly ClusterDocument[],
  run: PlacedRun,
): Promise<number> {
  if (found.length === 0) return 0;
  const operations = found.map((document) => {
    const { _id, tenant_id, partner_id, domain, decision_status } = document;
    const notYet = [
      { run_place: { $not: { $gte: run.place } } },
      { voided: true, run_place: { $not: { $gt: run.place } } },
    ];
    const filter = {
      ...{ _id, tenant_id, partner_id, domain, decision_status },
      ...{ run_id: { $ne: run.runId }, ...notAfter(run), $or: notYet },
    };
    return {
      updateOne: { filter, update: { $set: rewritten(document) } },
    } satisfies AnyBulkWriteOperation<ClusterDocument>;
  });
  return (await clusters.bulkWrite(operations, { ordered: false })).modifiedCount;
}

/** Gives clusters that the run wrote under an earlier lease the present fence, so that no late writer takes them back. */
async function restamp(clusters: ClusterCollection, found: readonly ClusterDocument[], run: PlacedRun): Promise<void> {
  const [first] = found;
  if (first === undefined || run.under === undefined) return;
  const { tenant_id, partner_id, domain } = first;
  const own = { tenant_id, partner_id, domain, _id: { $in: found.map(({ _id }) => _id) }, ...ownBefore(run) };
  await clusters.updateMany(own, { $set: { row_fence: run.under.fence } });
}

function reasonsOf({ reason }: ClusterColumns): (i: number) => string {
  const text = textOf(reason);
  return (i) => {
    const found = text(i);
    return typeof found === 'string' ? found : textAt(reason, i);
  };
}

/** The document of a new cluster, as one literal: a hundred thousand of them are made while somebody waits. */
function documentAt(
  columns: ClusterColumns,
  i: number,
  {
    key,
    run,
    seq,
    at,
    reason,
  }: {
    readonly key: SessionKey;
    readonly run: PlacedRun;
    readonly seq: number;
    readonly at: Date;
    readonly reason: string;
  },
): ClusterDocument {
  return {
    _id: digestBytesAt(columns.clusterId, i),
    cluster_id: digestIdAt(columns.clusterId, i),
    tenant_id: key.tenant,
    partner_id: key.partner,
    session_id: key.session,
    seq,
    domain: columns.domain,
    service: columns.service,
    branch_id: columns.branchId,
    cluster_type: columns.types[columns.type[i]],
    decision_status: 'pending',
    is_reconciled: false,
    agent_invoked: false,
    created_at: at,
    run_id: run.runId,
    ...writtenBy(run),
    ...contentAt(columns, i, reason),
    voided: false,
    voided_at: null,
    void_reason: null,
    updated_at: at,
  };
}

/** The fields that each run writes again when it finds a cluster. The others stay as the first run wrote them. */
function rewritten({
  _id,
  cluster_id,
  tenant_id,
  partner_id,
  session_id,
  seq,
  domain,
  service,
  branch_id,
  cluster_type,
  decision_status,
  is_reconciled,
  agent_invoked,
  created_at,
  ...fields
}: ClusterDocument) {
  return fields;
}
