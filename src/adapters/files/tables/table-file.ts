// A file whose content is rows of cells, whatever holds them: a delimited text, a sheet. A format that opens its files
// as such is read like every other (read-table-file.ts).

import type { ReadRequest } from '../format/read-request.ts';
import type { FoundLayout } from '../layout/table-layout.ts';
import type { FinalReading } from '../settle/settled.ts';

export interface TableFile {
  /** As it is called in an inspection. */
  readonly format: string;
  readonly encoding: string;
  /** How it is to be read by its sample, with this request. Throws TieoutError where its sample does not say it. */
  layout(request: ReadRequest): FoundLayout;
  /** Its beginning as text, in which the words of its titles stand. */
  beginning(name: string): string;
  /** Reads all of it, as often as it takes until what its sample said is borne out. */
  read(request: ReadRequest): FinalReading;
}
