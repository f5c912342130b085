// Standard input as a file: `-` among the names of files. A reading goes through a file more than once, so what is piped
// in is kept in a file of its own until the command ends.

import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TieoutError } from '../../core/errors.ts';
import { MAX_FILE_BYTES } from '../../core/limits.ts';

const NAME = '-';

export interface GivenInputs {
  /** Where the file of that name lies. */
  readonly pathOf: (name: string) => string;
  /** To be called once the files are read. */
  readonly remove: () => void;
}

/** Reads standard input if one of the names is `-`. Throws TieoutError if there is nothing to read. */
export async function givenInputs(names: readonly string[]): Promise<GivenInputs> {
  const times = names.filter((name) => name === NAME).length;
  if (times === 0) return { pathOf: (name) => name, remove: () => {} };
  const unreadable = (why: string) => new TieoutError('file_unreadable', why, { file: NAME });
  if (times > 1) throw new TieoutError('usage', 'Standard input can be read once: name - for one file alone.');
  if (process.stdin.isTTY) throw unreadable('nothing is piped into standard input.');
  const folder = mkdtempSync(join(tmpdir(), 'tieout-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const path = join(folder, 'input');
    if ((await copyInto(path)) === 0) throw unreadable('standard input is empty.');
    return { pathOf: (name) => (name === NAME ? path : name), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Copies standard input into a file; answers its bytes. Throws file_too_large. */
async function copyInto(path: string): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of process.stdin) {
      bytes += chunk.length;
      if (bytes > MAX_FILE_BYTES) {
        const sentence = `standard input is larger than ${MAX_FILE_BYTES / 1e9} GB; cut it into smaller files.`;
        throw new TieoutError('file_too_large', sentence, { file: NAME });
      }
      await file.write(chunk);
    }
  } finally {
    await file.close();
  }
  return bytes;
}
