// The chain over the audit in SQLite: links that are only ever added, and the batches that are chained or verified. A
// row is shown and verified only if its scope is its batch's.

import { type AuditLink, linkToStore, storedLink } from '../../../core/records/documents/audit-chain.ts';
import type { AuditChain } from '../../../ports/audit.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { Database, SqlRow } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import type { Keys } from '../keys.ts';
import { type AuditSqlRow, FROM_AUDIT, toRow } from './audit.ts';

interface LinkRow extends SqlRow {
  tenant: string;
  n: number;
  partner: string;
  operation_id: string;
  link: string;
}

const linkOf = ({ tenant, n, partner, operation_id: operationId, link }: LinkRow): AuditLink =>
  storedLink(link, { tenant, n, partner, operationId });

export function auditChainOperations(db: Database, keys: Keys): Synchronous<AuditChain> {
  const one = (sql: string, ...values: (string | number)[]): AuditLink | null => {
    const row = db.get<LinkRow>(sql, ...values);
    return row && linkOf(row);
  };
  return {
    rowsOf({ operationId, ...scope }, { after, limit }) {
      const label = keys.knownScope(scope);
      if (label === null) return [];
      const rows = db.all<AuditSqlRow>(
        `select audit.*, common, request, digest ${FROM_AUDIT}
           where audit_batch.operation_id = ? and audit_batch.scope = ? and audit.id > ? order by +audit.id limit ?`,
        ...[operationId, label, after ?? 0, limit],
      );
      return rows.map((row) => ({ row: toRow(row, keys), place: row.id }));
    },
    countOf({ operationId, ...scope }) {
      const label = keys.knownScope(scope) ?? -1;
      const sql = `select count(*) as n ${FROM_AUDIT} where audit_batch.operation_id = ? and audit_batch.scope = ?`;
      return db.get<{ n: number }>(sql, operationId, label)!.n;
    },
    batches(tenant, { after, limit }) {
      const prefix = `[${JSON.stringify(tenant)},`;
      const found = db.all<{ id: number; operation_id: string; text: string }>(
        `select audit_batch.id, operation_id, text from audit_batch join label on label.id = audit_batch.scope
           where audit_batch.id > ?1 and substr(text, 1, length(?2)) = ?2 order by audit_batch.id limit ?3`,
        ...[Number(after ?? 0), prefix, limit + 1],
      );
      const { rows, last } = pageOf(found, limit);
      return {
        batches: rows.map(({ operation_id: operationId, text }) => {
          const [ofTenant, partner] = JSON.parse(text);
          return { tenant: ofTenant, partner, operationId };
        }),
        next: last && String(last.id),
      };
    },
    lastLink: (tenant) => one('select * from audit_link where tenant = ? order by n desc limit 1', tenant),
    linkOf: ({ tenant, partner, operationId }) =>
      one(
        'select * from audit_link where operation_id = ? and tenant = ? and partner = ?',
        operationId,
        tenant,
        partner,
      ),
    addLink: (link) =>
      db.insert(
        `insert into audit_link (tenant, n, partner, operation_id, link) values (?, ?, ?, ?, ?) on conflict do nothing`,
        link.tenant,
        link.n,
        link.partner,
        link.operationId,
        linkToStore(link),
      ) !== null,
    links: (tenant, { after, limit }) =>
      db
        .all<LinkRow>('select * from audit_link where tenant = ? and n > ? order by n limit ?', tenant, after, limit)
        .map(linkOf),
  };
}
