// The format of PDF statements whose letters are text, not pictures. Where a cell ends is a guess by places, so what was
// read counts only if balances of the statement prove it.

import { TieoutError } from '../../../../core/errors.ts';
import { digestOf, type OpenFile } from '../../bytes/byte-source.ts';
import { CellSheets } from '../../cells/cell-sheets.ts';
import { sheetsTable } from '../../cells/sheets-table.ts';
import type { FinalReading } from '../../settle/settled.ts';
import type { TableFile } from '../../table/table-file.ts';
import type { TableFormat } from '../format.ts';
import { columnAt, columnsOf } from './page-columns.ts';
import { linesOf } from './page-lines.ts';
import { readTexts } from './read-texts.ts';

/** Line 12 of page 3 is line 3012. */
const LINES_A_PAGE = 1_000;

const WRONG_CHECKSUM =
  'The PDF’s content does not agree with its checksum: it may be damaged, so compare the rows with the pages.';

export const PDF_STATEMENT: TableFormat = {
  begins: ({ bytes }) => Buffer.from(bytes.subarray(0, 1_024)).includes('%PDF-'),
  table: (file, name, use) => use(provenAlone(tableOf(file, name), name)),
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

/** The table, whose reading is refused unless every account's balances prove it. */
const provenAlone = (table: TableFile, name: string): TableFile => ({
  ...table,
  read: (request) => {
    const read = table.read(request);
    const why = whyNotProven(read);
    if (why === null) return read;
    const sentence = `entries of a PDF are told by their places, and ${why}; get the statement as XLSX, CSV or MT940.`;
    throw new TieoutError('file_not_understood', sentence, { file: name });
  },
  rows: () => {
    throw new TieoutError(
      'file_not_understood',
      'lists of holdings are not read from a PDF; get them as XLSX or CSV.',
      {
        file: name,
      },
    );
  },
});

/** What keeps the balances from proving the entries, with the page; null for nothing. */
function whyNotProven({ balances, report }: FinalReading): string | null {
  const [rejected] = report.tally.rejected;
  if (rejected !== undefined)
    return `page ${pageOf(rejected.line)} has a row that is not understood: ${rejected.reason}`;
  const [gap] = balances.flatMap(({ gaps }) => gaps);
  if (gap !== undefined) return `the balance on page ${pageOf(gap.next.line)} does not follow from them`;
  const isProven = balances.length > 0 && balances.every(({ foots }) => foots === true);
  return isProven ? null : 'no balances prove them';
}

const pageOf = (line: number): number => Math.floor(line / LINES_A_PAGE);
