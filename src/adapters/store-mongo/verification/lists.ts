// Lists for screening in MongoDB: a document for each head, and one for each block.

import type { Lists } from '../../../ports/verification/lists.ts';
import { unlessDuplicate, upserted } from '../connection/inserting.ts';
import type { Collections } from '../documents.ts';

export function listOperations({ lists, list_blocks }: Collections): Lists {
  return {
    async heads() {
      const found = await lists.find({}, { sort: { _id: 1 } }).toArray();
      return found.map(({ _id: name, version, format, entities, blocks, loaded_at, published_at, ...more }) => ({
        ...{ name, version, format, entities, blocks, loadedAt: loaded_at.getTime() },
        publishedAt: (published_at ?? loaded_at).getTime(),
        ...{ names: more.names ?? 0, warnings: more.warnings ?? [] },
      }));
    },
    async putBlock({ name, version, n }, packed) {
      const change = { $set: { name, version, n, packed } };
      await upserted(() => list_blocks.updateOne({ name, version, n }, change, { upsert: true }));
    },
    async block({ name, version, n }) {
      const found = await list_blocks.findOne({ name, version, n });
      // The driver's answer is a view of its whole network buffer.
      return found === null ? null : Uint8Array.from(found.packed);
    },
    async swap({ name, loadedAt, publishedAt, ...head }, before) {
      const { version } = head;
      const content = { ...head, loaded_at: new Date(loadedAt), published_at: new Date(publishedAt) };
      const isSwapped =
        before === null
          ? (await unlessDuplicate(lists.insertOne({ _id: name, ...content }))) !== null
          : (await lists.replaceOne({ _id: name, version: before }, content)).matchedCount === 1;
      if (!isSwapped) return false;
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
