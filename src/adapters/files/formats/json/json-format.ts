// The format of records in JSON: a list of objects, anywhere in the file, or objects one after the other (JSON lines).

import { TieoutError } from '../../../../core/errors.ts';
import { readThrough } from '../../bytes/text-pieces.ts';
import { CellSheets } from '../../cells/cell-sheets.ts';
import { sheetsTable } from '../../cells/sheets-table.ts';
import type { TableFormat } from '../format.ts';
import { JsonCells, type LateValues } from './json-cells.ts';
import { JsonTokens } from './json-tokens.ts';

/** An object with a name before a colon, or a list of such, of lists or of nothing else that a text begins with. */
const BEGINS = /^(?:\[\s{0,100}){0,5}\{\s{0,100}(?:"(?:[^"\\]|\\.){0,200}"\s{0,20}:|\})/;

/** Most lists of a file: one for each account, by its number. */
const MOST_LISTS = 2_000;

export const JSON_RECORDS: TableFormat = {
  begins: ({ text }) => BEGINS.test(text),
  table: (file, name, use) => {
    const refuse = (why: string): never => {
      throw new TieoutError('file_not_understood', `the file is no whole JSON: ${why}.`, { file: name });
    };
    const readWith = (known: LateValues) => {
      const { read, text } = readThrough(file, name, () => {
        const sheets = new CellSheets(name, { most: MOST_LISTS, called: 'lists' });
        const cells = new JsonCells(sheets, { known, file: name });
        const tokens = new JsonTokens(cells, refuse);
        const write = (piece: string) => tokens.write(piece);
        return { sheets, cells, tokens, write };
      });
      read.tokens.end();
      read.cells.end();
      return { ...read, text };
    };
    const first = readWith(new Map());
    const { sheets, text } = first.cells.late.size === 0 ? first : readWith(first.cells.late);
    return use(sheetsTable({ name, format: 'json', ...text, sheets: sheets.sheets, warnings: [] }));
  },
};
