// Summaries in MongoDB: documents that are only ever added. Two unique indexes give each count and each cause to one.

import { ObjectId } from 'mongodb';
import type { SummaryRow } from '../../../core/records/documents/summary-row.ts';
import { basisOf } from '../../../core/summary/summary-json.ts';
import type { Summaries } from '../../../ports/summaries.ts';
import { isDuplicate } from '../connection/failures.ts';
import type { LongTexts } from '../connection/long-texts.ts';
import type { Collections } from '../documents.ts';
import type { SummaryDocument } from '../row-documents.ts';
import { requireLatest } from './leases.ts';
import { keyOf } from './sessions.ts';

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
        const known = await summaries.findOne({ ...keyOf(key), cause }, { hint: 'by_cause' });
        if (known !== null) return toRow(known);
        const latest = await summaries.findOne(keyOf(key), {
          sort: { recalculation_count: -1 },
          projection: { recalculation_count: 1 },
        });
        const kept = await texts.keep({ tenant, partner, owner }, JSON.stringify(summary));
        const document = {
          _id: new ObjectId(),
          ...keyOf(key),
          recalculation_count: (latest?.recalculation_count ?? 0) + 1,
          cause,
          created_at: new Date(createdAt),
          summary: kept,
          basis: basisOf(summary) ?? '',
        };
        try {
          await summaries.insertOne(document);
          return toRow(document);
        } catch (error) {
          if (!isDuplicate(error)) throw error;
          // Another one took the count, or the cause.
          await texts.forget(key, kept);
        }
      }
    },
    async latest(key) {
      const document = await summaries.findOne(keyOf(key), { sort: { recalculation_count: -1 } });
      return document && toRow(document);
    },
    async ofBasis(key, basis) {
      // Summaries of former versions have it only in their text: each is read once for it.
      for (const old of await summaries.find({ ...keyOf(key), basis: { $exists: false } }).toArray()) {
        const { summary } = await toRow(old);
        await summaries.updateOne({ _id: old._id }, { $set: { basis: basisOf(summary) ?? '' } });
      }
      const document = await summaries.findOne({ ...keyOf(key), basis }, { sort: { recalculation_count: -1 } });
      return document && toRow(document);
    },
    async history(key) {
      const documents = await summaries.find(keyOf(key), { sort: { recalculation_count: 1 } }).toArray();
      return Promise.all(documents.map(toRow));
    },
  };
}
