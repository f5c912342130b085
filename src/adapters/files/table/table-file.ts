// A file of rows and cells: delimited text, a sheet. Entries (read-table-file.ts), positions (../holdings) and
// suggestions are read from it.

import type { Cut, Sample } from '../layout/best-cut.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { Rows } from '../rows/rows.ts';
import type { FinalReading } from '../settle/settled.ts';

export interface TableFile {
  /** The format's name in an inspection. */
  readonly format: string;
  readonly encoding: string;
  /** The first rows, from which the layout is found. */
  readonly sample: Sample;
  /** Reads the whole file, once more if it contradicts its sample. */
  read(request: ReadRequest): FinalReading;
  /** All rows at that delimiter or of that sheet, and the file's digest, to be asked for after the last row. */
  rows(
    cut: Pick<Cut, 'delimiter' | 'sheet'>,
    request: ReadRequest,
  ): { readonly rows: Rows; readonly digest: () => string };
}
