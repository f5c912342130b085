// Group blocks in MongoDB, as row blocks are kept: the header names the documents of the content.

import { ObjectId } from 'mongodb';
import type { GroupBlockHeader, PackedGroupBlock } from '../../core/records/groups.ts';
import { headerFromJson, headerToJson } from '../../core/records/header-json.ts';
import type { SessionKey } from '../../core/records/session.ts';
import type { GroupBlocks, NumberedGroupBlock } from '../../ports/group-blocks.ts';
import { added } from './added.ts';
import { contentDocuments, putContents, readContents } from './block-contents.ts';
import type { Collections, ContentDocument, GroupBlockDocument } from './documents.ts';
import { missing } from './failures.ts';
import { chunksOf, inOrder } from './in-order.ts';
import type { LongTexts } from './long-texts.ts';
import type { RunKeys } from './run-keys.ts';
import { keyOf, unknownRun } from './sessions.ts';

/** Blocks of one request, of a hundred kilobytes each as a rule, and requests in flight. */
const BLOCKS = 16;
const AT_ONCE = 3;

export function groupBlockOperations(
  collections: Collections,
  { texts, keys }: { readonly texts: LongTexts; readonly keys: RunKeys },
): GroupBlocks {
  const { sessions, group_blocks: groupBlocks } = collections;

  const require = async (runId: string): Promise<SessionKey> => {
    const key = await keys.ofRun(runId);
    if (key === null) throw unknownRun(runId);
    return key;
  };
  const scopeOf = ({ tenant, partner }: SessionKey, runId: string) => ({ tenant, partner, run_id: runId });

  const putSome = async (key: SessionKey, runId: string, blocks: readonly NumberedGroupBlock[]): Promise<number> => {
    const { tenant, partner } = key;
    const bytes: ContentDocument[] = [];
    const headers: GroupBlockDocument[] = [];
    for (const { n, block } of blocks) {
      const { documents, ids: content } = contentDocuments(
        { ...key, owner: runId },
        { n, part: 'groups', bytes: block.packed },
      );
      bytes.push(...documents);
      const header = await texts.keep({ tenant, partner, owner: runId }, headerToJson(block.header));
      headers.push({ _id: new ObjectId(), ...keyOf(key), run_id: runId, n, header, content });
    }
    // Also of blocks whose header is there: a worker that was taken over may have written it, and its bytes may be gone.
    await putContents(collections, bytes);
    return added(groupBlocks.insertMany(headers, { ordered: false }));
  };

  const readSome = async (key: SessionKey, runId: string, numbers: readonly number[]): Promise<PackedGroupBlock[]> => {
    const documents = await groupBlocks.find({ ...scopeOf(key, runId), n: { $in: [...numbers] } }).toArray();
    const read = await readContents(
      collections,
      key,
      documents.flatMap(({ content }) => content),
    );
    return Promise.all(
      numbers.map(async (n) => {
        const document = documents.find((one) => one.n === n);
        const what = `group block ${n} of run ${runId}`;
        if (document === undefined) throw missing(what);
        const header = headerFromJson<GroupBlockHeader>(await texts.read(key, document.header));
        return { header, packed: read.bytesOf(document.content, what) };
      }),
    );
  };

  return {
    async put(runId, blocks) {
      const key = await require(runId);
      const counts = await inOrder(chunksOf(blocks, BLOCKS), { atOnce: AT_ONCE }, (chunk) =>
        putSome(key, runId, chunk),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async discard(runId) {
      const key = await require(runId);
      const naming = await sessions.findOne({ ...keyOf(key), run_id: runId }, { projection: { _id: 1 } });
      return naming === null ? removeGroupBlocks(collections, key, runId) : 0;
    },
    async headers(runId) {
      const key = await require(runId);
      const found = await groupBlocks
        .find(scopeOf(key, runId), { sort: { n: 1 }, projection: { n: 1, header: 1 } })
        .toArray();
      return Promise.all(
        found.map(async ({ n, header }) => ({
          n,
          header: headerFromJson<GroupBlockHeader>(await texts.read(key, header)),
        })),
      );
    },
    async read(runId, numbers) {
      const key = await require(runId);
      const some = await inOrder(chunksOf(numbers, BLOCKS), { atOnce: AT_ONCE }, (chunk) =>
        readSome(key, runId, chunk),
      );
      return some.flat();
    },
  };
}

/** Headers first: bytes that no header names are removed with the next attempt's, or swept. */
export async function removeGroupBlocks(
  { group_blocks: groupBlocks, block_contents: contents }: Collections,
  key: SessionKey,
  runId: string,
): Promise<number> {
  const { tenant, partner } = key;
  const { deletedCount } = await groupBlocks.deleteMany({ tenant, partner, run_id: runId });
  await contents.deleteMany({ ...keyOf(key), owner: runId });
  return deletedCount;
}
