// Writes a file whole or not at all: under a temporary name first.

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { TieoutError } from '../../core/errors.ts';

/** `option`: the one that named it. Throws output_unwritable; then a file of that name is as it was. */
export function writeWhole(path: string, content: string | Uint8Array, option = '--out'): void {
  const unfinished = `${path}.unfinished`;
  try {
    writeFileSync(unfinished, content);
    renameSync(unfinished, path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null;
    if (code === null) throw error;
    rmSync(unfinished, { force: true });
    throw new TieoutError(
      'output_unwritable',
      `${path} cannot be written (${code}): name another file with ${option}.`,
    );
  }
}
