// The format of workbooks (ECMA-376), with or without macros, which are never run. Its parts stand in a ZIP archive.

import { TieoutError } from '../../../../core/errors.ts';
import { digestOf } from '../../bytes/byte-source.ts';
import { sheetsTable } from '../../cells/sheets-table.ts';
import { beginsAsZip, type ZipEntry, zipDirectory } from '../../packed/zip-directory.ts';
import type { TableFormat } from '../format.ts';
import { isProtected } from './protected.ts';
import { openWorkbook } from './workbook.ts';

const hasPath = (entries: readonly ZipEntry[], path: RegExp): boolean => entries.some((entry) => path.test(entry.path));
const CONTENT_TYPES = /^\[content_types\]\.xml$/i;
const WORKBOOK = /(^|\/)workbook\d*\.xml$/i;
const BINARY_WORKBOOK = /(^|\/)workbook\.bin$/i;

export const WORKBOOK_FILE: TableFormat = {
  begins: ({ bytes, file }) => {
    if (isProtected(bytes, file)) return true;
    const entries = beginsAsZip(bytes) ? zipDirectory(file, '') : null;
    return (
      entries !== null &&
      hasPath(entries, CONTENT_TYPES) &&
      (hasPath(entries, WORKBOOK) || hasPath(entries, BINARY_WORKBOOK))
    );
  },
  table: (file, name, use) => {
    const refuse = (sentence: string) => new TieoutError('file_not_understood', sentence, { file: name });
    const entries = zipDirectory(file, name);
    if (entries === null) throw refuse('the workbook is protected with a password; save it without one.');
    if (!hasPath(entries, WORKBOOK)) throw refuse('this is a binary workbook (XLSB); save it as XLSX.');
    const { cells, warnings } = openWorkbook(file, name, entries);
    const digest = digestOf(file);
    return use(sheetsTable({ name, format: 'xlsx', encoding: 'UTF-8', digest, sheets: cells.sheets, warnings }));
  },
};
