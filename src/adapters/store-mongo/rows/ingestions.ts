// Ingestions in MongoDB: header and rejected lines as JSON. An ingestion that is added again while a sweep is about to
// remove it stays (upkeep.ts).

import { ObjectId } from 'mongodb';
import type { IngestionHeader, RejectedRow } from '../../../core/records/documents/ingestion.ts';
import { chunksOf } from '../../../core/records/rows/chunks.ts';
import { sessionKeyOf } from '../../../core/records/session-key.ts';
import { missing } from '../../../ports/every-store/failures.ts';
import type { Ingestions } from '../../../ports/ingestions.ts';
import type { Counters } from '../connection/counters.ts';
import { unlessDuplicate } from '../connection/inserting.ts';
import type { LongTexts } from '../connection/long-texts.ts';
import type { Collections } from '../documents.ts';
import type { IngestionDocument } from '../row-documents.ts';
import { touchSession } from '../runs/sessions.ts';

/** Ids in one query. */
const IDS = 100;

export function ingestionOperations(
  collections: Collections,
  { counters, texts }: { readonly counters: Counters; readonly texts: LongTexts },
): Ingestions {
  const { ingestions, sessions } = collections;

  const headerOf = async (document: IngestionDocument): Promise<IngestionHeader> =>
    JSON.parse(await texts.read(document, document.header));

  return {
    async get(ingestionId) {
      const document = await ingestions.findOne({ ingestion_id: ingestionId });
      return document && headerOf(document);
    },
    async add({ header: { ...header }, rejected }) {
      const { ingestionId, key } = header;
      for (;;) {
        const known = await ingestions.findOneAndUpdate({ ingestion_id: ingestionId }, { $unset: { doomed: '' } });
        if (known !== null) return { header: await headerOf(known), added: false };
        const _id = new ObjectId();
        const { tenant, partner } = key;
        const of = { tenant, partner, owner: _id.toHexString() };
        const stored: IngestionHeader = { ...header, rejectedRows: rejected.length };
        const document = {
          _id,
          ingestion_id: ingestionId,
          ...sessionKeyOf(key),
          blocks: header.blocks,
          header: await texts.keep(of, JSON.stringify(stored)),
          rejected: await texts.keep(of, JSON.stringify(rejected)),
          unswept: true as const,
        };
        await touchSession(collections, counters, key);
        if ((await unlessDuplicate(ingestions.insertOne(document))) !== null) return { header: stored, added: true };
        await texts.removeOf(of);
      }
    },
    async live(key) {
      const session = await sessions.findOne(sessionKeyOf(key), { projection: { ingestions: 1 } });
      const found = new Map<string, IngestionHeader>();
      for (const ids of chunksOf(session?.ingestions ?? [], IDS)) {
        for (const document of await ingestions.find({ ingestion_id: { $in: ids } }).toArray()) {
          found.set(document.ingestion_id!, await headerOf(document));
        }
      }
      return (session?.ingestions ?? []).map((id) => {
        const header = found.get(id);
        if (header === undefined) throw missing(`the ingestion ${id}`);
        return header;
      });
    },
    async rejected(ingestionId) {
      const document = await ingestions.findOne({ ingestion_id: ingestionId });
      return document === null ? [] : (JSON.parse(await texts.read(document, document.rejected)) as RejectedRow[]);
    },
  };
}
