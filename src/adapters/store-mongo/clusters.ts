// Clusters in MongoDB, one document each under its derived id. Banking clusters have a collection of their own; the
// others (domains nip and atm) will share one, in which every query names the domain.

import type { AnyBulkWriteOperation, Filter } from 'mongodb';
import { TieoutError } from '../../core/errors.ts';
import type { ClusterColumns, ClusterCount, DecisionStatus } from '../../core/records/clusters.ts';
import type { SessionKey } from '../../core/records/session.ts';
import type { ClusterFilter, ClusterScope, Clusters } from '../../ports/clusters.ts';
import { type ClusterContent, clusterIdAt, contentAt, toCluster } from './cluster-documents.ts';
import type { Counters } from './counters.ts';
import type { ClusterDocument, Collections } from './documents.ts';
import { isDuplicate } from './failures.ts';
import { inOrder } from './in-order.ts';
import { byBytes } from './open-items.ts';
import { inPortions } from './portions.ts';
import { keyOf } from './sessions.ts';

/** Documents of one insert and inserts in flight. */
const CLUSTERS = 1_024;
const AT_ONCE = 4;

const DECISION_STATUSES: readonly DecisionStatus[] = ['pending', 'approved', 'rejected', 'escalated'];
const BANKING = 'mfb';

export function clusterOperations(
  { banking_clusters: clusters, ingestions }: Collections,
  counters: Counters,
): Clusters {
  /** Inserts those that are not there; answers the places of the others. */
  const insert = async (found: readonly FoundCluster[]): Promise<readonly number[]> => {
    try {
      await clusters.insertMany(
        found.map(({ is, told }) => ({ ...is, ...told })),
        { ordered: false },
      );
      return [];
    } catch (error) {
      const { writeErrors } = error as { writeErrors?: unknown };
      const errors = [writeErrors ?? []].flat() as { readonly code?: number; readonly index: number }[];
      if (!isDuplicate(error) || errors.some(({ code }) => code !== error.code)) throw error;
      return errors.map(({ index }) => index);
    }
  };
  /** Takes over those that are pending and another run's, or voided; answers how many. */
  const restore = async (found: readonly FoundCluster[]): Promise<number> => {
    if (found.length === 0) return 0;
    const operations = found.map(({ is: { _id, tenant, partner, decision_status }, told }) => {
      const notYet = [{ run_id: { $ne: told.run_id } }, { voided: true }];
      return {
        updateOne: { filter: { _id, tenant, partner, decision_status, $or: notYet }, update: { $set: told } },
      } satisfies AnyBulkWriteOperation<ClusterDocument>;
    });
    return (await clusters.bulkWrite(operations, { ordered: false })).modifiedCount;
  };

  return {
    async insertOrRestore(key, { runId, clusters: columns, at }) {
      if (columns.domain !== BANKING) {
        throw new TieoutError('internal', `The store has no collection for clusters of domain ${columns.domain} yet.`);
      }
      const { first } = await counters.ofPartner(key, columns.count);
      const starts = Array.from({ length: Math.ceil(columns.count / CLUSTERS) }, (_, k) => k * CLUSTERS);
      const of = { key: keyOf(key), runId, at: new Date(at) };
      const counts = await inOrder(starts, { atOnce: AT_ONCE }, async (from) => {
        const count = Math.min(columns.count, from + CLUSTERS) - from;
        const found = Array.from({ length: count }, (_, k) =>
          foundAt(columns, from + k, { ...of, seq: first + from + k }),
        );
        const there = await insert(found);
        return { inserted: count - there.length, restored: await restore(there.map((i) => found[i]!)) };
      });
      const inserted = counts.reduce((sum, one) => sum + one.inserted, 0);
      const restored = counts.reduce((sum, one) => sum + one.restored, 0);
      return { inserted, restored, unchanged: columns.count - inserted - restored };
    },
    voidPending(key, { exceptRunId, reason, at }) {
      const replaced = {
        ...keyOf(key),
        voided: false,
        decision_status: 'pending',
        run_id: { $ne: exceptRunId },
      } as const;
      const when = new Date(at);
      const change = { $set: { voided: true, voided_at: when, void_reason: reason, updated_at: when } };
      return inPortions(clusters, { filter: replaced, by: 'seq' }, async (some) => {
        return (await clusters.updateMany(some, change)).modifiedCount;
      });
    },
    async page(scope, { after, limit, ...filter }) {
      const narrowed = { ...narrowing(scope, filter), seq: { $gt: after ?? 0 } };
      const options = { sort: { seq: 1 }, limit: limit + 1, hint: indexFor(scope) } as const;
      const found = await clusters.find(narrowed, options).toArray();
      const more = found.length > limit;
      if (more) found.pop();
      const named = [...new Set(found.flatMap((document) => document.ingestions))];
      const projection = { _id: 0, ingestion_id: 1 } as const;
      const there = await ingestions.find({ ingestion_id: { $in: named } }, { projection }).toArray();
      const known = new Set(there.map(({ ingestion_id }) => ingestion_id));
      return {
        clusters: found.map((document) => toCluster(document, (id) => known.has(id))),
        next: more ? found.at(-1)!.seq : null,
      };
    },
    count: (scope, filter) => clusters.countDocuments(narrowing(scope, filter), { hint: indexFor(scope) }),
    async counts(key) {
      const groups = await clusters
        .aggregate<{ _id: { type: string; status: DecisionStatus }; clusters: number }>([
          { $match: { ...keyOf(key), voided: false } },
          { $group: { _id: { type: '$cluster_type', status: '$decision_status' }, clusters: { $sum: 1 } } },
        ])
        .toArray();
      return groups
        .map(
          ({ _id, clusters: count }): ClusterCount => ({
            type: _id.type,
            decisionStatus: _id.status,
            clusters: count,
          }),
        )
        .sort(inTheirOrder);
    },
  };
}

/** The index of a session's clusters in their order, or of a partner's: either would do for the other, far slower. */
const indexFor = ({ session }: ClusterScope): string => (session === undefined ? 'by_partner' : 'by_session');

function narrowing(
  { tenant, partner, session }: ClusterScope,
  { domain, type, decisionStatus }: ClusterFilter,
): Filter<ClusterDocument> {
  return {
    tenant,
    partner,
    ...(session !== undefined && { session }),
    voided: false,
    ...(domain !== undefined && { domain }),
    ...(type !== undefined && { cluster_type: type }),
    ...(decisionStatus !== undefined && { decision_status: decisionStatus }),
  };
}

/** A cluster as a run found it: what it is from then on, and what each run that finds it tells anew. */
interface FoundCluster {
  readonly is: Omit<ClusterDocument, keyof Told>;
  readonly told: Told;
}

type Told = ClusterContent & Pick<ClusterDocument, 'run_id' | 'voided' | 'voided_at' | 'void_reason' | 'updated_at'>;

function foundAt(
  columns: ClusterColumns,
  i: number,
  {
    key,
    runId,
    seq,
    at,
  }: { readonly key: SessionKey; readonly runId: string; readonly seq: number; readonly at: Date },
): FoundCluster {
  return {
    is: {
      _id: clusterIdAt(columns.clusterId, i),
      ...key,
      seq,
      domain: columns.domain,
      branch_id: columns.branchId,
      cluster_type: columns.types[columns.type[i]!]!,
      decision_status: 'pending',
      created_at: at,
    },
    told: {
      run_id: runId,
      ...contentAt(columns, i),
      voided: false,
      voided_at: null,
      void_reason: null,
      updated_at: at,
    },
  };
}

const inTheirOrder = (a: ClusterCount, b: ClusterCount): number =>
  byBytes(a.type, b.type) || DECISION_STATUSES.indexOf(a.decisionStatus) - DECISION_STATUSES.indexOf(b.decisionStatus);
