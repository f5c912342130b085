// The body of a Connect JSON request before it is read: unpacked, within the limits of bytes and values, and with
// unknown values of enumerations marked (unknown-enums.ts). A body that is no JSON passes unchanged, for Connect to
// refuse.

import type { DescMessage } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import type { Compression } from '@connectrpc/connect/protocol';
import { compressionBrotli, compressionGzip } from '@connectrpc/connect-node';
import { MAX_BODY_BYTES } from '../core/limits.ts';
import { throwAsConnectError, toConnectError } from './connect-error.ts';
import { bodyTooLarge } from './sizes/body-bounds.ts';
import { checkJsonValues } from './sizes/json-values.ts';
import { markUnknownEnums } from './validation/unknown-enums.ts';

/** Compressions of a body. The library reports some damage of it as its own failure. */
export const PACKINGS: Compression[] = [compressionGzip, compressionBrotli].map((packing) => ({
  ...packing,
  decompress: (bytes, most) =>
    packing.decompress(bytes, most).catch((error: unknown) => {
      const isTooLarge = ConnectError.from(error).code === Code.ResourceExhausted;
      throw isTooLarge
        ? toConnectError(bodyTooLarge())
        : new ConnectError(`the body is not ${packing.name}`, Code.InvalidArgument);
    }),
}));

const packingOf = (encoding: string | null) => PACKINGS.find(({ name }) => name === encoding);

interface PackedBody {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly desc: DescMessage;
  /** The request's content-encoding. */
  readonly encoding: string | null;
  /** Called with the body's JSON, undefined for what is none. */
  readonly read: (json: unknown) => void;
}

export const canUnpack = (encoding: string | null): boolean =>
  encoding === null || encoding === 'identity' || packingOf(encoding) !== undefined;

export const unpacked = async (bytes: Uint8Array, encoding: string | null): Promise<Uint8Array> =>
  packingOf(encoding)?.decompress(bytes, MAX_BODY_BYTES) ?? bytes;

/** Reads nothing until bytes are asked for: the credential is checked first. */
export async function* markedBody({ chunks, desc, encoding, read }: PackedBody): AsyncIterable<Uint8Array> {
  const bytes = await unpacked(await bytesOf(chunks), encoding);
  await checkJsonValues(bytes).catch(throwAsConnectError);
  const json = jsonIn(textOf(bytes));
  read(json);
  yield markUnknownEnums(desc, json) ? Buffer.from(JSON.stringify(json)) : bytes;
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw toConnectError(bodyTooLarge());
    held.push(chunk);
  }
  return Buffer.concat(held);
}

const strict = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    throw new ConnectError('the body must be JSON in UTF-8', Code.InvalidArgument);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
