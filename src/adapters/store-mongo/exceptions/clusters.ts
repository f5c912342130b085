// Clusters in MongoDB, one document for each, under its derived id. cluster-places.ts says in which collection.

import type { AnyBulkWriteOperation, Filter } from 'mongodb';
import { TieoutError } from '../../../core/errors.ts';
import { clusterRowsOf } from '../../../core/records/documents/cluster-rows.ts';
import {
  type Cluster,
  type ClusterColumns,
  type ClusterCount,
  DECISION_STATUSES,
  type DecisionStatus,
} from '../../../core/records/documents/clusters.ts';
import { followedUp } from '../../../core/records/follow-up.ts';
import { chunksOf } from '../../../core/records/rows/chunks.ts';
import { textAt } from '../../../core/records/rows/columns.ts';
import { digestBytesAt, digestIdAt, isDigestId, packDigestIds } from '../../../core/records/rows/digest-ids.ts';
import type { SessionKey } from '../../../core/records/session-key.ts';
import { clusterTable } from '../../../core/worklist/cluster-table.ts';
import {
  type ClusterFilter,
  type ClusterScope,
  type Clusters,
  isOfFollowed,
  type NamedCluster,
} from '../../../ports/clusters.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { Fenced } from '../../../ports/leases.ts';
import type { Counters } from '../connection/counters.ts';
import { byBytes, inOrder } from '../connection/in-order.ts';
import { insertMissing } from '../connection/inserting.ts';
import { placeUnplaced } from '../connection/place-unplaced.ts';
import { inPortions } from '../connection/portions.ts';
import { countOf, dateOfDay, namedScope, namedSession, textOf as storedText, textsOf } from '../contract-names.ts';
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
import { magnitudeOf, minorOf } from '../stored-money.ts';
import {
  contentAt,
  followUpOf,
  followUpToStore,
  hintToStore,
  NOT_VOIDED,
  TABLED,
  tableRowOf,
  toCluster,
  toHints,
} from './cluster-documents.ts';
import { type ClusterCollection, COMMERCIAL, collectionsByDomain, placesOf, verticalOf } from './cluster-places.ts';
import { textOf } from './item-documents.ts';

/** Documents of one write. */
const CLUSTERS = 1_024;
/** Inserts in flight. */
const AT_ONCE = 4;

const REPLACED = 'replaced by a later run';

/** The index for named clusters. Without the hint the server might read all of the session. */
const BY_ID = { hint: 'by_cluster_id' } as const;

/** `currency`: for clusters without one. */
export function clusterOperations(
  collections: Collections,
  { counters, currency }: { readonly counters: Counters; readonly currency: string },
): Clusters {
  const { banking_clusters: banking, commercial_clusters: commercial, asset_clusters: asset } = collections;
  const { ingestions } = collections;
  const collectionOf = collectionsByDomain(collections);
  const placeOthers = async (scope: ClusterScope, domain: string | undefined): Promise<void> => {
    for (const { clusters, within } of placesOf(collections, { domain })) {
      const of = { ...namedScope(scope), ...within };
      const take = async (count: number) => (await counters.ofPartner(scope, count)).first;
      await placeUnplaced(clusters, of, { take, hint: 'by_partner' });
    }
  };
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
  const toClusters = async (found: readonly ClusterDocument[]): Promise<Cluster[]> => {
    const named = [...new Set(found.flatMap((document) => document.ingestions ?? []))];
    const projection = { _id: 0, ingestion_id: 1 } as const;
    const there = await ingestions.find({ ingestion_id: { $in: named } }, { projection }).toArray();
    const known = new Set(there.map(({ ingestion_id }) => ingestion_id));
    return found.map((document) => toCluster(document, { isThere: (id) => known.has(id), currency }));
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
    async page(scope, { after, limit, ...filter }) {
      const options = { sort: { seq: 1 }, limit: limit + 1, hint: indexFor(scope, filter) } as const;
      if (after === null) await placeOthers(scope, filter.domain);
      const pages = await Promise.all(
        placesOf(collections, filter).map(({ clusters, within }) =>
          clusters.find({ ...narrowing(scope, filter, within), seq: { $gt: after ?? 0 } }, options).toArray(),
        ),
      );
      const all = pages.flat().sort((a, b) => a.seq - b.seq);
      const { rows: found, last } = pageOf(all, limit);
      return { clusters: await toClusters(found), next: last?.seq ?? null };
    },
    async table(scope, { after, limit }) {
      const options = { sort: { seq: 1 }, limit: limit + 1, hint: indexFor(scope, {}), projection: TABLED } as const;
      if (after === null) await placeOthers(scope, undefined);
      const some = await Promise.all(
        placesOf(collections).map(({ clusters, within }) =>
          clusters.find({ ...narrowing(scope, {}, within), seq: { $gt: after ?? 0 } }, options).toArray(),
        ),
      );
      const { rows, last } = pageOf(
        some.flat().sort((a, b) => a.seq - b.seq),
        limit,
      );
      return { table: clusterTable(rows, (document) => tableRowOf(document, currency)), next: last?.seq ?? null };
    },
    async get({ session, ...scope }, clusterIds) {
      const found: ClusterDocument[] = [];
      const within = session === undefined ? {} : { session_id: session };
      for (const some of chunksOf(clusterIds, CLUSTERS)) {
        for (const { clusters, within: ofPlace } of placesOf(collections)) {
          const which = { ...namedScope(scope), ...within, cluster_id: { $in: some }, voided: NOT_VOIDED, ...ofPlace };
          found.push(...(await clusters.find(which, BY_ID).toArray()));
        }
      }
      return toClusters(found);
    },
    async rows(key, { decided }) {
      const projection = { seq: 1, cluster_id: 1, gl_record_ids: 1, bank_record_ids: 1 } as const;
      const some = await Promise.all(
        placesOf(collections).map(({ clusters, within }) =>
          clusters.find({ ...(decided ? standingOf(key) : pendingOf(key)), ...within }, { projection }).toArray(),
        ),
      );
      return clusterRowsOf(
        some
          .flat()
          .sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
          // Tieout's clusters and rows have digests as ids. Others cannot be about rows of this store.
          .filter(({ cluster_id }) => isDigestId(cluster_id))
          .map(({ cluster_id, gl_record_ids, bank_record_ids }) => ({
            clusterId: packDigestIds([cluster_id]),
            recordIds: [...textsOf(gl_record_ids), ...textsOf(bank_record_ids)]
              .filter(isDigestId)
              .map((id) => packDigestIds([id])),
          })),
      );
    },
    async named(scope, clusterIds) {
      const found: NamedCluster[] = [];
      for (const some of chunksOf(clusterIds, CLUSTERS)) {
        for (const { clusters, within } of placesOf(collections)) {
          const which = { ...namedScope(scope), cluster_id: { $in: some }, ...within };
          const documents = await clusters.find(which, { projection: NAMED, ...BY_ID }).toArray();
          for (const document of documents) found.push(toNamed(document, currency));
        }
      }
      return found;
    },
    async count(scope, filter) {
      const counts = await Promise.all(
        placesOf(collections, filter).map(({ clusters, within }) =>
          clusters.countDocuments(narrowing(scope, filter, within), { hint: indexFor(scope, filter) }),
        ),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async counts(key) {
      const counts = await Promise.all(
        placesOf(collections).map(({ clusters, within }) => countsIn(clusters, narrowing(key, {}, within))),
      );
      const sums = new Map<string, ClusterCount>();
      for (const one of counts.flat()) {
        const name = JSON.stringify([one.type, one.decisionStatus]);
        sums.set(name, { ...one, clusters: one.clusters + (sums.get(name)?.clusters ?? 0) });
      }
      return [...sums.values()].sort(byTypeAndStatus);
    },
  };
}

const NAMED = {
  ...{ _id: 0, cluster_id: 1, session_id: 1, domain: 1, service: 1, branch_id: 1, cluster_type: 1, rule: 1 },
  ...{ looks_like: 1, follow_up: 1, decision_status: 1, voided: 1 },
  ...{ date_delta_days: 1, amount_delta: 1, amount: 1, currency: 1 },
} as const;

/** `currency`: for clusters without one. */
const toNamed = (document: Omit<ClusterDocument, '_id'>, currency: string): NamedCluster => ({
  ...{ clusterId: document.cluster_id, session: document.session_id, ...verticalOf(document) },
  ...{ branchId: storedText(document.branch_id), type: document.cluster_type, rule: document.rule ?? '' },
  ...{ looksLike: toHints(document.looks_like), followUp: followUpOf(document) },
  ...deltasOf(document, document.currency || currency),
  decisionStatus: document.voided === true ? null : document.decision_status,
});

const deltasOf = (
  { date_delta_days, amount_delta, amount }: Omit<ClusterDocument, '_id'>,
  currency: string,
): Pick<NamedCluster, 'deltaDays' | 'amountDeltaMinor' | 'amountMinor' | 'currency'> => ({
  ...{ deltaDays: countOf(date_delta_days), amountDeltaMinor: magnitudeOf(amount_delta, currency) },
  ...{ amountMinor: minorOf(amount, currency), currency },
});

const standingOf = (key: SessionKey) => ({ ...namedSession(key), voided: NOT_VOIDED }) as const;

const pendingOf = (key: SessionKey) => ({ ...standingOf(key), decision_status: 'pending' }) as const;

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

async function countsIn(clusters: ClusterCollection, which: Filter<ClusterDocument>): Promise<ClusterCount[]> {
  const groups = clusters.aggregate<{ _id: { type: string; status: DecisionStatus }; clusters: number }>([
    { $match: which },
    { $group: { _id: { type: '$cluster_type', status: '$decision_status' }, clusters: { $sum: 1 } } },
  ]);
  return (await groups.toArray()).map(({ _id: { type, status }, clusters: count }) => ({
    type,
    decisionStatus: status,
    clusters: count,
  }));
}

/** The index is named, because either would serve both queries, one of them far slower. */
const indexFor = ({ session }: ClusterScope, filter: ClusterFilter): string =>
  isOfFollowed(filter) ? 'followed_up' : session === undefined ? 'by_partner' : 'by_session';

function narrowing(
  { tenant, partner, session }: ClusterScope,
  filter: ClusterFilter,
  within: Filter<ClusterDocument>,
): Filter<ClusterDocument> {
  const { type, decisionStatus } = filter;
  return {
    ...namedScope({ tenant, partner }),
    ...(session !== undefined && { session_id: session }),
    voided: NOT_VOIDED,
    ...within,
    ...(type !== undefined && { cluster_type: type }),
    // Another program's cluster with an unknown status is left out.
    decision_status: decisionStatus ?? { $in: [...DECISION_STATUSES] },
    ...followedUpAs(filter),
  };
}

function followedUpAs(filter: ClusterFilter): Filter<ClusterDocument> {
  const { owner, hasOwner, dueBefore, hasNote } = filter;
  const all = [
    ...(isOfFollowed(filter) ? [{ 'follow_up.v': { $gt: 0 } }] : []),
    ...(owner === undefined ? [] : [{ 'follow_up.owner': owner }]),
    ...(hasOwner === undefined ? [] : [{ 'follow_up.owner': hasOwner ? { $gt: '' } : { $in: [null] } }]),
    ...(dueBefore === undefined ? [] : [{ 'follow_up.due_day': { $lt: dateOfDay(dueBefore) } }]),
    ...(hasNote === undefined ? [] : [{ 'follow_up.has_note': hasNote ? true : { $ne: true } }]),
  ];
  return all.length === 0 ? {} : ({ $and: all } as Filter<ClusterDocument>);
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

const byTypeAndStatus = (a: ClusterCount, b: ClusterCount): number =>
  byBytes(a.type, b.type) || DECISION_STATUSES.indexOf(a.decisionStatus) - DECISION_STATUSES.indexOf(b.decisionStatus);
