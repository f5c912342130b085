// Reads a file in whichever format of formats/list.ts it is.

import { TieoutError } from '../../core/errors.ts';
import type { OpenFile } from './bytes/byte-source.ts';
import { beginningOf } from './formats/beginning.ts';
import type { EntryFormat, TableFormat } from './formats/format.ts';
import { FORMATS } from './formats/list.ts';
import type { ReadRequest } from './request/read-request.ts';
import type { StatementFile } from './request/statement-file.ts';
import { readTableFile } from './table/read-table-file.ts';
import type { TableFile } from './table/table-file.ts';

/** Most packed files one within the other: a folder of packed statements that is packed again. */
const DEEPEST = 3;

/** Calls `use` with the file's format and what is to be read by it: the file itself, or what is packed in it. */
export function inItsFormat<T>(
  file: OpenFile,
  name: string,
  use: (format: TableFormat | EntryFormat, inner: OpenFile) => T,
  depth = 0,
): T {
  const beginning = beginningOf(file);
  const format = FORMATS.find(({ begins }) => begins(beginning));
  if (format === undefined) throw new Error('the last format accepts every file');
  if (!('unpacked' in format)) return use(format, file);
  if (depth < DEEPEST) return format.unpacked(file, name, (inner) => inItsFormat(inner, name, use, depth + 1));
  throw new TieoutError('file_not_understood', `more than ${DEEPEST} archives are packed one within the other.`, {
    file: name,
  });
}

/** Reads the entries of a file of any format. Throws TieoutError. */
export const readEntries = (request: ReadRequest, file: OpenFile): StatementFile =>
  inItsFormat(file, request.name, (format, inner) =>
    'table' in format
      ? format.table(inner, request.name, (table) => readTableFile(request, table))
      : format.read(request, inner),
  );

/** Calls `use` with the file as a table. Throws TieoutError, also for a format without columns. */
export const readAsTable = <T>(file: OpenFile, name: string, use: (table: TableFile) => T): T =>
  inItsFormat(file, name, (format, inner) => {
    if ('table' in format) return format.table(inner, name, use);
    throw new TieoutError('file_not_understood', 'the file has no columns, but entries alone.', { file: name });
  });
