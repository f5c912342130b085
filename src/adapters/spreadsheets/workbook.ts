// A list as a workbook of one sheet. The same list gives the same bytes.

import { TieoutError } from '../../core/errors.ts';
import type { Sheet } from '../../core/summary/layout/cell.ts';
import { xlsxBytes } from './write-xlsx.ts';

export interface Workbook {
  /** As HTTP says it. */
  readonly contentType: string;
  readonly content: Uint8Array;
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Lines of an Excel sheet, its titles among them. */
const MOST_LINES = 1_048_576;

/** Throws output_unwritable for more lines than a sheet has room for. */
export function workbook({ lines, ...sheet }: Sheet): Workbook {
  const all = [...lines];
  if (all.length >= MOST_LINES) {
    throw new TieoutError('output_unwritable', `A sheet has no room for ${all.length} lines: take the format csv.`);
  }
  return { contentType: XLSX_TYPE, content: xlsxBytes({ ...sheet, lines: all }) };
}
