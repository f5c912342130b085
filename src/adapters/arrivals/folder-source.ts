// Files in a folder that somebody else fills. Links are no files of it: they would lead anywhere on this machine. What is
// put away is moved into a folder within.

import { constants } from 'node:fs';
import { access, lstat, mkdir, open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { TieoutError } from '../../core/errors.ts';
import type { ComingFile, FileSource, OpenSource } from '../../ports/coming/file-source.ts';

interface FolderTerms {
  readonly folder: string;
  /** Folder within for files that were taken; null: they stay. */
  readonly done: string | null;
}

/** Errors of a file that is gone, or is a link or a pipe now. */
const CHANGED: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ELOOP', 'ENXIO']);

/** Windows has neither flag. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export const folderSource = ({ folder, done }: FolderTerms): FileSource => ({
  async open(): Promise<OpenSource> {
    const seenNow = async (name: string): Promise<{ readonly seen: string; readonly changedAt: number } | null> => {
      const found = await lstat(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw away(`${join(folder, name)} cannot be looked at`, error);
      });
      return found === null || !found.isFile()
        ? null
        : { seen: `${found.size} bytes of ${found.mtimeMs}`, changedAt: found.mtimeMs };
    };
    return {
      async list() {
        const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
          throw away(`The folder ${folder} cannot be read`, error);
        });
        const files: ComingFile[] = [];
        for (const name of names.sort()) {
          const now = await seenNow(name);
          if (now !== null) files.push({ name, ...now, isWhole: false, day: null });
        }
        return files;
      },
      async *read({ name, seen }) {
        // A file that became a link, or a pipe, since it was listed is not opened.
        const handle = await open(join(folder, name), READ_ONLY).catch((error: NodeJS.ErrnoException) => {
          throw CHANGED.has(error.code) ? stillWritten(name) : away(`${join(folder, name)} cannot be read`, error);
        });
        try {
          yield* handle.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>;
        } finally {
          await handle.close();
        }
        if ((await seenNow(name))?.seen !== seen) throw stillWritten(name);
      },
      async putAway({ name, seen }) {
        // A file that replaced it meanwhile was not taken.
        if (done === null || (await seenNow(name))?.seen !== seen) return;
        try {
          await mkdir(join(folder, done), { recursive: true });
          await rename(join(folder, name), await freePath(join(folder, done), name));
        } catch (error) {
          throw away(`The folder ${join(folder, done)} cannot be written`, error as NodeJS.ErrnoException);
        }
      },
      close: async () => undefined,
    };
  },
});

/** A name that is taken gets a number: nothing that was put away is replaced. */
async function freePath(folder: string, name: string): Promise<string> {
  for (let n = 1; ; n++) {
    const path = join(folder, n === 1 ? name : `${name}.${n}`);
    const isTaken = await access(path).then(
      () => true,
      () => false,
    );
    if (!isTaken) return path;
  }
}

const away = (what: string, { code = 'no reason is known' }: NodeJS.ErrnoException) =>
  new TieoutError('files_unavailable', `${what} (${code}).`);

export const stillWritten = (name: string) =>
  new TieoutError('file_changed', 'the file was changed while it was read; it is taken once it stays.', { file: name });
