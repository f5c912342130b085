// The bytes of blocks, in documents of their own, so that reading headers reads no bytes. They are written before the
// header that names them and never changed, so a stored header has all of its bytes. Their ids are derived, so writing
// them again after an interruption stores them once.

import { createHash } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { sharedUint8 } from '../../../core/records/rows/allocate.ts';
import { type SessionKey, sessionKeyOf } from '../../../core/records/session-key.ts';
import { contentPruned, missing } from '../../../ports/every-store/failures.ts';
import type { Collections } from '../documents.ts';
import type { ContentDocument } from '../row-documents.ts';

/** Most bytes of one document: half of MongoDB's limit. Most parts are far smaller. */
const LARGEST = 8 << 20;

interface ContentOwner extends SessionKey {
  readonly owner: string;
  /** The fence of an attempt at a run. It is part of the ids: attempts never share a document, even with equal bytes. */
  readonly fence?: number;
  /** The removal after which the bytes are stored again. It is part of the ids, so that removal spares them. */
  readonly after?: number;
}

/** A part of block number n. */
interface BlockContent extends Pick<ContentDocument, 'part' | 'bytes'> {
  readonly n: number;
}

/** The documents for a block's bytes, and their ids in order. */
export function contentDocuments(
  { owner, fence, after, ...key }: ContentOwner,
  { n, part, bytes }: BlockContent,
): { readonly documents: ContentDocument[]; readonly ids: ObjectId[] } {
  const documents: ContentDocument[] = [];
  let from = 0;
  do {
    const to = Math.min(bytes.length, from + LARGEST);
    const piece = bytes.subarray(from, to);
    const place = [
      owner,
      n,
      part,
      from,
      ...(fence === undefined ? [] : [fence]),
      ...(after === undefined ? [] : ['after', after]),
    ];
    const written = { owner, ...(fence !== undefined && { fence }), ...(after !== undefined && { after }) };
    documents.push({ _id: idOf(place, piece), ...sessionKeyOf(key), ...written, part, bytes: piece });
    from = to;
  } while (from < bytes.length);
  return { documents, ids: documents.map(({ _id }) => _id) };
}

const ID_BYTES = 12;

const idOf = (place: readonly (string | number)[], bytes: Uint8Array): ObjectId =>
  new ObjectId(createHash('sha256').update(JSON.stringify(place)).update(bytes).digest().subarray(0, ID_BYTES));

/** Bytes by their ids, on shared memory, because they go to another thread. */
interface ReadContents {
  /** Throws store_damaged if some are missing. */
  bytesOf(ids: readonly ObjectId[], what: string): Uint8Array;
}

/** Throws content_pruned if the bytes were removed after their time. */
export async function readContents(
  { block_contents: contents, sessions }: Collections,
  key: SessionKey,
  ids: readonly ObjectId[],
): Promise<ReadContents> {
  const { tenant, partner } = key;
  const found = new Map<string, Uint8Array>();
  const documents = contents.find({ _id: { $in: [...ids] }, tenant, partner }, { projection: { bytes: 1 } });
  for await (const { _id, bytes } of documents) {
    // The driver's answer is a view of its whole network buffer.
    const own = sharedUint8(bytes.length);
    own.set(bytes);
    found.set(_id.toHexString(), own);
  }
  if (found.size < ids.length) {
    const session = await sessions.findOne(sessionKeyOf(key), { projection: { rows: 1 } });
    if (session !== null && session.rows !== 'kept') throw contentPruned();
  }
  return {
    bytesOf(of, what) {
      const pieces = of.map((id) => found.get(id.toHexString()));
      if (pieces.includes(undefined)) throw missing(what);
      return joined(pieces as Uint8Array[]);
    },
  };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0];
  const all = sharedUint8(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
