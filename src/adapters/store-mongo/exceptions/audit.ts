// The audit in MongoDB: one document a row, with all that it says, only ever inserted.

import type { Filter } from 'mongodb';
import type { AuditBatch, AuditEntry, AuditRow } from '../../../core/records/documents/audit.ts';
import { digestIdAt, packDigestIds } from '../../../core/records/rows/digest-ids.ts';
import type { Audit, AuditFilter, AuditScope } from '../../../ports/audit.ts';
import type { Counters } from '../connection/counters.ts';
import { inOrder } from '../connection/in-order.ts';
import { insertMissing } from '../connection/insert-missing.ts';
import type { AuditDocument } from '../decision-documents.ts';
import type { Collections } from '../documents.ts';
import { requireHeld } from './operations.ts';

/** Documents of one insert and inserts in flight. */
const ROWS = 1_024;
const AT_ONCE = 4;

type AuditRows = Pick<Audit, 'insertIfAbsent' | 'page' | 'taggedRecurring' | 'count'>;

export function auditOperations(collections: Collections, counters: Counters): AuditRows {
  const { exception_resolution: audit } = collections;
  return {
    async insertIfAbsent(batch, held) {
      const { common, entries } = batch;
      await requireHeld(collections, held);
      if (entries.length === 0) return;
      const { first } = await counters.ofPartner(common, entries.length);
      const starts = Array.from({ length: Math.ceil(entries.length / ROWS) }, (_, k) => k * ROWS);
      const metadata = JSON.stringify(common.metadata);
      await inOrder(starts, { atOnce: AT_ONCE }, async (from) => {
        const some = entries.slice(from, from + ROWS);
        if (from > 0) await requireHeld(collections, held);
        const documents = some.map((entry) => documentOf(batch, entry, { seq: first + entry.ordinal, metadata }));
        return insertMissing(audit, documents);
      });
    },
    async page(scope, { after, limit, ...filter }) {
      const options = { sort: { seq: 1 }, limit: limit + 1, hint: indexFor(filter) } as const;
      const found = await audit.find({ ...narrowing(scope, filter), seq: { $gt: after ?? 0 } }, options).toArray();
      const rows = found.slice(0, limit);
      return { rows: rows.map(toRow), next: found.length > limit ? rows.at(-1)!.seq : null };
    },
    async taggedRecurring({ tenant, partner, domain, type, currency }) {
      const of = { tenant, partner, domain, cluster_type: type, is_recurring: true, learned_currency: currency };
      const found = audit.find(
        { ...of, learned_value: { $ne: null } },
        { projection: { _id: 0, learned_value: 1, created_at: 1 }, hint: 'by_lesson' },
      );
      return (await found.toArray()).map(({ learned_value, created_at }) => ({
        value: learned_value!,
        at: created_at.getTime(),
      }));
    },
    count: (scope, filter) => audit.countDocuments(narrowing(scope, filter), { hint: indexFor(filter) }),
  };
}

const idOf = (id: string): Uint8Array => packDigestIds([id]);

function documentOf(
  { common, digest }: AuditBatch,
  entry: AuditEntry,
  { seq, metadata }: { readonly seq: number; readonly metadata: string },
): AuditDocument {
  return {
    _id: idOf(entry.auditId),
    tenant: common.tenant,
    partner: common.partner,
    session: entry.session,
    seq,
    operation_id: common.operationId,
    ordinal: entry.ordinal,
    batch_digest: digest,
    is_recurring: common.isRecurring,
    resolution_request_id: common.requestId,
    cluster_id: idOf(entry.clusterId),
    branch_id: entry.branchId,
    domain: common.domain,
    cluster_type: entry.type,
    decision: common.decision,
    status_before: entry.before,
    status_after: entry.after,
    resolution_method: entry.method,
    auto_resolved: common.autoResolved,
    resolved: entry.resolved,
    matched: entry.matched,
    note: entry.note,
    metadata,
    learned_value: entry.learned?.value ?? null,
    learned_currency: entry.learned?.currency ?? null,
    gl_record_ids: entry.glRecordIds.map(idOf),
    bank_record_ids: entry.bankRecordIds.map(idOf),
    created_at: new Date(common.createdAt),
  };
}

export function toRow(document: AuditDocument): AuditRow {
  return {
    auditId: digestIdAt(document._id, 0),
    ordinal: document.ordinal,
    operationId: document.operation_id,
    batchDigest: document.batch_digest,
    isRecurring: document.is_recurring,
    requestId: document.resolution_request_id,
    tenant: document.tenant,
    partner: document.partner,
    domain: document.domain,
    clusterId: digestIdAt(document.cluster_id, 0),
    session: document.session,
    branchId: document.branch_id,
    type: document.cluster_type,
    decision: document.decision,
    before: document.status_before,
    after: document.status_after,
    method: document.resolution_method,
    autoResolved: document.auto_resolved,
    resolved: document.resolved,
    matched: document.matched,
    note: document.note,
    metadata: JSON.parse(document.metadata),
    learned:
      document.learned_value === null ? null : { value: document.learned_value, currency: document.learned_currency },
    glRecordIds: document.gl_record_ids.map((id) => digestIdAt(id, 0)),
    bankRecordIds: document.bank_record_ids.map((id) => digestIdAt(id, 0)),
    createdAt: document.created_at.getTime(),
  };
}

/** The narrowest index of those that the filter can use. */
function indexFor({ session, clusterId, requestId }: AuditFilter): string {
  if (clusterId !== undefined) return 'by_cluster';
  if (requestId !== undefined) return 'by_request';
  return session === undefined ? 'by_partner' : 'by_session';
}

function narrowing(
  { tenant, partner }: AuditScope,
  { session, clusterId, requestId }: AuditFilter,
): Filter<AuditDocument> {
  return {
    ...{ tenant, partner },
    ...(session !== undefined && { session }),
    ...(clusterId !== undefined && { cluster_id: clusterIdOf(clusterId) }),
    ...(requestId !== undefined && { resolution_request_id: requestId }),
  };
}

/** What is no cluster id is that of none. */
const clusterIdOf = (id: string): Uint8Array => (/^[0-9a-f]{32}$/.test(id) ? idOf(id) : new Uint8Array());
