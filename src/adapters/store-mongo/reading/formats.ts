// Remembered formats in MongoDB: a document for each, its plan as JSON, for marks and titles may be any text.

import { ObjectId } from 'mongodb';
import { FORMATS_LISTED } from '../../../core/limits.ts';
import type { FormatKey, RememberedFormat } from '../../../core/reading/remembered-format.ts';
import type { Formats } from '../../../ports/formats.ts';
import { isDuplicate } from '../connection/failures.ts';
import type { Collections } from '../documents.ts';
import type { FormatDocument } from '../row-documents.ts';

export function formatOperations({ formats }: Collections): Formats {
  const keyOf = ({ tenant, partner, formatId }: FormatKey) => ({ tenant, partner, format_id: formatId });
  return {
    async get(key) {
      const document = await formats.findOne(keyOf(key));
      return document && toFormat(document);
    },
    async put(format) {
      const content = { remembered_at: new Date(format.rememberedAt), format: JSON.stringify(format) };
      const write = () =>
        formats.updateOne(keyOf(format), { $set: content, $setOnInsert: { _id: new ObjectId() } }, { upsert: true });
      try {
        await write();
      } catch (error) {
        // Another one put the first of this key meanwhile: now it is there to be replaced.
        if (!isDuplicate(error)) throw error;
        await write();
      }
    },
    async forget(key) {
      return (await formats.deleteOne(keyOf(key))).deletedCount === 1;
    },
    async list({ tenant, partner }) {
      const of = { ...(tenant !== undefined && { tenant }), ...(partner !== undefined && { partner }) };
      const found = formats.find(of, { sort: { remembered_at: -1, format_id: 1 }, limit: FORMATS_LISTED });
      return (await found.toArray()).map(toFormat);
    },
  };
}

const toFormat = ({ format }: FormatDocument): RememberedFormat => JSON.parse(format);
