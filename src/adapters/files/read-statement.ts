// Reads one file of a side into columns, in any format (formats.ts). A sample decides how to read it. Reading counts
// the evidence, and if the whole column contradicts the sample, the file is read once more with the better decision.
// Synchronous and streaming: memory is the columns and a few megabytes. For a worker thread.

import { readEntries } from './any-format.ts';
import { withOpenFile } from './bytes/byte-source.ts';
import { withoutCardNumbers } from './finish/rows-for-kind.ts';
import type { ReadRequest } from './request/read-request.ts';
import { type StatementFile, unusable } from './request/statement-file.ts';

/** Reads a statement or ledger file; throws TieoutError when the file as a whole cannot be used. */
export function readStatementFile(request: ReadRequest): StatementFile {
  if (request.kind?.masksCards === true) return withoutCardNumbers(() => readUsable(request));
  return readUsable(request);
}

function readUsable(request: ReadRequest): StatementFile {
  const read = readWhole(request);
  const failure = unusable(read, request);
  if (failure) throw failure;
  return read;
}

/** Reads a file with its question and its rejected rows, even if it is not usable; for an inspection. */
export const readWhole = (request: ReadRequest): StatementFile =>
  withOpenFile(request, (file) => readEntries(request, file));
