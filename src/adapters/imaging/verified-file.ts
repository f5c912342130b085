// A model as its package ships it: read whole and held against the digest that was written down when it was measured. A
// package that was changed on its way is not worked with.

import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

export interface VerifiedFile {
  /** Within a package: `@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz`. */
  readonly path: string;
  readonly sha256: string;
}

/** Throws when it is another file. */
export async function readVerified({ path, sha256 }: VerifiedFile): Promise<Uint8Array> {
  const bytes = await readFile(packageFile(path));
  if (hash('sha256', bytes, 'hex') !== sha256) throw new Error(`${path} is not the file that was measured`);
  return bytes;
}

/** Packages lie beside this source, wherever it is installed. */
export const packageFile = (path: string): URL => new URL(`../../../node_modules/${path}`, import.meta.url);
