// The format of OpenDocument spreadsheets (ISO/IEC 26300), in their ZIP archive.

import { TieoutError } from '../../../../core/errors.ts';
import { digestOf, type OpenFile } from '../../bytes/byte-source.ts';
import { CellSheets } from '../../cells/cell-sheets.ts';
import { sheetsTable } from '../../cells/sheets-table.ts';
import { readEntry, wholeEntry } from '../../packed/read-entry.ts';
import { beginsAsZip, type ZipEntry, zipDirectory } from '../../packed/zip-directory.ts';
import { stringsOf, type XmlTake } from '../../xml/string-spans.ts';
import { XmlScanner } from '../../xml/xml-scanner.ts';
import type { TableFormat } from '../format.ts';
import { OdsCells } from './ods-cells.ts';

const SPREADSHEET = 'application/vnd.oasis.opendocument.spreadsheet';
const LONGEST_TYPE = 200;

const entryAt = (entries: readonly ZipEntry[] | null, path: string): ZipEntry | undefined =>
  entries?.find((entry) => entry.path === path);

export const OPEN_DOCUMENT: TableFormat = {
  begins: ({ bytes, file }) => {
    const entry = beginsAsZip(bytes) ? entryAt(zipDirectory(file, ''), 'mimetype') : undefined;
    if (entry === undefined || entry.bytes > LONGEST_TYPE) return false;
    const type = new TextDecoder().decode(wholeEntry(file, entry, { name: '', most: LONGEST_TYPE }));
    return type.trim().startsWith(SPREADSHEET);
  },
  table: (file, name, use) => {
    const refuse = (sentence: string) => new TieoutError('file_not_understood', sentence, { file: name });
    const entries = zipDirectory(file, name);
    const content = entryAt(entries, 'content.xml');
    if (content === undefined) throw refuse('the spreadsheet has no content.');
    const manifest = entryAt(entries, 'META-INF/manifest.xml');
    if (manifest !== undefined && isProtected(file, manifest, name))
      throw refuse('the spreadsheet is protected with a password; save it without one.');
    const sheets = new CellSheets(name);
    const cells = new OdsCells(sheets);
    scan(file, { name, entry: content, take: cells.take });
    const hidden = cells.hidden.map((sheet) => `“${sheet}”`).join(', ');
    const warnings = hidden === '' ? [] : [`Hidden sheets are not read: ${hidden}.`];
    const digest = digestOf(file);
    return use(sheetsTable({ name, format: 'ods', encoding: 'UTF-8', digest, sheets: sheets.sheets, warnings }));
  },
};

function scan(file: OpenFile, { name, entry, take }: { name: string; entry: ZipEntry; take: XmlTake }): void {
  const scanner = new XmlScanner({ name, part: entry.path }, stringsOf(take));
  readEntry(file, entry, { name, take: (bytes) => scanner.write(bytes) });
  scanner.end();
}

function isProtected(file: OpenFile, entry: ZipEntry, name: string): boolean {
  let found = false;
  scan(file, {
    ...{ name, entry },
    take: {
      open: (element) => {
        if (element === 'encryption-data') found = true;
      },
    },
  });
  return found;
}
