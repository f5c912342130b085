// Remembered formats in MongoDB: a document for each, with its plan as JSON, because marks and titles may be any text.

import { ObjectId } from 'mongodb';
import { FORMATS_LISTED } from '../../../core/limits.ts';
import type { FormatKey, RememberedFormat } from '../../../core/reading/remembered-format.ts';
import type { Formats } from '../../../ports/partners/formats.ts';
import { upserted } from '../connection/inserting.ts';
import type { Collections } from '../documents.ts';
import type { FormatDocument } from '../row-documents.ts';

export function formatOperations({ formats }: Collections): Formats {
  const ofKey = ({ tenant, partner, formatId }: FormatKey) => ({ tenant, partner, format_id: formatId });
  return {
    async get(key) {
      const document = await formats.findOne(ofKey(key));
      return document && toFormat(document);
    },
    async put(format) {
      const content = { remembered_at: new Date(format.rememberedAt), format: JSON.stringify(format) };
      const change = { $set: content, $setOnInsert: { _id: new ObjectId() } };
      await upserted(() => formats.updateOne(ofKey(format), change, { upsert: true }));
    },
    async forget(key) {
      return (await formats.deleteOne(ofKey(key))).deletedCount === 1;
    },
    async list({ tenant, partner }) {
      const of = { ...(tenant !== undefined && { tenant }), ...(partner !== undefined && { partner }) };
      const found = formats.find(of, { sort: { remembered_at: -1, format_id: 1 }, limit: FORMATS_LISTED });
      return (await found.toArray()).map(toFormat);
    },
  };
}

const toFormat = ({ format }: FormatDocument): RememberedFormat => JSON.parse(format);
