// A file whose content is rows of cells: delimited text, a sheet. Everything that reads tables reads it: entries
// (read-table-file.ts), positions (../holdings), suggestions.

import type { Cut, Sample } from '../layout/best-cut.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { Rows } from '../rows/rows.ts';
import type { FinalReading } from '../settle/settled.ts';

export interface TableFile {
  /** The name that an inspection shows. */
  readonly format: string;
  readonly encoding: string;
  /** The first rows, from which the layout is told. */
  readonly sample: Sample;
  /** Reads the whole file, again if it contradicts its sample. */
  read(request: ReadRequest): FinalReading;
  /** All of its rows, cut so; the file's digest once they were read. */
  rows(cut: Pick<Cut, 'delimiter'>, request: ReadRequest): { readonly rows: Rows; readonly digest: () => string };
}
