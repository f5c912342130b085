// Reads a model from its package and compares it with the digest noted when the model was measured. A changed file is
// not used.

import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

export interface VerifiedFile {
  /** Path in node_modules: `@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz`. */
  readonly path: string;
  readonly sha256: string;
}

/** Throws if the file has another digest. */
export async function readVerified({ path, sha256 }: VerifiedFile): Promise<Uint8Array> {
  const bytes = await readFile(packageFile(path));
  if (hash('sha256', bytes, 'hex') !== sha256) throw new Error(`${path} is not the file that was measured`);
  return bytes;
}

/** The path of a package file, relative to this source. */
export const packageFile = (path: string): URL => new URL(`../../../node_modules/${path}`, import.meta.url);
