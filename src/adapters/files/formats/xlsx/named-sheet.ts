// The rows of one sheet of a workbook that a person sends back, read as statements are: with the values that stand in
// its cells, and no formula calculated.

import { TieoutError } from '../../../../core/errors.ts';
import { MAX_SHEET_UNPACKED_BYTES } from '../../../../core/limits.ts';
import type { OpenFile } from '../../bytes/byte-source.ts';
import type { CellSheet } from '../../cells/cell-sheets.ts';
import { SheetRows } from '../../cells/sheet-rows.ts';
import { fileOfBytes } from '../../packed/unpacked-file.ts';
import { beginsAsZip, type ZipEntry, zipDirectory } from '../../packed/zip-directory.ts';
import { cellsOf } from '../../rows/cell-text.ts';
import { isProtected } from './protected.ts';
import { openWorkbook } from './workbook.ts';

interface SheetLine {
  /** The number that spreadsheet programs show beside the row. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The name of the file in sentences. */
const NAME = 'the workbook';

/**
 * Throws file_not_understood if it is no workbook with a visible sheet of that name, file_too_large beyond
 * MAX_SHEET_UNPACKED_BYTES.
 */
export const sheetRows = (content: Uint8Array, sheet: string): Iterable<SheetLine> =>
  linesOf(fileOfBytes(content, (file) => sheetNamed(file, { sheet, content })));

function sheetNamed(
  file: OpenFile,
  { sheet: name, content }: { readonly sheet: string; readonly content: Uint8Array },
) {
  const refuse = (sentence: string) => new TieoutError('file_not_understood', sentence);
  if (isProtected(content, file)) throw refuse('The workbook is protected with a password; save it without one.');
  const entries = beginsAsZip(content) ? zipDirectory(file, NAME) : null;
  if (entries === null || !entries.some(({ path }) => /^\[content_types\]\.xml$/i.test(path)))
    throw refuse('The file is no workbook (XLSX): send back the one that was exported.');
  if (unpackedBytes(entries) > MAX_SHEET_UNPACKED_BYTES) {
    const sentence = `The workbook is larger than ${MAX_SHEET_UNPACKED_BYTES >> 20} MiB when it is unpacked: send it in parts.`;
    throw new TieoutError('file_too_large', sentence);
  }
  const { sheets } = openWorkbook(file, NAME, entries).cells;
  const found = sheets.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (found === undefined) throw refuse(`The workbook has no visible sheet “${name}”.`);
  return found;
}

const unpackedBytes = (entries: readonly ZipEntry[]): number => entries.reduce((sum, { bytes }) => sum + bytes, 0);

function* linesOf(sheet: CellSheet): Generator<SheetLine> {
  const rows = new SheetRows([sheet]);
  while (rows.next()) yield { line: rows.line, cells: cellsOf(rows) };
}
