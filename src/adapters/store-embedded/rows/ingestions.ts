// Ingestions in SQLite: the header as JSON, and the rejected lines in a column of their own.

import type { IngestionHeader } from '../../../core/records/documents/ingestion.ts';
import type { Ingestions } from '../../../ports/ingestions.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import type { Keys } from '../keys.ts';

export function ingestionOperations(db: Database, keys: Keys): Synchronous<Ingestions> {
  const get = (ingestionId: string): IngestionHeader | null => {
    const row = db.get<{ header: string }>('select header from ingestion where ingestion_id = ?', ingestionId);
    return row && JSON.parse(row.header);
  };
  return {
    get,
    add: ({ header: { ...header }, rejected }) =>
      db.transaction(() => {
        const stored: IngestionHeader = { ...header, rejectedRows: rejected.length };
        const added = db.insert(
          `insert into ingestion (ingestion_id, session, header, rejected) values (?, ?, ?, ?)
             on conflict (ingestion_id) do nothing`,
          header.ingestionId,
          keys.session(header.key),
          JSON.stringify(stored),
          JSON.stringify(rejected),
        );
        return { header: get(header.ingestionId)!, added: added !== null };
      }),
    live({ tenant, partner, session }) {
      const row = db.get<{ ingestions: string }>(
        'select ingestions from session where tenant = ? and partner = ? and session = ?',
        tenant,
        partner,
        session,
      );
      return row === null ? [] : (JSON.parse(row.ingestions) as string[]).map((id) => get(id)!);
    },
    rejected(ingestionId) {
      const row = db.get<{ rejected: string }>('select rejected from ingestion where ingestion_id = ?', ingestionId);
      return row === null ? [] : JSON.parse(row.rejected);
    },
  };
}
