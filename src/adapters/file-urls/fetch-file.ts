// Fetches a file that a URL names on another host into a spool, completely or not at all. An interrupted download
// continues where it ended, if the server says that the file is the same. A file without a stated length is refused,
// because a partial one would not be noticed (docs/configuration.md).

import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { TieoutError } from '../../core/errors.ts';
import type { FoundFile } from '../../ports/files.ts';
import type { AllowedHost } from './allowed-hosts.ts';
import { askFor, type FileResponse } from './ask-for.ts';
import { Passing, shown } from './fetch-failures.ts';

export interface RemoteFiles {
  readonly hosts: readonly AllowedHost[];
  /** Folder for fetched files until they are read. */
  readonly spool: string;
  readonly mostBytes: number;
  /** Time for one file, with all attempts. */
  readonly mostMs: number;
  /** Longest time without a byte. */
  readonly stallMs?: number;
  /** Pause before the second attempt; it doubles each time. */
  readonly pauseMs?: number;
}

const STALL_MS = 30_000;
const ATTEMPTS = 4;
const PAUSE_MS = 250;
/** Age after which leftovers of a dead process are removed. */
const STALE_MS = 24 * 3_600_000;
const PREFIX = 'tieout-';

/** `release` removes the file. Throws file_not_allowed, file_unreadable, file_too_large or files_unavailable. */
export async function fetchFile(url: string, remote: RemoteFiles): Promise<FoundFile> {
  const { spool, mostMs, pauseMs = PAUSE_MS } = remote;
  const path = join(spool, `${PREFIX}${randomUUID()}${safeExtension(url)}`);
  const release = () => rm(path, { force: true });
  const handle = await newFile(path, spool);
  const endsAt = performance.now() + mostMs;
  const spooled: Spooled = { handle, bytes: 0, validator: null };
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await fetchOn(url, spooled, { ...remote, endsAt });
        return { path, name: shown(url), release };
      } catch (error) {
        if (!(error instanceof Passing)) throw error;
        if (attempt === ATTEMPTS || performance.now() >= endsAt)
          throw new TieoutError('files_unavailable', `${error.message}.`, { file: shown(url) });
        await pause(Math.min(pauseMs * 2 ** (attempt - 1), Math.max(0, endsAt - performance.now())));
      }
    }
  } catch (error) {
    await release();
    throw error;
  } finally {
    await handle.close();
  }
}

interface Spooled {
  readonly handle: FileHandle;
  bytes: number;
  /** Tag of the version of these bytes; null if the server gives none. */
  validator: string | null;
}

/** One attempt, from the end of the last one. */
async function fetchOn(
  url: string,
  spooled: Spooled,
  { endsAt, ...remote }: RemoteFiles & { readonly endsAt: number },
): Promise<void> {
  const { mostBytes, stallMs = STALL_MS } = remote;
  const isResumed = spooled.bytes > 0 && spooled.validator !== null;
  const range = isResumed ? { range: `bytes=${spooled.bytes}-`, 'if-range': spooled.validator! } : null;
  const leftMs = Math.max(1, Math.round(endsAt - performance.now()));
  const answered = await askFor(url, { ...remote, range, stallMs, leftMs });
  const { answer } = answered;
  try {
    const length = beginAt(spooled, answered, url);
    if (Number.isFinite(length) && length > mostBytes) throw tooLarge(url, mostBytes);
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (spooled.bytes + chunk.length > mostBytes) throw tooLarge(url, mostBytes);
      await spooled.handle.write(chunk, 0, chunk.length, spooled.bytes).catch(spoolFails);
      spooled.bytes += chunk.length;
    }
    await answered.ended();
    if (Number.isFinite(length) && spooled.bytes !== length)
      throw new Passing(`the server announced ${length} bytes and sent ${spooled.bytes}`);
    await spooled.handle.truncate(spooled.bytes);
  } catch (error) {
    if (error instanceof TieoutError || error instanceof Passing) throw error;
    throw answered.why(error);
  } finally {
    answer.destroy();
  }
}

/** Length of the whole file; infinite if the server sends it in chunks. */
function beginAt(spooled: Spooled, { answer }: FileResponse, url: string): number {
  const { headers } = answer;
  const restart = (): void => {
    spooled.bytes = 0;
    spooled.validator = validatorOf(answer);
  };
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity' && encoding !== '')
    throw new TieoutError(
      'file_unreadable',
      `the server sends the file packed (${encoding.slice(0, 40)}); store it as it is.`,
      {
        file: shown(url),
      },
    );
  if (answer.statusCode === 206) {
    const place = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '');
    if (place === null || Number(place[1]) !== spooled.bytes) {
      restart();
      throw new Passing('the server answers with another part of the file than the one that was asked for');
    }
    return Number(place[3]);
  }
  restart();
  const length = headers['content-length'];
  if (length !== undefined) return Number(length);
  if (/\bchunked\b/i.test(headers['transfer-encoding'] ?? '')) return Number.POSITIVE_INFINITY;
  throw new TieoutError(
    'file_unreadable',
    'the server does not say how long the file is, so that one cut off could not be told from a whole one.',
    { file: shown(url) },
  );
}

/** The tag of the file's version. A weak tag is ignored: it does not mean that bytes are equal. */
function validatorOf({ headers }: IncomingMessage): string | null {
  const { etag } = headers;
  return etag !== undefined && !etag.startsWith('W/') ? etag : (headers['last-modified'] ?? null);
}

const tooLarge = (url: string, most: number) =>
  new TieoutError(
    'file_too_large',
    `the file has more than ${most} bytes, the most that is fetched (TIEOUT_FILES_MEGABYTES).`,
    {
      file: shown(url),
    },
  );

/** The extension, which some readers need; the rest of the name does not go into a path. */
function safeExtension(url: string): string {
  const extension = extname(URL.parse(url)?.pathname ?? '');
  return /^\.[a-z0-9]{1,8}$/i.test(extension) ? extension : '';
}

async function newFile(path: string, spool: string): Promise<FileHandle> {
  try {
    await mkdir(spool, { recursive: true });
    await removeStale(spool);
    return await open(path, 'wx', 0o600);
  } catch (error) {
    return spoolFails(error);
  }
}

function spoolFails(error: unknown): never {
  const { code = '' } = error as NodeJS.ErrnoException;
  throw new TieoutError(
    'files_unavailable',
    `The folder for fetched files (TIEOUT_FILES_SPOOL) cannot be written: ${code}.`,
  );
}

let cleaned = false;

async function removeStale(spool: string): Promise<void> {
  if (cleaned) return;
  cleaned = true;
  for (const name of await readdir(spool)) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(spool, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { force: true });
  }
}
