// Reads one file of a side into columns, in any format (formats.ts). A sample decides how to read; reading counts the
// evidence against that, and if the whole column disagrees, the file is read once more with the better decision.
// Synchronous and streaming: memory is the columns and a few megabytes. For a worker thread.

import { withOpenFile } from './bytes/byte-source.ts';
import { withoutCardNumbers } from './finish/kind-rows-read.ts';
import { readEntries } from './formats.ts';
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

/** Reads a file that may not be usable, with its question or its rejected rows: what inspecting it shows. */
export const readWhole = (request: ReadRequest): StatementFile =>
  withOpenFile(request, (file) => readEntries(request, file));
