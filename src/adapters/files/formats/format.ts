// A file format. Adding one means a folder beside this file and a line in list.ts. It is told by the file's content,
// never by its name. A format of rows and cells opens its files as tables, whose columns are told by titles and values.
// A format that names its fields itself fills the columns (../entries/entry-rows.ts). A packed one hands on the files in
// it, which may be of any format again.

import type { OpenFile } from '../bytes/byte-source.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { StatementFile } from '../request/statement-file.ts';
import type { TableFile } from '../table/table-file.ts';
import type { Beginning } from './beginning.ts';

interface Recognised {
  /** Whether a file with this beginning is of this format. Throws TieoutError only for a file that no format reads. */
  readonly begins: (beginning: Beginning) => boolean;
}

export interface TableFormat extends Recognised {
  /** Calls `use` with the file as a table. `name`: for sentences. Throws TieoutError if it is no such table. */
  readonly table: <T>(file: OpenFile, name: string, use: (table: TableFile) => T) => T;
}

export interface EntryFormat extends Recognised {
  /** Throws TieoutError if the file as a whole cannot be understood. */
  readonly read: (request: ReadRequest, file: OpenFile) => StatementFile;
}

export interface PackedFormat extends Recognised {
  /** The files inside, one at least. Throws TieoutError if there is none. */
  readonly files: (file: OpenFile, name: string) => readonly PackedFile[];
}

export interface PackedFile {
  /** Its name within an archive; '' where a format packs one file without a name. */
  readonly path: string;
  /** Its bytes, unpacked; absent where a format packs one file. */
  readonly bytes?: number;
  /** Calls `use` with the file, unpacked. Throws TieoutError. */
  readonly unpacked: <T>(use: (inner: OpenFile) => T) => T;
}

export type Format = TableFormat | EntryFormat | PackedFormat;
