// Secrets of the file of feeds, read where they stand whenever they are needed, so that a changed one counts at once.

import { readFile } from 'node:fs/promises';
import { TieoutError } from '../../core/errors.ts';
import type { Secret } from './place.ts';

/** Throws files_unavailable, which does not show the secret. */
export async function secretText(secret: Secret): Promise<string> {
  if ('env' in secret) {
    const value = process.env[secret.env];
    if (value) return value;
    throw new TieoutError('files_unavailable', `The variable ${secret.env}, which has the secret, is not set.`);
  }
  try {
    return (await readFile(secret.file, 'utf8')).replace(/\r?\n$/, '');
  } catch {
    throw new TieoutError('files_unavailable', `The file ${secret.file}, which has the secret, cannot be read.`);
  }
}
