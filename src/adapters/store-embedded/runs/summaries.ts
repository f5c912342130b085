// Summaries in SQLite: rows that are only ever added.

import type { SummaryRow } from '../../../core/records/documents/summary-row.ts';
import type { Summaries } from '../../../ports/summaries.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import type { Keys } from '../keys.ts';
import { underLease } from './leases.ts';

type Row = { recalculation_count: number; cause: string; created_at: number; summary: string };

const SELECT = 'select recalculation_count, cause, created_at, summary from summary where session = ?';

/** Must equal the expression of the index (schema.ts). */
const BASIS = `json_extract(summary, '$.scope.basis')`;

export function summaryOperations(db: Database, keys: Keys): Synchronous<Summaries> {
  return {
    append: (key, { cause, createdAt, summary, under }) =>
      underLease(db, under, () => {
        const session = keys.session(key);
        db.run(
          `insert into summary (session, recalculation_count, cause, created_at, summary)
             select ?1, 1 + coalesce(max(recalculation_count), 0), ?2, ?3, ?4 from summary where session = ?1
             on conflict (session, cause) do nothing`,
          session,
          cause,
          createdAt,
          JSON.stringify(summary),
        );
        return toRow(db.get<Row>(`${SELECT} and cause = ?`, session, cause)!);
      }),
    latest(key) {
      const row = db.get<Row>(`${SELECT} order by recalculation_count desc limit 1`, keys.knownSession(key));
      return row && toRow(row);
    },
    ofBasis(key, basis) {
      const row = db.get<Row>(
        `${SELECT} and ${BASIS} = ? order by recalculation_count desc limit 1`,
        keys.knownSession(key),
        basis,
      );
      return row && toRow(row);
    },
    version: (key) =>
      db.get<{ latest: number }>(
        'select coalesce(max(recalculation_count), 0) latest from summary where session = ?',
        keys.knownSession(key),
      )!.latest,
    history: (key) => db.all<Row>(`${SELECT} order by recalculation_count`, keys.knownSession(key)).map(toRow),
  };
}

function toRow({ recalculation_count, cause, created_at, summary }: Row): SummaryRow {
  return { recalculationCount: recalculation_count, cause, createdAt: created_at, summary: JSON.parse(summary) };
}
