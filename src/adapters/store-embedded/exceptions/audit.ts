// The audit in SQLite: rows that are only ever added. The fields that all rows of a call share are one row in
// audit_batch.

import type { AuditCommon, AuditRow } from '../../../core/records/documents/audit.ts';
import { DECISION_STATUSES } from '../../../core/records/documents/clusters.ts';
import { digestIdAt, digestIdsIn, isDigestId, packDigestIds } from '../../../core/records/rows/digest-ids.ts';
import type { Audit, AuditFilter, AuditScope } from '../../../ports/audit.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { Database, SqlRow } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import type { Keys } from '../keys.ts';
import { requireHeld } from './operations.ts';

const METHODS = ['manual', 'auto'] as const;

const INSERT = `insert into audit (audit_id, batch, ordinal, scope, cluster, session, branch, type, status_before,
  status_after, method, resolved, matched, note, learned, learned_currency, gl_ids, bank_ids, at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (audit_id) do nothing`;

/** An audit row, with the shared fields of its call. */
export interface AuditSqlRow extends SqlRow {
  id: number;
  audit_id: Uint8Array;
  ordinal: number;
  cluster: Uint8Array;
  session: number;
  branch: number | null;
  type: number;
  status_before: number;
  status_after: number;
  method: number;
  resolved: number;
  matched: number;
  note: string | null;
  learned: number | null;
  learned_currency: number | null;
  gl_ids: Uint8Array;
  bank_ids: Uint8Array;
  at: number;
  scope: number;
  common: string;
  request: string;
  digest: string;
}

/** A row with another scope than its call is left out. */
export const FROM_AUDIT =
  'from audit join audit_batch on audit_batch.id = audit.batch and audit_batch.scope = audit.scope';

const CHANGED = (rows: string): string => `${rows}.status_before <> ${rows}.status_after`;

type AuditRows = Pick<Audit, 'insertIfAbsent' | 'page' | 'taggedRecurring' | 'count' | 'standing'>;

export function auditOperations(db: Database, keys: Keys): Synchronous<AuditRows> {
  return {
    insertIfAbsent: ({ common, entries, digest }, held) =>
      db.transaction(() => {
        requireHeld(db, held);
        if (entries.length === 0) return;
        const scope = keys.scope(common);
        const labelled = (text: string | null): number | null => (text === null ? null : keys.label(text));
        db.run(
          `insert into audit_batch (operation_id, request, scope, common, digest) values (?, ?, ?, ?, ?)
             on conflict do nothing`,
          common.operationId,
          common.requestId,
          scope,
          JSON.stringify(common),
          digest,
        );
        const batch = db.get<{ id: number }>('select id from audit_batch where operation_id = ?', common.operationId)!;
        const add = db.statement(INSERT);
        for (const one of entries) {
          add.run(
            packDigestIds([one.auditId]),
            batch.id,
            one.ordinal,
            scope,
            packDigestIds([one.clusterId]),
            keys.label(one.session),
            labelled(one.branchId),
            keys.label(one.type),
            DECISION_STATUSES.indexOf(one.before),
            DECISION_STATUSES.indexOf(one.after),
            METHODS.indexOf(one.method),
            Number(one.resolved),
            Number(one.matched),
            one.note,
            one.learned?.value ?? null,
            labelled(one.learned?.currency ?? null),
            packDigestIds(one.glRecordIds),
            packDigestIds(one.bankRecordIds),
            common.createdAt,
          );
        }
      }),
    page(scope, { after, limit, ...filter }) {
      const narrowed = narrowing(scope, filter, keys);
      if (narrowed === null) return { rows: [], next: null };
      const found = db.all<AuditSqlRow>(
        `select audit.*, common, request, digest ${narrowed.sql} and (audit.at, audit.id) > (?, ?)
           order by audit.at, audit.id limit ?`,
        ...narrowed.values,
        after?.at ?? -1,
        after?.place ?? 0,
        limit + 1,
      );
      const { rows, last } = pageOf(found, limit);
      return { rows: rows.map((row) => toRow(row, keys)), next: last && { at: last.at, place: last.id } };
    },
    taggedRecurring({ tenant, partner, domain, type, currency }) {
      const rows = db.all<{ learned: number; common: string }>(
        `select learned, common from audit join audit_batch on audit_batch.id = audit.batch
           where audit.scope = ? and type = ? and learned is not null and learned_currency is ?`,
        keys.knownScope({ tenant, partner }),
        keys.knownLabel(type),
        currency === null ? null : (keys.knownLabel(currency) ?? -1),
      );
      const batches = new Map<string, AuditCommon>();
      return rows.flatMap(({ learned: value, common: text }) => {
        const common = batches.get(text) ?? (JSON.parse(text) as AuditCommon);
        batches.set(text, common);
        return common.domain === domain && common.isRecurring ? [{ value, at: common.createdAt }] : [];
      });
    },
    standing({ operationId, ...scope }) {
      const found = db.all<{ cluster: Uint8Array; type: number; status_after: number }>(
        `select audit.cluster, audit.type, audit.status_after ${FROM_AUDIT}
           join cluster on cluster.cluster_id = audit.cluster
           where audit_batch.operation_id = ? and audit_batch.scope = ? and ${CHANGED('audit')}
             and cluster.voided_at is null and cluster.status = audit.status_after and not exists (
               select 1 from audit as later where later.cluster = audit.cluster and later.scope = audit.scope
                 and ${CHANGED('later')} and (later.at, later.id) > (audit.at, audit.id))
           order by audit.cluster`,
        operationId,
        keys.knownScope(scope) ?? -1,
      );
      return found.map(({ cluster, type, status_after: status }) => ({
        clusterId: digestIdAt(cluster, 0),
        type: keys.labelText(type),
        status: DECISION_STATUSES[status],
      }));
    },
    count(scope, filter) {
      const narrowed = narrowing(scope, filter, keys);
      if (narrowed === null) return 0;
      return db.get<{ n: number }>(`select count(*) as n ${narrowed.sql}`, ...narrowed.values)!.n;
    },
  };
}

/** Null if nothing stored can match. The plus hides a condition from the planner, so that it uses the narrowest index. */
function narrowing(
  scope: AuditScope,
  { session, clusterId, requestId, caller, type }: AuditFilter,
  keys: Keys,
): { readonly sql: string; readonly values: (string | number | Uint8Array)[] } | null {
  const label = keys.knownScope(scope);
  const ofSession = session === undefined ? undefined : keys.knownLabel(session);
  const ofType = type === undefined ? undefined : keys.knownLabel(type);
  if (label === null || ofSession === null || ofType === null) return null;
  if (clusterId !== undefined && !isDigestId(clusterId)) return null;
  const isNarrow = clusterId !== undefined || ofSession !== undefined;
  const isByType = ofType !== undefined && !isNarrow;
  const conditions: [string, string | number | Uint8Array][] = [[`${isNarrow ? '+' : ''}audit.scope = ?`, label]];
  if (clusterId !== undefined) conditions.push(['cluster = ?', packDigestIds([clusterId])]);
  if (ofSession !== undefined) conditions.push([`${clusterId === undefined ? '' : '+'}session = ?`, ofSession]);
  if (ofType !== undefined) conditions.push([`${isByType ? '' : '+'}audit.type = ?`, ofType]);
  if (caller !== undefined) conditions.push(["json_extract(common, '$.caller') = ?", caller]);
  if (requestId !== undefined) conditions.push(['request = ?', requestId]);
  return {
    sql: `${FROM_AUDIT}
      where ${conditions.map(([condition]) => condition).join(' and ')}`,
    values: conditions.map(([, value]) => value),
  };
}

export function toRow(row: AuditSqlRow, keys: Keys): AuditRow {
  const common: AuditCommon = JSON.parse(row.common);
  const [tenant, partner] = JSON.parse(keys.labelText(row.scope));
  const textOf = (label: number | null): string | null => (label === null ? null : keys.labelText(label));
  return {
    ...{ ...common, tenant, partner, requestId: row.request },
    auditId: digestIdAt(row.audit_id, 0),
    ordinal: row.ordinal,
    batchDigest: row.digest,
    clusterId: digestIdAt(row.cluster, 0),
    session: keys.labelText(row.session),
    branchId: textOf(row.branch),
    type: keys.labelText(row.type),
    before: DECISION_STATUSES[row.status_before],
    after: DECISION_STATUSES[row.status_after],
    method: METHODS[row.method],
    resolved: row.resolved === 1,
    matched: row.matched === 1,
    note: row.note,
    learned: row.learned === null ? null : { value: row.learned, currency: textOf(row.learned_currency) },
    glRecordIds: digestIdsIn(row.gl_ids),
    bankRecordIds: digestIdsIn(row.bank_ids),
  };
}
