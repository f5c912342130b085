// The folder of a sent file: one of its tenant and name, which are digests of both, so that no name leads elsewhere,
// whatever its characters, length or case, on any system. In it lie the content, called by its digest, and file.json,
// which says what it is and which content counts.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TieoutError } from '../../core/errors.ts';
import type { SentFile, SentFileKey } from '../../core/records/files/sent-file.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

export const tenantPlace = (root: string, tenant: string): string => join(root, digest(tenant));

export const filePlace = (root: string, { tenant, name }: SentFileKey): string =>
  join(tenantPlace(root, tenant), digest(name));

export const FACTS = 'file.json';

/** The file that is kept in a folder; null: none is. Throws files_unavailable. */
export async function keptIn(place: string): Promise<SentFile | null> {
  let text: string;
  try {
    text = await readFile(join(place, FACTS), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw sentAway(error);
  }
  return JSON.parse(text) as SentFile;
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** A failure of the folder. */
export const sentAway = (error: unknown): TieoutError => {
  const { code = 'no reason is known' } = error as NodeJS.ErrnoException;
  const what = FULL.has(code) ? 'is full' : `cannot be used (${code})`;
  return new TieoutError('files_unavailable', `The folder for sent files ${what}.`);
};
