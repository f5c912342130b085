// Clusters of MongoDB as they are asked for: by page, as a table, by id, counted. Those of several collections are put
// together here.

import type { Filter } from 'mongodb';
import { clusterRowsOf } from '../../../core/records/documents/cluster-rows.ts';
import {
  type Cluster,
  type ClusterCount,
  DECISION_STATUSES,
  type DecisionStatus,
} from '../../../core/records/documents/clusters.ts';
import { chunksOf } from '../../../core/records/rows/chunks.ts';
import { isDigestId, packDigestIds } from '../../../core/records/rows/digest-ids.ts';
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
import type { Counters } from '../connection/counters.ts';
import { byBytes } from '../connection/in-order.ts';
import { placeUnplaced } from '../connection/place-unplaced.ts';
import { countOf, dateOfDay, namedScope, namedSession, textOf, textsOf } from '../contract-names.ts';
import type { ClusterDocument } from '../decision-documents.ts';
import type { Collections } from '../documents.ts';
import { magnitudeOf, minorOf } from '../stored-money.ts';
import { followUpOf, NOT_VOIDED, TABLED, tableRowOf, toCluster, toHints } from './cluster-documents.ts';
import { type ClusterCollection, placesOf, verticalOf } from './cluster-places.ts';

/** Documents of one write, and ids of one query. */
export const CLUSTERS = 1_024;

/** The index for named clusters. Without the hint the server might read all of the session. */
export const BY_ID = { hint: 'by_cluster_id' } as const;

type ClusterQueries = Pick<Clusters, 'page' | 'table' | 'get' | 'rows' | 'named' | 'count' | 'counts'>;

/** `currency`: for clusters without one. */
export function clusterQueries(
  collections: Collections,
  { counters, currency }: { readonly counters: Counters; readonly currency: string },
): ClusterQueries {
  const placeOthers = async (scope: ClusterScope, domain: string | undefined): Promise<void> => {
    for (const { clusters, within } of placesOf(collections, { domain })) {
      const of = { ...namedScope(scope), ...within };
      const take = async (count: number) => (await counters.ofPartner(scope, count)).first;
      await placeUnplaced(clusters, of, { take, hint: 'by_partner' });
    }
  };
  const toClusters = async (found: readonly ClusterDocument[]): Promise<Cluster[]> => {
    const named = [...new Set(found.flatMap((document) => document.ingestions ?? []))];
    const projection = { _id: 0, ingestion_id: 1 } as const;
    const there = await collections.ingestions.find({ ingestion_id: { $in: named } }, { projection }).toArray();
    const known = new Set(there.map(({ ingestion_id }) => ingestion_id));
    return found.map((document) => toCluster(document, { isThere: (id) => known.has(id), currency }));
  };

  return {
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
  ...{ branchId: textOf(document.branch_id), type: document.cluster_type, rule: document.rule ?? '' },
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

export const pendingOf = (key: SessionKey) => ({ ...standingOf(key), decision_status: 'pending' }) as const;

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

const byTypeAndStatus = (a: ClusterCount, b: ClusterCount): number =>
  byBytes(a.type, b.type) || DECISION_STATUSES.indexOf(a.decisionStatus) - DECISION_STATUSES.indexOf(b.decisionStatus);
