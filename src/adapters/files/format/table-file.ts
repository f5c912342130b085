// A file whose content is rows of cells, whatever holds them: a delimited text, a sheet. A format that opens its files as
// such has them read like every other: entries (read-table-file.ts), positions (../holdings), suggestions.

import type { Cut, Sample } from '../layout/best-cut.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { Rows } from '../rows/rows.ts';
import type { FinalReading } from '../settle/settled.ts';

export interface TableFile {
  /** As it is called in an inspection. */
  readonly format: string;
  readonly encoding: string;
  /** What its layout is told from. */
  readonly sample: Sample;
  /** Reads all of it; again where the whole file says otherwise than its sample. */
  read(request: ReadRequest): FinalReading;
  /** All of its rows, cut so; the file's digest once they were read. */
  rows(cut: Pick<Cut, 'delimiter'>, request: ReadRequest): { readonly rows: Rows; readonly digest: () => string };
}
