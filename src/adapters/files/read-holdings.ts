// Reads one file of holdings into rows with the columns of a position. The file may be of any format with columns.
// Synchronous, for a worker thread.

import type { TieoutError } from '../../core/errors.ts';
import type { StatementFile } from '../../ports/compute.ts';
import { readAsTable } from './any-format.ts';
import { withOpenFile } from './bytes/byte-source.ts';
import { positionsInTable } from './holdings/positions-in-table.ts';
import type { ReadRequest } from './request/read-request.ts';
import { tooManyRejected } from './request/statement-file.ts';

/** Throws TieoutError when the file as a whole cannot be used. */
export function readHoldingsFile(request: ReadRequest): StatementFile {
  const read = readWholeHoldings(request);
  const failure = unusableHoldings(read, request);
  if (failure !== null) throw failure;
  return read;
}

/** Reads a file with its rejected rows, even if it is not usable; for an inspection. */
export const readWholeHoldings = (request: ReadRequest): StatementFile =>
  withOpenFile(request, (file) => readAsTable(file, request.name, (table) => positionsInTable(request, table)));

export const unusableHoldings = ({ columns, rejected }: StatementFile, request: ReadRequest): TieoutError | null =>
  tooManyRejected({ entries: columns.count, rejected: rejected.length, first: rejected[0] ?? null }, request);
