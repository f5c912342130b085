// A file format. Adding one means a folder beside this one and a line in ../formats.ts. A format of rows of cells opens
// its files as tables, whose columns are told by titles and values. A format that names its fields itself fills the
// columns and hands them on (finish/found-rows.ts, finish/finished-rows.ts).

import type { OpenFile } from '../bytes/byte-source.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { StatementFile } from '../request/statement-file.ts';
import type { TableFile } from './table-file.ts';

interface Begins {
  /** Whether a file with these first bytes is of this format. */
  readonly begins: (beginning: Uint8Array) => boolean;
}

export interface TableFormat extends Begins {
  /** Calls `use` with the file as a table. `name`: for sentences. Throws TieoutError if it is no such table. */
  readonly table: <T>(file: OpenFile, name: string, use: (table: TableFile) => T) => T;
}

interface EntryFormat extends Begins {
  /** Throws TieoutError if the file as a whole cannot be understood. */
  readonly read: (request: ReadRequest, file: OpenFile) => StatementFile;
}

export type Format = TableFormat | EntryFormat;
