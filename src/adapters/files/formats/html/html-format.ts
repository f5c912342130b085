// The format of pages with tables, which many banks offer as an Excel file. Scripts are passed over, nothing is fetched.

import { TieoutError } from '../../../../core/errors.ts';
import { readThrough } from '../../bytes/text-pieces.ts';
import { CellSheets } from '../../cells/cell-sheets.ts';
import { sheetsTable } from '../../cells/sheets-table.ts';
import type { TableFormat } from '../format.ts';
import { HtmlCells } from './html-cells.ts';

const BEGINS = /^(?:<\?xml[^>]{0,200}>\s{0,20})?<(?:!doctype\s{1,5}html|html|head|body|table|style|meta|div|center)\b/i;

export const PAGE: TableFormat = {
  begins: ({ text }) => BEGINS.test(text),
  table: (file, name, use) => {
    let cells = new CellSheets(name);
    const { read, text } = readThrough(file, name, () => {
      cells = new CellSheets(name);
      return new HtmlCells(cells);
    });
    read.end();
    if (!read.hasTable)
      throw new TieoutError('file_not_understood', 'this is a web page without a table; save the statement as CSV.', {
        file: name,
      });
    const warnings =
      read.unended === ''
        ? []
        : [`The page has no end of “${read.unended}”: rows behind its beginning may be missing.`];
    return use(sheetsTable({ name, format: 'html', ...text, sheets: cells.sheets, warnings }));
  },
};
