// Lists that are screened against in MongoDB: a document for each head, and one for each block.

import type { Lists } from '../../../ports/verification/lists.ts';
import { isDuplicate } from '../connection/failures.ts';
import type { Collections } from '../documents.ts';

export function listOperations({ lists, list_blocks }: Collections): Lists {
  return {
    async heads() {
      const found = await lists.find({}, { sort: { _id: 1 } }).toArray();
      return found.map(({ _id: name, version, format, entities, blocks, loaded_at }) => ({
        ...{ name, version, format, entities, blocks, loadedAt: loaded_at.getTime() },
      }));
    },
    async putBlock({ name, version, n }, packed) {
      const change = { $set: { name, version, n, packed } };
      try {
        await list_blocks.updateOne({ name, version, n }, change, { upsert: true });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        await list_blocks.updateOne({ name, version, n }, change);
      }
    },
    async block({ name, version, n }) {
      const found = await list_blocks.findOne({ name, version, n });
      // The driver's answer is a view of its whole network buffer.
      return found === null ? null : Uint8Array.from(found.packed);
    },
    async swap({ name, version, format, entities, blocks, loadedAt }, before) {
      const content = { version, format, entities, blocks, loaded_at: new Date(loadedAt) };
      if (before === null) {
        try {
          await lists.insertOne({ _id: name, ...content });
        } catch (error) {
          if (isDuplicate(error)) return false;
          throw error;
        }
      } else {
        const { matchedCount } = await lists.replaceOne({ _id: name, version: before }, content);
        if (matchedCount === 0) return false;
      }
      await list_blocks.deleteMany({ name, version: { $ne: version } });
      return true;
    },
    async forget(name) {
      const { deletedCount } = await lists.deleteOne({ _id: name });
      await list_blocks.deleteMany({ name });
      return deletedCount === 1;
    },
  };
}
