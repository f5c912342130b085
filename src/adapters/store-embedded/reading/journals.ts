// The life of journals in SQLite: rows that are only ever added.

import type { JournalBatch, JournalEvent, JournalEventKind } from '../../../core/records/journal-life.ts';
import type { Journals } from '../../../ports/partners/journals.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';

type EventRow = {
  journal_id: string;
  version: number;
  kind: string;
  at: number;
  by: string | null;
  batch_id: string | null;
  reference: string | null;
  posted_on: number | null;
};
type BatchRow = { batch_id: string; session: string; at: number; by: string | null; content: string };

const BATCH = `select batch_id, session, made_at as at, made_by as by, content from journal_batch
  where tenant = ? and partner = ? and batch_id = ?`;

export const journalOperations = (db: Database): Synchronous<Journals> => ({
  events({ tenant, partner }, ids) {
    const rows = db.all<EventRow>(
      `select journal_id, version, kind, made_at as at, made_by as by, batch_id, reference, posted_on
         from journal_event where tenant = ? and partner = ? and journal_id in (select value from json_each(?))
         order by journal_id, version`,
      ...[tenant, partner, JSON.stringify(ids)],
    );
    return rows.map(toEvent);
  },
  add: ({ tenant, partner }, events) =>
    db.transaction(() => {
      for (const { journalId, version, kind, at, by, batchId, reference, postedOn } of events) {
        db.run(
          `insert into journal_event
             (tenant, partner, journal_id, version, kind, made_at, made_by, batch_id, reference, posted_on)
             values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
          ...[tenant, partner, journalId, version, kind, at, by, batchId, reference, postedOn],
        );
      }
    }),
  keepBatch: ({ tenant, partner }, { batchId, session, at, by, content }) =>
    db.transaction(() => {
      db.run(
        `insert into journal_batch (tenant, partner, batch_id, session, made_at, made_by, content)
           values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
        ...[tenant, partner, batchId, session, at, by, content],
      );
      return toBatch(db.get<BatchRow>(BATCH, tenant, partner, batchId)!);
    }),
  batch({ tenant, partner }, batchId) {
    const row = db.get<BatchRow>(BATCH, tenant, partner, batchId);
    return row && toBatch(row);
  },
});

const toEvent = ({ journal_id, version, kind, at, by, batch_id, reference, posted_on }: EventRow): JournalEvent => ({
  ...{ journalId: journal_id, version, kind: kind as JournalEventKind, at, by },
  ...{ batchId: batch_id, reference, postedOn: posted_on },
});

const toBatch = ({ batch_id, ...batch }: BatchRow): JournalBatch => ({ batchId: batch_id, ...batch });
