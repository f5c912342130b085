// The body of a protobuf call before it is read: unpacked, within the limit of bytes, and with its values counted
// before a message is made of them (wire-values.ts). Connect sends one plain message; gRPC and gRPC-Web put five bytes
// before each: one that says whether it is packed, four with its length. A body with an unknown packing, or cut off,
// passes unchanged, for the protocol to refuse.

import type { DescMethod } from '@bufbuild/protobuf';
import { MAX_BODY_BYTES } from '../../core/limits.ts';
import { throwAsConnectError, toConnectError } from '../connect-error.ts';
import { canUnpack, unpacked } from '../json-body.ts';
import { bodyTooLarge } from './body-bounds.ts';
import { checkWireValues } from './wire-values.ts';

interface CalledWith {
  readonly header: Headers;
  readonly body: AsyncIterable<Uint8Array>;
}

const CONNECT = /^application\/proto\b/i;
const GRPC = /^application\/grpc(-web)?(\+proto)?\s*(;|$)/i;

/** Reads nothing until bytes are asked for. Changes the header of an unpacked message. */
export function countedBody<Request extends CalledWith>(request: Request, method: DescMethod): Request {
  const { header, body } = request;
  const contentType = header.get('content-type') ?? '';
  if (CONNECT.test(contentType)) {
    const encoding = header.get('content-encoding');
    if (!canUnpack(encoding)) return request;
    header.delete('content-encoding');
    header.delete('content-length'); // It counts the packed bytes.
    return { ...request, body: message(body, method, encoding) };
  }
  if (!GRPC.test(contentType)) return request;
  const encoding = header.get('grpc-encoding');
  return canUnpack(encoding) ? { ...request, body: frames(body, method, encoding) } : request;
}

function check({ input }: DescMethod, bytes: Uint8Array): void {
  try {
    checkWireValues(input, bytes);
  } catch (error) {
    throwAsConnectError(error);
  }
}

async function* message(chunks: AsyncIterable<Uint8Array>, method: DescMethod, encoding: string | null) {
  const sent = new Bytes();
  for await (const chunk of chunks) sent.add(chunk, MAX_BODY_BYTES);
  const bytes = await unpacked(sent.take(sent.length), encoding);
  check(method, bytes);
  yield bytes;
}

const HEAD = 5;
const PACKED = 1;

async function* frames(chunks: AsyncIterable<Uint8Array>, method: DescMethod, encoding: string | null) {
  const sent = new Bytes();
  let head: Uint8Array | null = null;
  for await (const chunk of chunks) {
    sent.add(chunk, MAX_BODY_BYTES + HEAD);
    for (;;) {
      if (head === null && sent.length >= HEAD) head = sent.take(HEAD);
      if (head === null) break;
      const length = new DataView(head.buffer, head.byteOffset).getUint32(1);
      if (length > MAX_BODY_BYTES) throw toConnectError(bodyTooLarge());
      if (sent.length < length) break;
      yield* frame(head[0], sent.take(length));
      head = null;
    }
  }
  if (head !== null) yield head;
  if (sent.length > 0) yield sent.take(sent.length);

  async function* frame(flags: number, bytes: Uint8Array) {
    const isPacked = (flags & PACKED) !== 0;
    const held = isPacked ? await unpacked(bytes, encoding) : bytes;
    check(method, held);
    const written = new Uint8Array(HEAD);
    // An unknown packing: the protocol refuses it by its flag.
    written[0] = isPacked && held === bytes ? flags : flags & ~PACKED;
    new DataView(written.buffer).setUint32(1, held.length);
    yield written;
    yield held;
  }
}

/** Received bytes, read in requested pieces. */
class Bytes {
  length = 0;
  private held: Uint8Array[] = [];

  add(chunk: Uint8Array, most: number): void {
    this.length += chunk.length;
    if (this.length > most) throw toConnectError(bodyTooLarge());
    this.held.push(chunk);
  }

  take(length: number): Uint8Array {
    const all = Buffer.concat(this.held);
    this.length -= length;
    this.held = this.length > 0 ? [all.subarray(length)] : [];
    return all.subarray(0, length);
  }
}
