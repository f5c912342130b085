// Makes the folder for a command's results; a failure is one sentence.

import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { TieoutError } from '../../core/errors.ts';

/** Makes a folder and its parents. Node's recursive form never returns if a file system refuses (/proc). */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path);
}

const FULL = ['ENOSPC', 'EFBIG', 'EDQUOT'];

/**
 * The reason why results could not be written, as output_unwritable; an error of another kind is answered unchanged.
 */
export function unwritable(folder: string, error: unknown): unknown {
  if (error instanceof TieoutError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (code === null) return error;
  const sentence = FULL.includes(code)
    ? `The results do not fit into ${folder}: make room, or name another folder with --out.`
    : isFile(folder)
      ? `${folder} is a file: name a folder with --out.`
      : `The results cannot be written into ${folder} (${code}): name a folder that can be written with --out.`;
  return new TieoutError('output_unwritable', sentence);
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
