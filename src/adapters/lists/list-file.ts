// A published file of a list: its text in pieces, files that are published beside it, and its digest. A file in an
// encoding other than the one that it states is refused, because a garbled name is found by nobody.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TieoutError } from '../../core/errors.ts';
import { MAX_LIST_BYTES, MAX_LIST_FETCH_MS } from '../../core/limits.ts';

export interface ListFile {
  /** The file as failures call it. */
  readonly called: string;
  /** Its name without the path. */
  readonly base: string;
  /** The text in pieces, which can be read once. Throws list_unusable. */
  readonly chunks: AsyncIterable<string>;
  /** When the source last changed it, in milliseconds since 1970; null if that is not known. */
  readonly modifiedAt: number | null;
  /** The SHA-256 of the file's bytes in hexadecimal; to be asked once the file is read. */
  readonly digest: () => string;
  /** The file of that name in the same place; null: there is none. Throws list_unusable. */
  readonly beside: (name: string) => Promise<ListFile | null>;
}

/** `url`: a path, file:, http: or https:. Throws list_unusable. */
export async function openListFile(url: string): Promise<ListFile> {
  const file = await fileIfThere(url);
  if (file === null) throw new TieoutError('list_unusable', `${nameOf(url)} could not be read: there is no such file.`);
  return file;
}

async function fileIfThere(url: string): Promise<ListFile | null> {
  const called = nameOf(url);
  const source = /^https?:/i.test(url) ? await fetched(url, called) : await opened(pathOf(url), called);
  if (source === null) return null;
  const hash = createHash('sha256');
  return {
    ...{ called, base: basename(called), modifiedAt: source.modifiedAt },
    chunks: decoded(sized(source.bytes, called), { hash, called }),
    digest: () => hash.copy().digest('hex'),
    beside: (name) => fileIfThere(besideOf(url, name)),
  };
}

interface Source {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly modifiedAt: number | null;
}

async function opened(path: string, called: string): Promise<Source | null> {
  try {
    const { mtimeMs } = await stat(path);
    return { bytes: createReadStream(path), modifiedAt: Math.floor(mtimeMs) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new TieoutError('list_unusable', `${called} could not be read: ${(error as Error).message}.`);
  }
}

async function fetched(url: string, called: string): Promise<Source | null> {
  try {
    // The operator chose this source, so redirects are not followed.
    const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(MAX_LIST_FETCH_MS) });
    if (reply.status === 404 || reply.status === 410) return null;
    if (!reply.ok || reply.body === null) throw new Error(`it answered ${reply.status}`);
    const modified = Date.parse(reply.headers.get('last-modified') ?? '');
    return { bytes: reply.body as AsyncIterable<Uint8Array>, modifiedAt: Number.isNaN(modified) ? null : modified };
  } catch (error) {
    throw new TieoutError('list_unusable', `${called} could not be fetched: ${(error as Error).message}.`);
  }
}

async function* sized(chunks: AsyncIterable<Uint8Array>, called: string): AsyncGenerator<Uint8Array> {
  let length = 0;
  try {
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > MAX_LIST_BYTES) {
        throw new TieoutError('list_unusable', `${called} is larger than ${MAX_LIST_BYTES >> 20} MiB.`);
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof TieoutError) throw error;
    throw new TieoutError('list_unusable', `${called} could not be read to its end: ${(error as Error).message}.`);
  }
}

type Decoder = InstanceType<typeof TextDecoder>;

/** Bytes in which an encoding is stated, and a format told. */
const HEAD = 4_096;

interface Decoding {
  readonly hash: { update(bytes: Uint8Array): unknown };
  readonly called: string;
}

async function* decoded(chunks: AsyncIterable<Uint8Array>, { hash, called }: Decoding): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let head: Uint8Array = new Uint8Array();
  let length = 0;
  const text = (bytes: Uint8Array | undefined): string => {
    decoder ??= decoderOf(head, called);
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw new TieoutError(
        'list_unusable',
        `${called} is not in ${decoder.encoding.toUpperCase()}, before its byte ${length}: save it so, or state its encoding.`,
      );
    }
  };
  for await (const chunk of chunks) {
    hash.update(chunk);
    length += chunk.length;
    if (decoder !== undefined) yield text(chunk);
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length >= HEAD) yield text(head);
    }
  }
  if (decoder === undefined) yield text(head);
  yield text(undefined);
}

/** The decoder that the byte order mark names, else the XML declaration, else that of UTF-8. */
function decoderOf(head: Uint8Array, called: string): Decoder {
  const [a, b] = head;
  const stated = /^<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.-]{1,40})["']/.exec(
    Buffer.from(head.subarray(0, 300))
      .toString('latin1')
      .replace(/^\xEF\xBB\xBF/, ''),
  )?.[1];
  const label = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : (stated ?? 'utf-8');
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw new TieoutError('list_unusable', `${called} states the encoding ${label}, which is not known here.`);
  }
}

const isPath = (parsed: URL | null): boolean => parsed === null || parsed.protocol.length < 3;

const pathOf = (url: string): string => (/^file:/i.test(url) ? fileURLToPath(url) : url);

/** The URL without its query, which may have a key. */
function nameOf(url: string): string {
  const parsed = URL.parse(url);
  return isPath(parsed) ? url : `${parsed!.protocol}//${parsed!.host}${parsed!.pathname}`;
}

function besideOf(url: string, name: string): string {
  const parsed = URL.parse(url);
  if (isPath(parsed)) return join(dirname(url), name);
  parsed!.pathname = `${parsed!.pathname.slice(0, parsed!.pathname.lastIndexOf('/') + 1)}${name}`;
  return parsed!.href;
}
