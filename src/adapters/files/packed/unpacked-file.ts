// What is packed in a file, as a file of its own: a reading goes through a file more than once, and its size is known
// only at its end. It has no name once it is open, so that nothing is left behind.

import { closeSync, mkdtempSync, openSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TieoutError } from '../../../core/errors.ts';
import { digestOf, type OpenFile } from '../bytes/byte-source.ts';
import type { TakeBytes } from './unpacking.ts';

/** Calls `use` with the bytes that `unpack` gives. Throws file_not_understood if there are none. */
export function unpackedFile<T>(
  packed: OpenFile,
  { name, unpack }: { readonly name: string; readonly unpack: (take: TakeBytes) => void },
  use: (inner: OpenFile) => T,
): T {
  return namelessFile(unpack, ({ fd, size }) => {
    if (size === 0)
      throw new TieoutError('file_not_understood', 'the file that is packed in it is empty.', { file: name });
    const { checkUnchanged, close } = packed;
    return use({ fd, size, digest: digestOf(packed), checkUnchanged, close });
  });
}

/** Calls `use` with bytes of this process as a file. */
export const fileOfBytes = <T>(bytes: Uint8Array, use: (file: OpenFile) => T): T =>
  namelessFile(
    (take) => take(bytes),
    ({ fd, size }) => use({ fd, size, checkUnchanged: () => undefined, close: () => undefined }),
  );

/** A file that is gone when it is used, whatever happens. */
function namelessFile<T>(
  fill: (take: TakeBytes) => void,
  use: (file: { readonly fd: number; readonly size: number }) => T,
): T {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-'));
  try {
    const path = join(folder, 'unpacked');
    const fd = openSync(path, 'wx+', 0o600);
    try {
      // Windows keeps the name of an open file; there it goes with its folder.
      if (process.platform !== 'win32') unlinkSync(path);
      let size = 0;
      fill((bytes) => {
        for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done);
        size += bytes.length;
      });
      return use({ fd, size });
    } finally {
      closeSync(fd);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
