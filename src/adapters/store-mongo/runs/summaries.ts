// Summaries in MongoDB: documents that are only ever added. Unique indexes allow one summary for each count and cause.

import { ObjectId } from 'mongodb';
import type { SummaryRow } from '../../../core/records/documents/summary-row.ts';
import { sessionKeyOf } from '../../../core/records/session-key.ts';
import { basisOf } from '../../../core/summary/summary-json.ts';
import type { Summaries } from '../../../ports/summaries.ts';
import { unlessDuplicate } from '../connection/inserting.ts';
import type { LongTexts } from '../connection/long-texts.ts';
import type { Collections } from '../documents.ts';
import type { SummaryDocument } from '../row-documents.ts';
import { requireLatest } from './leases.ts';

export function summaryOperations(collections: Collections, texts: LongTexts): Summaries {
  const { summaries } = collections;
  const toRow = async (document: SummaryDocument): Promise<SummaryRow> => ({
    recalculationCount: document.recalculation_count,
    cause: document.cause,
    createdAt: document.created_at.getTime(),
    summary: JSON.parse(await texts.read(document, document.summary)),
  });
  return {
    async append(key, { cause, createdAt, summary, under }) {
      await requireLatest(collections, under);
      const { tenant, partner } = key;
      const owner = `summary ${JSON.stringify([key.session, cause])}`;
      for (;;) {
        const known = await summaries.findOne({ ...sessionKeyOf(key), cause }, { hint: 'by_cause' });
        if (known !== null) return toRow(known);
        const latest = await summaries.findOne(sessionKeyOf(key), {
          sort: { recalculation_count: -1 },
          projection: { recalculation_count: 1 },
        });
        const kept = await texts.keep({ tenant, partner, owner }, JSON.stringify(summary));
        const document = {
          _id: new ObjectId(),
          ...sessionKeyOf(key),
          recalculation_count: (latest?.recalculation_count ?? 0) + 1,
          cause,
          created_at: new Date(createdAt),
          summary: kept,
          basis: basisOf(summary) ?? '',
        };
        if ((await unlessDuplicate(summaries.insertOne(document))) !== null) return toRow(document);
        // Another summary has the count, or the cause.
        await texts.forget(key, kept);
      }
    },
    async latest(key) {
      const document = await summaries.findOne(sessionKeyOf(key), { sort: { recalculation_count: -1 } });
      return document && toRow(document);
    },
    async ofBasis(key, basis) {
      // Former versions stored the basis only in the text. It is copied from there once.
      for (const old of await summaries.find({ ...sessionKeyOf(key), basis: { $exists: false } }).toArray()) {
        const { summary } = await toRow(old);
        await summaries.updateOne({ _id: old._id }, { $set: { basis: basisOf(summary) ?? '' } });
      }
      const document = await summaries.findOne({ ...sessionKeyOf(key), basis }, { sort: { recalculation_count: -1 } });
      return document && toRow(document);
    },
    async version(key) {
      const latest = await summaries.findOne(sessionKeyOf(key), {
        sort: { recalculation_count: -1 },
        projection: { recalculation_count: 1 },
      });
      return latest?.recalculation_count ?? 0;
    },
    async history(key) {
      const documents = await summaries.find(sessionKeyOf(key), { sort: { recalculation_count: 1 } }).toArray();
      return Promise.all(documents.map(toRow));
    },
  };
}
