// Makes the folder for a command's results, and says in one sentence why results cannot be written into it.

import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { TieoutError } from '../../core/errors.ts';

/** Makes a folder and its parents, one by one: Node's recursive form never returns where folders cannot be made (/proc). */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path);
}

/** The system's codes for want of room. */
const FULL = ['ENOSPC', 'EFBIG', 'EDQUOT'];

/** An error of the file system as output_unwritable, with the reason; any other error unchanged. */
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
