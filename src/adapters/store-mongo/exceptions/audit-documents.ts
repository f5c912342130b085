// Audit rows as documents and back. The request's metadata is a document, with the learned value in it, so that other
// programs can query it. BSON cannot express some JSON exactly (an unpaired surrogate, names that the driver takes for
// types, a hundred levels). Then the metadata is kept as a JSON text.

import { isDeepStrictEqual } from 'node:util';
import { BSON, type Document } from 'mongodb';
import type { AuditCommon, AuditEntry, AuditRow, LearnedValue } from '../../../core/records/documents/audit.ts';
import type { JsonObject } from '../../../core/records/documents/json.ts';
import { packDigestIds } from '../../../core/records/rows/digest-ids.ts';
import { countOf, instantOf, namedSession, textOf, textsOf } from '../contract-names.ts';
import type { AuditDocument } from '../decision-documents.ts';
import { magnitudeOf, unitsOf } from '../stored-money.ts';

/** A document as it is read: any field may be missing. */
type StoredRow = Pick<AuditDocument, '_id'> & {
  readonly [Name in Exclude<keyof AuditDocument, '_id'>]?: AuditDocument[Name] | null | undefined;
};

/** The server accepts a few more levels. */
const MOST_LEVELS = 90;

/** The request's metadata, which all rows of a batch share. */
export function metadataOf(metadata: JsonObject): Pick<AuditDocument, 'metadata' | 'metadata_text'> {
  return isDocument(metadata) ? { metadata } : { metadata: {}, metadata_text: JSON.stringify(metadata) };
}

function isDocument(metadata: JsonObject): boolean {
  if (levelsOf(metadata) > MOST_LEVELS) return false;
  try {
    return isDeepStrictEqual(BSON.deserialize(BSON.serialize(metadata)), metadata);
  } catch {
    return false;
  }
}

function levelsOf(value: unknown): number {
  let levels = 0;
  for (let level: unknown[] = [value]; level.length > 0; levels++) {
    level = level.flatMap((one) => (one !== null && typeof one === 'object' ? Object.values(one) : []));
  }
  return levels;
}

/** The metadata with the learned value in it, and its currency. */
export function learnedFields(
  metadata: Document,
  learned: LearnedValue | null,
): Pick<AuditDocument, 'metadata' | 'learned_currency'> {
  if (learned === null) return { metadata, learned_currency: null };
  const { value, currency } = learned;
  const learned_value = currency === null ? value : unitsOf(value, currency);
  return { metadata: { ...metadata, learned_value }, learned_currency: currency };
}

export function documentOf(
  { common, digest }: { readonly common: AuditCommon; readonly digest: string },
  entry: AuditEntry,
  { seq, said }: { readonly seq: number; readonly said: ReturnType<typeof metadataOf> },
): AuditDocument {
  return {
    _id: packDigestIds([entry.auditId]),
    audit_id: entry.auditId,
    ...namedSession({ ...common, session: entry.session }),
    seq,
    operation_id: common.operationId,
    ordinal: entry.ordinal,
    batch_digest: digest,
    is_recurring: common.isRecurring,
    resolution_request_id: common.requestId,
    cluster_id: entry.clusterId,
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
    ...said,
    ...learnedFields(said.metadata, entry.learned),
    gl_record_ids: entry.glRecordIds,
    bank_record_ids: entry.bankRecordIds,
    ...(common.caller !== undefined && { caller: common.caller }),
    created_at: new Date(common.createdAt),
  };
}

/** `currency`: for learned amounts without one. */
export function toRow(document: StoredRow, currency: string): AuditRow {
  const { learned_value, ...metadata } = objectOf(document.metadata);
  const own = document.learned_currency || currency;
  return {
    auditId: textOf(document.audit_id) ?? textOf(document._id) ?? '',
    ordinal: countOf(document.ordinal) ?? 0,
    operationId: textOf(document.operation_id) ?? '',
    batchDigest: textOf(document.batch_digest),
    isRecurring: document.is_recurring === true,
    requestId: textOf(document.resolution_request_id) ?? '',
    tenant: document.tenant_id!,
    partner: document.partner_id!,
    domain: textOf(document.domain) ?? '',
    clusterId: textOf(document.cluster_id) ?? '',
    session: textOf(document.session_id) ?? '',
    branchId: textOf(document.branch_id),
    type: textOf(document.cluster_type) ?? '',
    decision: document.decision!,
    before: document.status_before!,
    after: document.status_after!,
    method: document.resolution_method!,
    autoResolved: document.auto_resolved === true,
    resolved: document.resolved === true,
    matched: document.matched === true,
    note: textOf(document.note),
    metadata: document.metadata_text ? JSON.parse(document.metadata_text) : jsonOf(metadata),
    learned: learnedOf(learned_value, { isAmount: document.cluster_type === 'amount_mismatch', currency: own }),
    glRecordIds: textsOf(document.gl_record_ids),
    bankRecordIds: textsOf(document.bank_record_ids),
    caller: textOf(document.caller) ?? undefined,
    createdAt: instantOf(document.created_at) ?? 0,
  };
}

/** A learned value: days or an amount; null if it is neither. */
export function learnedOf(
  value: unknown,
  { isAmount, currency }: { readonly isAmount: boolean; readonly currency: string },
): LearnedValue | null {
  const learned = isAmount ? magnitudeOf(value, currency) : countOf(value);
  return learned === null ? null : { value: learned, currency: isAmount ? currency : null };
}

const objectOf = (value: unknown): Document =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};

/** Values without a JSON form, which other programs wrote, become texts. */
function jsonOf(value: Document): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, jsonValueOf(member)]));
}

function jsonValueOf(value: unknown): JsonObject[string] {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (Array.isArray(value)) return value.map(jsonValueOf);
  return Object.getPrototypeOf(value) === Object.prototype ? jsonOf(value as Document) : textOf(value);
}
