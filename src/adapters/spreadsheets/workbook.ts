// Lists as the sheets of a workbook. The same lists give the same bytes.

import type { Sheet } from '../../core/summary/layout/cell.ts';
import { xlsxBytes } from './write-xlsx.ts';

export interface Workbook {
  /** The content type of HTTP. */
  readonly contentType: string;
  readonly content: Uint8Array;
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Throws output_unwritable for more lines than a sheet has room for. */
export const workbook = (...sheets: readonly Sheet[]): Workbook => ({
  contentType: XLSX_TYPE,
  content: xlsxBytes(sheets),
});
