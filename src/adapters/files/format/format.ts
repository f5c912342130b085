// A format that files of a side come in. Adding one is a folder beside this one and a line in ../formats.ts. One whose
// content is rows of cells opens its files as tables, and their columns are told by titles and values. A format that
// names each of its fields fills the columns and hands them on (finish/found-rows.ts, finish/finished-rows.ts).

import type { OpenFile } from '../bytes/byte-source.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { StatementFile } from '../request/statement-file.ts';
import type { TableFile } from './table-file.ts';

interface Begins {
  /** Whether a file with these first bytes is in it. */
  readonly begins: (beginning: Uint8Array) => boolean;
}

export interface TableFormat extends Begins {
  /** Answers the result of `use` on the file, whose name sentences say. Throws TieoutError if it is no such table. */
  readonly table: <T>(file: OpenFile, name: string, use: (table: TableFile) => T) => T;
}

interface EntryFormat extends Begins {
  /** Throws TieoutError when the file as a whole cannot be understood. */
  readonly read: (request: ReadRequest, file: OpenFile) => StatementFile;
}

export type Format = TableFormat | EntryFormat;
