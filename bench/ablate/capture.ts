// Keeps every file and table that the tests of reading read, so that `npm run bench -- ablate` can read them again without
// a rule (readings.ts). Set up by capture.config.ts in each worker of the tests; the folder stands in CAPTURED.

import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import type { ReadRequest } from '../../src/adapters/files/request/read-request.ts';
import type { readTable } from '../../src/core/reading/read-table.ts';
import { plainJson } from './plain-json.ts';

export type Captured =
  | { readonly what: 'file' | 'holdings'; readonly request: Omit<ReadRequest, 'path'>; readonly content: Uint8Array }
  | { readonly what: 'table'; readonly given: Parameters<typeof readTable> };

const FOLDER = process.env['CAPTURED'] ?? '';
/** The layouts and exports beside the project are read from where they are. */
const BESIDE = join(import.meta.dirname, '../../../shared/data');
const MOST_BYTES = 1 << 20;

let depth = 0;

/** Calls `read`, and keeps what it was called with unless a reading that is kept calls it. */
function capture(what: Captured['what'], given: readonly never[], read: (...given: readonly never[]) => unknown) {
  if (depth++ === 0) keep(what, given);
  try {
    return read(...given);
  } finally {
    depth--;
  }
}

function keep(what: Captured['what'], given: readonly unknown[]): void {
  const captured = what === 'table' ? { what, given } : fileOf(what, given[0] as ReadRequest);
  if (captured === null) return;
  // Bytes of equal values differ as the process has their strings.
  const name = createHash('sha256').update(plainJson(captured)).digest('hex');
  writeFileSync(join(FOLDER, name), serialize(captured));
}

function fileOf(what: 'file' | 'holdings', { path, progress: _, ...request }: ReadRequest) {
  const isLeft = path.startsWith(BESIDE) || !isSmallFile(path);
  return isLeft ? null : { what, request, content: new Uint8Array(readFileSync(path)) };
}

function isSmallFile(path: string): boolean {
  const of = statSync(path, { throwIfNoEntry: false });
  return of?.isFile() === true && of.size < MOST_BYTES;
}

Object.assign(globalThis, { capture });
