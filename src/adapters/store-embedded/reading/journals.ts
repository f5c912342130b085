// The life of journals in SQLite: rows that are only ever added.

import type { JournalBatch, JournalEvent, JournalEventKind, JournalRow } from '../../../core/records/journal-life.ts';
import type { Side } from '../../../core/records/rows/columns.ts';
import { type Journals, MOST_POSTED } from '../../../ports/partners/journals.ts';
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
  session: string | null;
  record_id: string | null;
};
type KnownRow = {
  journal_id: string;
  session: string;
  record_id: string;
  uid: string;
  cluster_id: string | null;
  side: string;
  day: number;
  amount: number;
  currency: string;
};
type BatchRow = { batch_id: string; session: string; at: number; by: string | null; content: string };

const BATCH = `select batch_id, session, made_at as at, made_by as by, content from journal_batch
  where tenant = ? and partner = ? and batch_id = ?`;

const KNOWN = `select journal_id, session, record_id, uid, cluster_id, side, day, amount, currency from journal
  where tenant = ? and partner = ?`;

export const journalOperations = (db: Database): Synchronous<Journals> => ({
  know: ({ tenant, partner }, rows) =>
    db.transaction(() => {
      for (const { journalId, session, recordId, uid, clusterId, side, day, amount, currency } of rows) {
        db.run(
          `insert into journal
             (tenant, partner, journal_id, session, record_id, uid, cluster_id, side, day, amount, currency)
             values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
          ...[tenant, partner, journalId, session, recordId, uid, clusterId, side, day, amount, currency],
        );
      }
    }),
  known({ tenant, partner }, ids) {
    const of = `${KNOWN} and journal_id in (select value from json_each(?)) order by journal_id`;
    return db.all<KnownRow>(of, tenant, partner, JSON.stringify(ids)).map(toKnown);
  },
  knownWithin({ tenant, partner }, { fromDay, toDay }) {
    const of = `${KNOWN} and day between ? and ? order by journal_id`;
    return db.all<KnownRow>(of, tenant, partner, fromDay, toDay).map(toKnown);
  },
  postedAs({ tenant, partner }, references) {
    const of = `${KNOWN} and journal_id in (select journal_id from journal_event
        where tenant = ? and partner = ? and reference is not null and reference in (select value from json_each(?)))
      order by journal_id limit ${MOST_POSTED}`;
    return db.all<KnownRow>(of, tenant, partner, tenant, partner, JSON.stringify(references)).map(toKnown);
  },
  events({ tenant, partner }, ids) {
    const rows = db.all<EventRow>(
      `select journal_id, version, kind, made_at as at, made_by as by, batch_id, reference, posted_on,
              session, record_id
         from journal_event where tenant = ? and partner = ? and journal_id in (select value from json_each(?))
         order by journal_id, version`,
      ...[tenant, partner, JSON.stringify(ids)],
    );
    return rows.map(toEvent);
  },
  add: ({ tenant, partner }, events) =>
    db.transaction(() => {
      for (const { journalId, version, kind, at, by, ...of } of events) {
        db.run(
          `insert into journal_event
             (tenant, partner, journal_id, version, kind, made_at, made_by, batch_id, reference, posted_on,
              session, record_id)
             values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
          ...[tenant, partner, journalId, version, kind, at, by, of.batchId, of.reference, of.postedOn],
          ...[of.session, of.recordId],
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

const toEvent = ({ journal_id, version, kind, at, by, ...of }: EventRow): JournalEvent => ({
  ...{ journalId: journal_id, version, kind: kind as JournalEventKind, at, by },
  ...{ batchId: of.batch_id, reference: of.reference, postedOn: of.posted_on },
  ...{ session: of.session, recordId: of.record_id },
});

const toKnown = ({ journal_id, record_id, cluster_id, side, ...of }: KnownRow): JournalRow => ({
  ...{ journalId: journal_id, recordId: record_id, clusterId: cluster_id, side: side as Side, ...of },
});

const toBatch = ({ batch_id, ...batch }: BatchRow): JournalBatch => ({ batchId: batch_id, ...batch });
