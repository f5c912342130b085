// The life of journals in MongoDB: documents that are only ever added. A unique index allows one event for each version
// of a journal, another one batch for each id.

import { ObjectId } from 'mongodb';
import type { JournalBatch, JournalEvent, JournalRow } from '../../../core/records/journal-life.ts';
import type { PartnerScope } from '../../../core/records/session-key.ts';
import { type Journals, MOST_POSTED } from '../../../ports/partners/journals.ts';
import { insertMissing, unlessDuplicate } from '../connection/inserting.ts';
import type { LongTexts } from '../connection/long-texts.ts';
import type { Collections } from '../documents.ts';
import type { JournalBatchDocument, JournalEventDocument, JournalRowDocument } from '../row-documents.ts';

export function journalOperations(
  { journals, journal_events: events, journal_batches: batches }: Collections,
  texts: LongTexts,
): Journals {
  const toBatch = async (document: JournalBatchDocument): Promise<JournalBatch> => ({
    ...{ batchId: document.batch_id, session: document.session, at: document.at.getTime(), by: document.by },
    content: await texts.read(document, document.content),
  });
  const found = async (scope: PartnerScope, batchId: string): Promise<JournalBatch | null> => {
    const document = await batches.findOne({ ...ofScope(scope), batch_id: batchId });
    return document && toBatch(document);
  };
  return {
    async know(scope, rows) {
      if (rows.length > 0) {
        await insertMissing(
          journals,
          rows.map((row) => toKnownDocument(scope, row)),
        );
      }
    },
    async known(scope, ids) {
      const named = journals.find({ ...ofScope(scope), journal_id: { $in: [...ids] } });
      return (await named.sort({ journal_id: 1 }).toArray()).map(toKnown);
    },
    async knownWithin(scope, { fromDay, toDay }) {
      const within = journals.find({ ...ofScope(scope), day: { $gte: fromDay, $lte: toDay } });
      // Sorting by day makes the server use that index; it goes through all journals of the partner by id otherwise.
      const found = (await within.sort({ day: 1 }).toArray()).map(toKnown);
      return found.sort((a, b) => (a.journalId < b.journalId ? -1 : 1));
    },
    async postedAs(scope, references) {
      const called = { ...ofScope(scope), reference: { $in: [...references], $gt: '' } };
      // Sorted so, the server takes the index of references and goes through no other events of the partner.
      const posted = await events.find(called).sort({ reference: 1 }).project({ _id: 0, journal_id: 1 }).toArray();
      const ids = [...new Set(posted.map(({ journal_id: id }) => id as string))];
      const named = journals.find({ ...ofScope(scope), journal_id: { $in: ids } });
      return (await named.sort({ journal_id: 1 }).limit(MOST_POSTED).toArray()).map(toKnown);
    },
    async events(scope, ids) {
      const named = events.find({ ...ofScope(scope), journal_id: { $in: [...ids] } });
      return (await named.sort({ journal_id: 1, version: 1 }).toArray()).map(toEvent);
    },
    async add(scope, added) {
      if (added.length > 0) {
        await insertMissing(
          events,
          added.map((event) => toDocument(scope, event)),
        );
      }
    },
    async keepBatch(scope, { batchId, session, at, by, content }) {
      const known = await found(scope, batchId);
      if (known !== null) return known;
      const pieces = await texts.keep({ ...ofScope(scope), owner: `journals ${JSON.stringify([batchId])}` }, content);
      const of = { batch_id: batchId, session, at: new Date(at), by, content: pieces };
      const document = { _id: new ObjectId(), ...ofScope(scope), ...of };
      if ((await unlessDuplicate(batches.insertOne(document))) !== null) return toBatch(document);
      // Another call kept it meanwhile.
      await texts.forget(scope, pieces);
      return (await found(scope, batchId))!;
    },
    batch: found,
  };
}

const ofScope = ({ tenant, partner }: PartnerScope) => ({ tenant, partner });

const toDocument = (
  scope: PartnerScope,
  { journalId, version, kind, at, by, ...of }: JournalEvent,
): JournalEventDocument => ({
  ...{ _id: new ObjectId(), ...ofScope(scope), journal_id: journalId, version, kind, at: new Date(at), by },
  ...{ batch_id: of.batchId, reference: of.reference, posted_on: of.postedOn },
  ...{ session: of.session, record_id: of.recordId },
});

const toEvent = ({ journal_id, version, kind, at, by, ...of }: JournalEventDocument): JournalEvent => ({
  ...{ journalId: journal_id, version, kind, at: at.getTime(), by },
  ...{ batchId: of.batch_id, reference: of.reference, postedOn: of.posted_on },
  ...{ session: of.session ?? null, recordId: of.record_id ?? null },
});

const toKnownDocument = (
  scope: PartnerScope,
  { journalId, recordId, clusterId, ...of }: JournalRow,
): JournalRowDocument => ({
  ...{ _id: new ObjectId(), ...ofScope(scope), journal_id: journalId, record_id: recordId, cluster_id: clusterId },
  ...of,
});

const toKnown = ({ journal_id, record_id, session, uid, cluster_id, ...of }: JournalRowDocument): JournalRow => ({
  ...{ journalId: journal_id, recordId: record_id, session, uid, clusterId: cluster_id },
  ...{ side: of.side, day: of.day, amount: of.amount, currency: of.currency },
});
