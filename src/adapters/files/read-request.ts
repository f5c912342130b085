// What is asked when a file of a side is to be read.

import type { ColumnMappingFile } from '../../core/mapping/column-mapping.ts';
import type { Side } from '../../core/records/columns.ts';

export interface ReadRequest {
  readonly path: string;
  /** The file's name as given: it stands in the columns and in every message. */
  readonly name: string;
  readonly side: Side;
  /** ISO code for rows of which neither file nor column names one. */
  readonly defaultCurrency: string;
  /** The account when the file names none in a column. */
  readonly defaultAccount?: string | undefined;
  readonly mapping?: ColumnMappingFile | undefined;
  /** Share of rows that may be rejected, DEFAULT_REJECTED_SHARE when not given. */
  readonly rejectedShare?: number | undefined;
  /** Whether to take the file's digest on the way: a sixth of the time. True when not given. */
  readonly digest?: boolean | undefined;
  readonly progress?: ((bytesDone: number, bytesTotal: number) => void) | undefined;
}
