// The format of PDF statements whose letters are text, not pictures. Where a cell ends is a guess by places, so what was
// read counts only if balances of the statement prove it.

import { TieoutError } from '../../../../core/errors.ts';
import { digestOf, type OpenFile } from '../../bytes/byte-source.ts';
import { CellSheets } from '../../cells/cell-sheets.ts';
import { sheetsTable } from '../../cells/sheets-table.ts';
import { provenAlone } from '../../places/proven-alone.ts';
import type { TableFile } from '../../table/table-file.ts';
import type { TableFormat } from '../format.ts';
import { columnAt, columnsOf } from './page-columns.ts';
import { linesOf } from './page-lines.ts';
import { readTexts } from './read-texts.ts';

/** Line 12 of page 3 is line 3012. */
const LINES_A_PAGE = 1_000;

const TOLD = {
  of: 'a PDF',
  placeOf: (line: number) => `page ${Math.floor(line / LINES_A_PAGE)}`,
  instead: 'XLSX, CSV or MT940',
};

const WRONG_CHECKSUM =
  'The PDF’s content does not agree with its checksum: it may be damaged, so compare the rows with the pages.';

export const PDF_STATEMENT: TableFormat = {
  begins: ({ bytes }) => Buffer.from(bytes.subarray(0, 1_024)).includes('%PDF-'),
  table: (file, name, use) => use(provenAlone(tableOf(file, name), name, TOLD)),
};

function tableOf(file: OpenFile, name: string): TableFile {
  const refuse = (sentence: string) => new TieoutError('file_not_understood', sentence, { file: name });
  const texts = readTexts(file, name);
  const pages = texts.pages.map(linesOf);
  if (pages.every((lines) => lines.length === 0))
    throw refuse('the PDF has no text: its pages are pictures; get the statement as a file with text.');
  const long = pages.findIndex((lines) => lines.length >= LINES_A_PAGE);
  if (long >= 0) throw refuse(`page ${long + 1} of the PDF has more than ${LINES_A_PAGE - 1} lines.`);
  const columns = columnsOf(pages.flat());
  if (columns.length === 0) throw refuse('no line of the PDF has a day and an amount.');
  const cells = new CellSheets(name);
  cells.startSheet('');
  for (const [page, lines] of pages.entries()) {
    for (const [i, line] of lines.entries()) {
      const row: string[] = [];
      for (const run of line) {
        const column = columnAt(columns, run);
        row[column] = row[column] === undefined ? run.text : `${row[column]} ${run.text}`;
      }
      for (const [column, text] of row.entries()) if (text !== undefined) cells.cell(column, text);
      cells.endRow((page + 1) * LINES_A_PAGE + i + 1);
    }
  }
  const as = { format: 'pdf', encoding: 'text layer', digest: digestOf(file) };
  return sheetsTable({ name, ...as, sheets: cells.sheets, warnings: texts.isChecksumWrong ? [WRONG_CHECKSUM] : [] });
}
