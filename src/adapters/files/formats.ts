// The list of formats. The first one that recognises a file's beginning reads it.

import { TieoutError } from '../../core/errors.ts';
import { type OpenFile, readAt } from './bytes/byte-source.ts';
import { DELIMITED_TEXT } from './delimited/delimited-format.ts';
import type { Format } from './format/format.ts';
import { readTableFile } from './format/read-table-file.ts';
import type { TableFile } from './format/table-file.ts';
import type { ReadRequest } from './request/read-request.ts';
import type { StatementFile } from './request/statement-file.ts';

/** The last one accepts every file. */
const FORMATS: readonly Format[] = [DELIMITED_TEXT];

/** Bytes from which a format is recognised. */
const BEGINNING = 4_096;

function formatOf(file: OpenFile): Format {
  const beginning = readAt(file, { from: 0, length: BEGINNING });
  return FORMATS.find(({ begins }) => begins(beginning)) ?? DELIMITED_TEXT;
}

/** Reads the entries of a file of any format. Throws TieoutError. */
export function readEntries(request: ReadRequest, file: OpenFile): StatementFile {
  const format = formatOf(file);
  return 'table' in format
    ? format.table(file, request.name, (table) => readTableFile(request, table))
    : format.read(request, file);
}

/** Calls `use` with the file as a table. Throws TieoutError, also for a format without columns. */
export function readAsTable<T>(file: OpenFile, name: string, use: (table: TableFile) => T): T {
  const format = formatOf(file);
  if ('table' in format) return format.table(file, name, use);
  throw new TieoutError('file_not_understood', 'the file has no columns, but entries alone.', { file: name });
}
