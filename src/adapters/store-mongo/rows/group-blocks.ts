// Group blocks in MongoDB: a header names the documents of its content. No write spans the run and its blocks, so every
// attempt has its own blocks, marked with its fence. Those of the highest fence are the run's, because only the latest
// claim can commit. Nobody reads what a stalled attempt writes later, and it removes only its own blocks.

import { ObjectId } from 'mongodb';
import { headerFromJson, headerToJson } from '../../../core/records/blocks/header-json.ts';
import type { RunClaim } from '../../../core/records/documents/run.ts';
import type { GroupBlockHeader, PackedGroupBlock } from '../../../core/records/groups/groups.ts';
import { chunksOf } from '../../../core/records/rows/chunks.ts';
import { type SessionKey, sessionKeyOf } from '../../../core/records/session-key.ts';
import { missing, unknown } from '../../../ports/every-store/failures.ts';
import type { GroupBlocks, NumberedGroupBlock } from '../../../ports/group-blocks.ts';
import { exists } from '../connection/exists.ts';
import { inOrder } from '../connection/in-order.ts';
import { insertMissing } from '../connection/inserting.ts';
import type { LongTexts } from '../connection/long-texts.ts';
import type { Collections } from '../documents.ts';
import type { ContentDocument, GroupBlockDocument } from '../row-documents.ts';
import { heldRun } from '../runs/run-documents.ts';
import type { RunKeys } from '../runs/run-keys.ts';
import { contentDocuments, readContents } from './block-contents.ts';

/** Blocks of one request, usually of a hundred kilobytes each. */
const BLOCKS = 16;
/** Requests in flight. */
const AT_ONCE = 3;

export function groupBlockOperations(
  collections: Collections,
  { texts, keys }: { readonly texts: LongTexts; readonly keys: RunKeys },
): GroupBlocks {
  const { sessions, runs, group_blocks: groupBlocks } = collections;

  const require = async (runId: string): Promise<SessionKey> => {
    const key = await keys.ofRun(runId);
    if (key === null) throw unknown('run', runId);
    return key;
  };
  const scopeOf = ({ tenant, partner }: SessionKey, runId: string) => ({ tenant, partner, run_id: runId });

  const holds = (claim: RunClaim): Promise<boolean> => exists(runs, heldRun(claim));

  const putSome = async (
    key: SessionKey,
    { runId, fence }: RunClaim,
    blocks: readonly NumberedGroupBlock[],
  ): Promise<number> => {
    const { tenant, partner } = key;
    const bytes: ContentDocument[] = [];
    const headers: GroupBlockDocument[] = [];
    for (const { n, block } of blocks) {
      const { documents, ids: content } = contentDocuments(
        { ...key, owner: runId, fence },
        { n, part: 'groups', bytes: block.packed },
      );
      bytes.push(...documents);
      const header = await texts.keep({ tenant, partner, owner: runId }, headerToJson(block.header));
      headers.push({ _id: new ObjectId(), ...sessionKeyOf(key), run_id: runId, fence, n, header, content });
    }
    await insertMissing(collections.block_contents, bytes);
    return headers.length - (await insertMissing(groupBlocks, headers)).length;
  };

  const readSome = async (key: SessionKey, runId: string, numbers: readonly number[]): Promise<PackedGroupBlock[]> => {
    // Every attempt has a block 0, which shows the latest attempt.
    const found = await groupBlocks
      .find({ ...scopeOf(key, runId), n: { $in: [0, ...numbers] } }, { sort: { fence: -1, n: 1 } })
      .toArray();
    const documents = found.filter(({ fence, n }) => fence === found[0].fence && numbers.includes(n));
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
    async put(claim, blocks) {
      const key = await require(claim.runId);
      if (!(await holds(claim))) return null;
      const counts = await inOrder(chunksOf(blocks, BLOCKS), { atOnce: AT_ONCE }, (chunk) =>
        putSome(key, claim, chunk),
      );
      // The claim was lost meanwhile: the blocks of this attempt are removed.
      if (!(await holds(claim))) {
        await removeGroupBlocks(collections, key, claim);
        return null;
      }
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async discard(claim) {
      const key = await require(claim.runId);
      if (!(await holds(claim))) return null;
      if (await exists(sessions, { ...sessionKeyOf(key), run_id: claim.runId })) return 0;
      return removeGroupBlocks(collections, key, { ...claim, fence: { $lte: claim.fence } });
    },
    async headers(runId) {
      const key = await require(runId);
      const found = await groupBlocks
        .find(scopeOf(key, runId), { sort: { fence: -1, n: 1 }, projection: { fence: 1, n: 1, header: 1 } })
        .toArray();
      const ofLatest = found.filter(({ fence }) => fence === found[0].fence);
      return Promise.all(
        ofLatest.map(async ({ n, header }) => ({
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

/** The blocks of a run. `fence`: only of these attempts. */
interface WhoseBlocks {
  readonly runId: string;
  readonly fence?: number | { readonly $lte: number } | { readonly $lt: number };
}

/** Removes headers first. Bytes without a header are removed later, or swept. Answers how many blocks. */
export async function removeGroupBlocks(
  { group_blocks: groupBlocks, block_contents: contents }: Collections,
  key: SessionKey,
  { runId, fence }: WhoseBlocks,
): Promise<number> {
  const { tenant, partner } = key;
  const attempts = fence === undefined ? {} : { fence };
  const { deletedCount } = await groupBlocks.deleteMany({ tenant, partner, run_id: runId, ...attempts });
  await contents.deleteMany({ ...sessionKeyOf(key), owner: runId, ...attempts });
  return deletedCount;
}

/** Removes blocks of attempts before the latest. */
export async function removeStaleGroupBlocks(collections: Collections, key: SessionKey, runId: string): Promise<void> {
  const { tenant, partner } = key;
  const latest = await collections.group_blocks.findOne(
    { tenant, partner, run_id: runId },
    { sort: { fence: -1 }, projection: { fence: 1 } },
  );
  if (latest !== null) await removeGroupBlocks(collections, key, { runId, fence: { $lt: latest.fence } });
}
