// Writes the mapping that answers a question about a file, for a person to complete: beside --out, else in the working
// directory, under a new name, so that nothing is overwritten.

import { writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Most names to try. */
const MOST = 1_000;

/** The path of the mapping, null if none could be written. */
export function writeMapping(
  mapping: Record<string, unknown>,
  { file, out }: { file: string; out: string | null },
): string | null {
  const folder = out === null ? '.' : dirname(resolve(out));
  const name = basename(file).replace(/[^\w.-]+/g, '_');
  for (let n = 1; n <= MOST; n++) {
    const path = join(folder, n === 1 ? `${name}.mapping.json` : `${name}.mapping-${n}.json`);
    try {
      writeFileSync(path, `${JSON.stringify(mapping, null, 2)}\n`, { flag: 'wx' });
      return path;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return null;
    }
  }
  return null;
}
