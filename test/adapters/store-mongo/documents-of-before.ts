// Documents as they were before clusters, audit rows and patterns had the contract's names, written out, and the indexes
// that those collections had.

import { Binary, type Db, type Document, ObjectId } from 'mongodb';
import { patternText } from '../../../src/core/patterns/pattern-text.ts';
import type { AuditBatch } from '../../../src/core/records/documents/audit.ts';
import type { Pattern } from '../../../src/core/records/documents/patterns.ts';
import { digestId } from '../../contracts/store/samples.ts';

/** The version of the schema that has them. */
export const SCHEMA_OF_BEFORE = 6;

export const idOfBefore = (id: string): Binary => new Binary(Buffer.from(id, 'hex'));

/** Two rows each; `of` says what is otherwise. */
export const clusterOfBefore = (n: number, of: Document = {}): Document => ({
  _id: idOfBefore(digestId(2, n)),
  tenant: 'bank-a',
  partner: 'lagos',
  session: 'june',
  seq: n + 1,
  domain: 'mfb',
  service: null,
  branch_id: 'ikeja',
  cluster_type: 'amount_mismatch',
  decision_status: 'pending',
  is_reconciled: false,
  agent_invoked: false,
  created_at: new Date(5),
  run_id: 'run-1',
  run_place: 1,
  rule: 'key equal, amounts differ',
  reason: 'no bank row',
  sample_gl_day: 20_000,
  sample_bank_day: null,
  date_delta_days: 1,
  amount_delta_minor: 250,
  amount_minor: -9_000_000_000_000_000 + n,
  currency: 'NGN',
  looks_like: [{ kind: 'adds_up', recordIds: [digestId(1, 7)], sentence: 'It comes to “₦ 5”.' }],
  gl_record_ids: [idOfBefore(digestId(1, 2 * n))],
  bank_record_ids: [idOfBefore(digestId(1, 2 * n + 1))],
  ingestions: ['gl-1'],
  positions: new Binary(Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0])),
  voided: false,
  voided_at: null,
  void_reason: null,
  updated_at: new Date(6),
  ...of,
});

export const rowsOfBefore = ({ common, entries, digest }: AuditBatch): Document[] =>
  entries.map((entry) => ({
    _id: idOfBefore(entry.auditId),
    tenant: common.tenant,
    partner: common.partner,
    session: entry.session,
    seq: entry.ordinal + 1,
    operation_id: common.operationId,
    ordinal: entry.ordinal,
    batch_digest: digest,
    is_recurring: common.isRecurring,
    resolution_request_id: common.requestId,
    cluster_id: idOfBefore(entry.clusterId),
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
    metadata: JSON.stringify(common.metadata),
    learned_value: entry.learned?.value ?? null,
    learned_currency: entry.learned?.currency ?? null,
    gl_record_ids: entry.glRecordIds.map(idOfBefore),
    bank_record_ids: entry.bankRecordIds.map(idOfBefore),
    created_at: new Date(common.createdAt),
  }));

export const patternOfBefore = (pattern: Pattern): Document => ({
  _id: new ObjectId(),
  tenant: pattern.tenant,
  partner: pattern.partner,
  domain: pattern.domain,
  intelligence_type: pattern.type,
  pattern_id: pattern.patternId,
  version: pattern.version,
  pattern: patternText(pattern),
});

const PARTNER = { tenant: 1, partner: 1 } as const;
const INDEXES_OF_BEFORE = {
  banking_clusters: [
    { name: 'by_session', key: { ...PARTNER, session: 1, seq: 1, voided: 1, domain: 1 } },
    { name: 'by_type', key: { ...PARTNER, domain: 1, cluster_type: 1, decision_status: 1, voided: 1 } },
  ],
  exception_resolution: [{ name: 'by_partner', key: { ...PARTNER, seq: 1 } }],
  resolution_intelligence: [
    { name: 'by_key', key: { ...PARTNER, domain: 1, intelligence_type: 1 }, unique: true },
    { name: 'by_id', key: { ...PARTNER, pattern_id: 1 } },
  ],
};

/** Makes a database that was opened one of before, with these documents. */
export async function goBefore(
  db: Db,
  documents: Readonly<Partial<Record<keyof typeof INDEXES_OF_BEFORE, readonly Document[]>>>,
): Promise<void> {
  for (const [name, indexes] of Object.entries(INDEXES_OF_BEFORE)) {
    const collection = db.collection(name);
    await collection.dropIndexes();
    await collection.deleteMany({});
    await collection.createIndexes(indexes);
    const some = documents[name as keyof typeof INDEXES_OF_BEFORE] ?? [];
    if (some.length > 0) await collection.insertMany([...some]);
  }
  await db.collection<{ _id: string }>('schema').updateOne({ _id: 'tieout' }, { $set: { version: SCHEMA_OF_BEFORE } });
}
