// The bytes of blocks, each in documents of its own, so that reading headers reads no bytes. They are written before
// the header that names them and never changed: a header that is there has all of its bytes, whatever was interrupted.
// Their ids are derived, so that what is written again after an interruption is there once.

import { createHash } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { sharedUint8 } from '../../../core/records/rows/allocate.ts';
import { type SessionKey, sessionKeyOf } from '../../../core/records/session-key.ts';
import { contentPruned, missing } from '../../../ports/every-store/failures.ts';
import { insertMissing } from '../connection/inserting.ts';
import type { Collections } from '../documents.ts';
import type { ContentDocument } from '../row-documents.ts';

/** Most bytes of one document: half of what MongoDB takes. Parts are far below unless their rows are very long. */
const LARGEST = 8 << 20;

interface ContentOwner extends SessionKey {
  readonly owner: string;
  /** The fence of an attempt at a run: what another attempt writes or removes is not this one's, were it the same bytes. */
  readonly fence?: number;
  /** The removal after which it is stored again: what that removal still removes is not this, were it the same bytes. */
  readonly after?: number;
}

/** A part of block number n. */
interface BlockContent extends Pick<ContentDocument, 'part' | 'bytes'> {
  readonly n: number;
}

/** Bytes as documents, and the ids that name them in their order. */
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

/** Stores those that are not there. */
export async function putContents(
  { block_contents: contents }: Collections,
  documents: readonly ContentDocument[],
): Promise<void> {
  await insertMissing(contents, documents);
}

/** Bytes by the ids that name them, on shared memory: they are about to cross to another thread. */
interface ReadContents {
  /** Throws store_damaged when some of them are not there, content_pruned when they went after their time. */
  bytesOf(ids: readonly ObjectId[], what: string): Uint8Array;
}

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
