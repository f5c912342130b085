// The audit in MongoDB: one document for each row. Documents are only ever inserted.

import type { Filter } from 'mongodb';
import { chunksOf } from '../../../core/records/rows/chunks.ts';
import type { Audit, AuditFilter, AuditPlace, AuditScope, StandingDecision } from '../../../ports/audit.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { Counters } from '../connection/counters.ts';
import { inOrder } from '../connection/in-order.ts';
import { insertMissing } from '../connection/inserting.ts';
import { placeUnplaced } from '../connection/place-unplaced.ts';
import { instantOf, namedScope } from '../contract-names.ts';
import type { AuditDocument } from '../decision-documents.ts';
import type { Collections } from '../documents.ts';
import { documentOf, learnedOf, metadataOf, toRow } from './audit-documents.ts';
import { NOT_VOIDED } from './cluster-documents.ts';
import { placesOf } from './cluster-places.ts';
import type { OperationHolds } from './operations.ts';

/** Documents of one insert. */
const ROWS = 1_024;
/** Inserts in flight. */
const AT_ONCE = 4;

type AuditRows = Pick<Audit, 'insertIfAbsent' | 'page' | 'taggedRecurring' | 'count' | 'standing'>;

/** Clusters that are looked up together. */
const CLUSTERS_AT_ONCE = 1_000;
const STANDING = {
  ...{ _id: 0, cluster_id: 1, cluster_type: 1, operation_id: 1, status_before: 1, status_after: 1 },
} as const;

/** `currency`: for learned amounts without one. */
export function auditOperations(
  collections: Collections,
  {
    counters,
    holds,
    currency: unnamed,
  }: { readonly counters: Counters; readonly holds: OperationHolds; readonly currency: string },
): AuditRows {
  const { exception_resolution: audit } = collections;
  return {
    async insertIfAbsent(batch, held) {
      const { common, entries } = batch;
      await holds.require(held);
      if (entries.length === 0) return;
      const { first } = await counters.ofPartner(common, entries.length);
      const starts = Array.from({ length: Math.ceil(entries.length / ROWS) }, (_, k) => k * ROWS);
      const said = metadataOf(common.metadata);
      await inOrder(starts, { atOnce: AT_ONCE }, async (from) => {
        const some = entries.slice(from, from + ROWS);
        if (from > 0) await holds.require(held);
        const documents = some.map((entry) => documentOf(batch, entry, { seq: first + entry.ordinal, said }));
        return insertMissing(audit, documents);
      });
    },
    async page(scope, { after, limit, ...filter }) {
      const options = { sort: { created_at: 1, seq: 1 }, limit: limit + 1, hint: indexFor(filter) } as const;
      if (after === null) {
        const take = async (count: number) => (await counters.ofPartner(scope, count)).first;
        await placeUnplaced(audit, namedScope(scope), { take, hint: 'by_seq', dated: 'created_at' });
      }
      const found = await audit.find({ ...narrowing(scope, filter), ...behind(after) }, options).toArray();
      const { rows, last } = pageOf(found, limit);
      return {
        rows: rows.map((document) => toRow(document, unnamed)),
        next: last && { at: instantOf(last.created_at) ?? 0, place: last.seq },
      };
    },
    async standing({ operationId, ...scope }) {
      const of = namedScope(scope);
      const made = await audit
        .find({ ...of, operation_id: operationId }, { projection: STANDING, hint: 'by_operation' })
        .toArray();
      const changed = new Map(
        made.filter((row) => row.status_before !== row.status_after).map((row) => [row.cluster_id, row]),
      );
      const found: StandingDecision[] = [];
      for (const ids of chunksOf([...changed.keys()].sort(), CLUSTERS_AT_ONCE)) {
        const later = audit.find(
          { ...of, cluster_id: { $in: ids } },
          { projection: STANDING, sort: { cluster_id: 1, created_at: 1, seq: 1 }, hint: 'by_cluster' },
        );
        const last = new Map<string, string>();
        for await (const row of later) {
          if (row.status_before !== row.status_after) last.set(row.cluster_id, row.operation_id);
        }
        for (const { clusters, within } of placesOf(collections)) {
          const which = { ...of, cluster_id: { $in: ids }, voided: NOT_VOIDED, ...within };
          const options = { projection: { _id: 0, cluster_id: 1, decision_status: 1 }, hint: 'by_cluster_id' } as const;
          for await (const { cluster_id: id, decision_status: status } of clusters.find(which, options)) {
            const row = changed.get(id);
            if (row === undefined || last.get(id) !== operationId || row.status_after !== status) continue;
            found.push({ clusterId: id, type: row.cluster_type, status });
          }
        }
      }
      return found.sort((a, b) => (a.clusterId < b.clusterId ? -1 : 1));
    },
    async taggedRecurring({ tenant, partner, domain, type, currency }) {
      const named = currency === unnamed ? { $in: [currency, null] } : currency;
      const of = { ...namedScope({ tenant, partner }), domain, cluster_type: type, is_recurring: true };
      const which = { ...of, learned_currency: named, 'metadata.learned_value': { $ne: null } };
      const projection = { _id: 0, 'metadata.learned_value': 1, created_at: 1 } as const;
      const found = await audit.find(which as Filter<AuditDocument>, { projection, hint: 'by_lesson' }).toArray();
      return found.flatMap(({ metadata, created_at }) => {
        const is = { isAmount: currency !== null, currency: currency ?? unnamed };
        const learned = learnedOf(metadata['learned_value'], is);
        return learned === null ? [] : [{ value: learned.value, at: instantOf(created_at) ?? 0 }];
      });
    },
    count: (scope, filter) => audit.countDocuments(narrowing(scope, filter), { hint: indexFor(filter) }),
  };
}

function behind(after: AuditPlace | null): Filter<AuditDocument> {
  if (after === null) return {};
  const at = new Date(after.at);
  return { $or: [{ created_at: at, seq: { $gt: after.place } }, { created_at: { $gt: at } }] };
}

/** The narrowest index that the filter can use. */
function indexFor({ session, clusterId, requestId, type }: AuditFilter): string {
  if (clusterId !== undefined) return 'by_cluster';
  if (requestId !== undefined) return 'by_request';
  if (session !== undefined) return 'by_session';
  return type === undefined ? 'by_partner' : 'by_type';
}

function narrowing(
  scope: AuditScope,
  { session, clusterId, requestId, caller, type }: AuditFilter,
): Filter<AuditDocument> {
  return {
    ...namedScope(scope),
    ...(session !== undefined && { session_id: session }),
    ...(clusterId !== undefined && { cluster_id: clusterId }),
    ...(requestId !== undefined && { resolution_request_id: requestId }),
    ...(caller !== undefined && { caller }),
    ...(type !== undefined && { cluster_type: type }),
  };
}
