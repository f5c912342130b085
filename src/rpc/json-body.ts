// The body of a Connect JSON request on its way to be read: unpacked, within the limit, and with unknown values of
// enumerations marked (unknown-enums.ts). What is no JSON goes on as it came, for Connect to refuse.

import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { DescMessage } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { MAX_BODY_BYTES } from '../core/limits.ts';
import { markUnknownEnums } from './validation/unknown-enums.ts';

const UNPACK = { gzip: promisify(gunzip), br: promisify(brotliDecompress) };

export interface PackedBody {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly desc: DescMessage;
  /** The request's content-encoding. */
  readonly encoding: string | null;
}

/** Whether the encoding is one that markedBody takes off. */
export const canUnpack = (encoding: string | null): boolean =>
  encoding === null || encoding === 'identity' || Object.hasOwn(UNPACK, encoding);

/** Reads nothing before it is asked for bytes: the credential is looked at first. */
export async function* markedBody({ chunks, desc, encoding }: PackedBody): AsyncIterable<Uint8Array> {
  const bytes = await unpacked(await whole(chunks), encoding);
  const json = parsed(textOf(bytes));
  yield markUnknownEnums(desc, json) ? Buffer.from(JSON.stringify(json)) : bytes;
}

const tooLarge = () => new ConnectError(`a message has at most ${MAX_BODY_BYTES} bytes`, Code.ResourceExhausted);

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw tooLarge();
    held.push(chunk);
  }
  return Buffer.concat(held);
}

async function unpacked(bytes: Buffer, encoding: string | null): Promise<Buffer> {
  const unpack = UNPACK[encoding as keyof typeof UNPACK];
  if (!unpack) return bytes;
  try {
    return await unpack(bytes, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge ? tooLarge() : new ConnectError(`the body is not ${encoding}`, Code.InvalidArgument);
  }
}

const strict = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Buffer): string {
  try {
    return strict.decode(bytes);
  } catch {
    throw new ConnectError('the body must be JSON in UTF-8', Code.InvalidArgument);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
