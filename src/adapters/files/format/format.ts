// A format that files of a side come in. Adding one is a folder beside this one and a line in ../formats.ts. One whose
// content is rows of cells opens them as a table (tables/table-file.ts) and has the columns told by titles and values;
// one that says itself what each of its fields is fills the columns and hands them on as found (finish/found-rows.ts).

import type { OpenFile } from '../bytes/byte-source.ts';
import type { ReadRequest } from './read-request.ts';
import type { StatementFile } from './statement-file.ts';

export interface Format {
  /** Whether a file with these first bytes is in it. */
  readonly begins: (beginning: Uint8Array) => boolean;
  /** Throws TieoutError when the file as a whole cannot be understood. */
  readonly read: (request: ReadRequest, file: OpenFile) => StatementFile;
}
