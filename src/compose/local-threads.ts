// The compute threads of a run of this process: one for small files, which are read and matched before a second thread
// is started and warm. Their size alone decides, so the threads can start before the command is loaded.

import { statSync } from 'node:fs';
import { startThreads } from '../adapters/threads/compute.ts';

export type LocalThreads = ReturnType<typeof startThreads>;

/** Files smaller than this in total are small. */
const SMALL_BYTES = 2_000_000;

export function threadsFor(paths: readonly string[]): LocalThreads {
  return startThreads(totalBytes(paths) < SMALL_BYTES ? 1 : undefined);
}

/** Size of the files; a path that cannot be examined counts as nothing: reading it reports why. */
export function totalBytes(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + bytesOf(path), 0);
}

function bytesOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
