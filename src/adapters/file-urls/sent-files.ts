// The port for sent files on a folder, which every process that takes or reads files shares. A file is written beside
// the others under a name of its own, and synchronised; then its content is moved to its place, and file.json, replaced
// in one step, says that it counts. What a dead process left is removed when it is old.

import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { TieoutError } from '../../core/errors.ts';
import type { SentFile } from '../../core/records/files/sent-file.ts';
import type { SentFiles } from '../../ports/coming/sent-files.ts';
import { FACTS, filePlace, keptIn, sentAway, tenantPlace } from './sent-place.ts';

/** Age after which what was not received whole is removed. */
const STALE_MS = 24 * 3_600_000;

/** A tenant's folder (sent-place.ts). */
const TENANT = /^[0-9a-f]{64}$/;

export function sentFilesIn(root: string): SentFiles {
  const arriving = join(root, 'arriving');
  return {
    receive: (pieces) => receiveIn(arriving, pieces),

    keep: (file, received) =>
      awayOr(async () => {
        const place = filePlace(root, file);
        await mkdir(place, { recursive: true, mode: 0o700 });
        await rename(received.path, join(place, file.digest));
        await replaceFacts(place, file);
        for (const name of await readdir(place)) {
          if (name !== FACTS && name !== file.digest) await rm(join(place, name), { force: true });
        }
      }),

    get: (key) => keptIn(filePlace(root, key)),

    async list(tenant) {
      const folder = tenantPlace(root, tenant);
      const names = await readdir(folder).catch(noneIfMissing);
      const kept: SentFile[] = [];
      for (const name of names) {
        const file = await keptIn(join(folder, name));
        if (file !== null) kept.push(file);
      }
      return kept.sort((a, b) => (a.name < b.name ? -1 : 1));
    },

    touch: (key) =>
      awayOr(async () => {
        const now = new Date();
        await utimes(join(filePlace(root, key), FACTS), now, now);
      }),

    async sentBefore(at, tenant) {
      const found: SentFile[] = [];
      const folders =
        tenant === undefined
          ? (await readdir(root).catch(noneIfMissing))
              .filter((name) => TENANT.test(name))
              .map((name) => join(root, name))
          : [tenantPlace(root, tenant)];
      for (const folder of folders) {
        for (const name of await readdir(folder).catch(noneIfMissing)) {
          const place = join(folder, name);
          const facts = await stat(join(place, FACTS)).catch(() => null);
          const file = facts === null || facts.mtimeMs >= at ? null : await keptIn(place);
          if (file !== null) found.push(file);
        }
      }
      return found;
    },

    remove: (key) =>
      awayOr(async () => {
        const place = filePlace(root, key);
        if ((await keptIn(place)) === null) return false;
        // From here on it is gone; a crash may leave its content, which nothing names.
        await rm(join(place, FACTS));
        await rm(place, { recursive: true, force: true });
        return true;
      }),
  };
}

async function receiveIn(folder: string, pieces: AsyncIterable<Uint8Array>) {
  const path = join(folder, randomUUID());
  const discard = () => rm(path, { force: true }).catch(() => undefined);
  const handle = await awayOr(() => newFile(folder, path));
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      await awayOr(() => handle.writeFile(piece));
      size += piece.length;
    }
    await awayOr(() => handle.sync());
  } catch (error) {
    await discard();
    throw error;
  } finally {
    await handle.close();
  }
  return { path, size, digest: hash.digest('hex'), discard };
}

async function newFile(folder: string, path: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > STALE_MS) await rm(join(folder, name), { force: true });
  }
  return open(path, 'wx', 0o600);
}

async function replaceFacts(place: string, file: SentFile): Promise<void> {
  const path = join(place, randomUUID());
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(JSON.stringify(file));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(path, join(place, FACTS));
  const folder = await open(place, 'r');
  // A folder cannot be synchronised everywhere.
  await folder.sync().catch(() => undefined);
  await folder.close();
}

async function awayOr<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof TieoutError ? error : sentAway(error);
  }
}

function noneIfMissing(error: unknown): string[] {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
  throw sentAway(error);
}
