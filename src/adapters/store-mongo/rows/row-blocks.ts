// Row blocks in MongoDB: a small document with the header and the ids of each part's documents.

import { ObjectId } from 'mongodb';
import { headerFromJson, headerToJson } from '../../../core/records/blocks/header-json.ts';
import { partsOf, ROW_PARTS, type RowBlockHeader, type RowPart } from '../../../core/records/blocks/row-block.ts';
import { chunksOf } from '../../../core/records/rows/chunks.ts';
import { missing, unknown } from '../../../ports/every-store/failures.ts';
import type { NumberedRowBlock, RowBlocks } from '../../../ports/row-blocks.ts';
import { exists } from '../connection/exists.ts';
import { inOrder } from '../connection/in-order.ts';
import { insertMissing } from '../connection/inserting.ts';
import type { LongTexts } from '../connection/long-texts.ts';
import type { Collections } from '../documents.ts';
import { removalOf, removeAgain } from '../retention.ts';
import type { ContentDocument, IngestionDocument, RowBlockDocument } from '../row-documents.ts';
import { contentDocuments, readContents } from './block-contents.ts';

type Ingestion = Pick<IngestionDocument, '_id' | 'tenant' | 'partner' | 'session' | 'removal'>;

/** Blocks of one request, usually of half a megabyte each. */
const BLOCKS = 8;
/** Requests in flight. */
const AT_ONCE = 3;

export function rowBlockOperations(collections: Collections, texts: LongTexts): RowBlocks {
  const { ingestions, row_blocks: rowBlocks } = collections;

  const require = async (ingestionId: string): Promise<Ingestion> => {
    const projection = { tenant: 1, partner: 1, session: 1, removal: 1 };
    const found = await ingestions.findOne({ ingestion_id: ingestionId }, { projection });
    if (found === null) throw unknown('ingestion', ingestionId);
    return found;
  };
  const scopeOf = ({ _id: ingestion, tenant, partner }: Ingestion) => ({ tenant, partner, ingestion });

  /** The ingestion with the removal of its session's rows, which may not have been noted in it yet. */
  const withRemoval = async (of: Ingestion, ingestionId: string): Promise<Ingestion> => {
    const removal = await removalOf(collections, of, ingestionId);
    if (removal === null || removal <= (of.removal ?? -1)) return of;
    await ingestions.updateOne({ _id: of._id }, { $max: { removal } });
    return { ...of, removal };
  };

  const putSome = async (of: Ingestion, blocks: readonly NumberedRowBlock[]): Promise<number> => {
    const scope = scopeOf(of);
    const numbers = blocks.map(({ n }) => n);
    const known = await rowBlocks.find({ ...scope, n: { $in: numbers } }, { projection: { n: 1, after: 1 } }).toArray();
    const withContent = new Set(known.filter(storedAfter(of.removal)).map(({ n }) => n));
    const withHeader = new Set(known.map(({ n }) => n));
    const bytes: ContentDocument[] = [];
    const headers: RowBlockDocument[] = [];
    const { tenant, partner, session } = of;
    const owner = of._id.toHexString();
    const again = of.removal === undefined ? {} : { after: of.removal };
    for (const { n, block } of blocks.filter((one) => !withContent.has(one.n))) {
      const parts: Record<string, ObjectId[]> = {};
      for (const part of partsOf(block.header)) {
        const { documents, ids } = contentDocuments(
          { tenant, partner, session, owner, ...again },
          { n, part, bytes: block.packed[part]! },
        );
        bytes.push(...documents);
        parts[part] = ids;
      }
      const header = await texts.keep({ tenant, partner, owner }, headerToJson(block.header));
      headers.push({ _id: new ObjectId(), ...scope, n, header, parts, ...again });
    }
    if (headers.length === 0) return 0;
    await insertMissing(collections.block_contents, bytes);
    const missingHeaders = headers.filter(({ n }) => !withHeader.has(n));
    let added = 0;
    if (missingHeaders.length > 0)
      added = missingHeaders.length - (await insertMissing(rowBlocks, missingHeaders)).length;
    for (const { n, header, parts } of headers.filter((one) => withHeader.has(one.n))) {
      const old = { ...scope, n, after: { $not: { $gte: of.removal! } } };
      added += (await rowBlocks.updateOne(old, { $set: { header, parts, ...again } })).modifiedCount;
    }
    return added;
  };

  const readSome = async (
    of: Ingestion,
    { numbers, parts }: { numbers: readonly number[]; parts: readonly RowPart[] },
  ) => {
    const documents = await rowBlocks.find({ ...scopeOf(of), n: { $in: [...numbers] } }).toArray();
    const ids = documents.flatMap((document) => parts.flatMap((part) => document.parts[part] ?? []));
    const read = await readContents(collections, of, ids);
    return Promise.all(
      numbers.map(async (n) => {
        const document = documents.find((one) => one.n === n);
        if (document === undefined) throw missing(`block ${n} of an ingestion`);
        const header = headerFromJson<RowBlockHeader>(await texts.read(of, document.header));
        const bytesOf = (part: RowPart) => read.bytesOf(document.parts[part] ?? [], `a ${part} column`);
        const there = partsOf(header).filter((part) => parts.includes(part));
        return { header, packed: Object.fromEntries(there.map((part) => [part, bytesOf(part)])) };
      }),
    );
  };

  const read: RowBlocks['read'] = async (ingestionId, { numbers, parts = ROW_PARTS }) => {
    const of = await require(ingestionId);
    const some = await inOrder(chunksOf(numbers, BLOCKS), { atOnce: AT_ONCE }, (chunk) =>
      readSome(of, { numbers: chunk, parts }),
    );
    return some.flat();
  };

  return {
    async put(ingestionId, blocks) {
      const of = await withRemoval(await require(ingestionId), ingestionId);
      const counts = await inOrder(chunksOf(blocks, BLOCKS), { atOnce: AT_ONCE }, (chunk) => putSome(of, chunk));
      if (!(await exists(ingestions, { _id: of._id }))) {
        // A sweep removed the ingestion meanwhile, so its new blocks belong to nothing.
        const { tenant, partner, session } = of;
        await rowBlocks.deleteMany(scopeOf(of));
        await collections.block_contents.deleteMany({ tenant, partner, session, owner: of._id.toHexString() });
        throw unknown('ingestion', ingestionId);
      }
      if (of.removal !== undefined) await removeAgain(collections, of);
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async stored(ingestionId) {
      const of = await withRemoval(await require(ingestionId), ingestionId);
      const found = await rowBlocks.find(scopeOf(of), { sort: { n: 1 }, projection: { n: 1, after: 1 } }).toArray();
      return found.filter(storedAfter(of.removal)).map(({ n }) => n);
    },
    async headers(ingestionId) {
      const of = await require(ingestionId);
      const found = await rowBlocks.find(scopeOf(of), { sort: { n: 1 }, projection: { n: 1, header: 1 } }).toArray();
      return Promise.all(
        found.map(async ({ n, header }) => ({
          n,
          header: headerFromJson<RowBlockHeader>(await texts.read(of, header)),
        })),
      );
    },
    read,
    async fingerprints(ingestionId, numbers) {
      const blocks = await read(ingestionId, { numbers, parts: ['fingerprint'] });
      return blocks.map(({ header, packed }) => ({ rows: header.rows, packed: packed.fingerprint! }));
    },
  };
}

/** Whether a block has its content: it was stored after the latest removal. */
const storedAfter =
  (removal: number | undefined) =>
  ({ after }: Pick<RowBlockDocument, 'after'>): boolean =>
    removal === undefined || (after !== undefined && after >= removal);
