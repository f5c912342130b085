// The format of text in columns of fixed width, as old systems print statements. Such a text is read as delimited text
// where that suffices; else by the places of its columns, and then only if balances prove it.

import { TieoutError } from '../../../../core/errors.ts';
import { titleMeanings } from '../../../../core/reading/titles/header-synonyms.ts';
import { digestOf, type OpenFile, readAt } from '../../bytes/byte-source.ts';
import { inItsEncoding } from '../../bytes/text-file.ts';
import { TextLines } from '../../bytes/text-lines.ts';
import { CellSheets } from '../../cells/cell-sheets.ts';
import { sheetsTable } from '../../cells/sheets-table.ts';
import { provenAlone } from '../../places/proven-alone.ts';
import type { TableFile } from '../../table/table-file.ts';
import { DELIMITED_TEXT } from '../delimited/delimited-format.ts';
import type { TableFormat } from '../format.ts';
import { beginsWithDay, cellsOf, columnsOf, isEntryLine, phrasesOf, type Word, wordsOf } from './line-columns.ts';

/** Fewest lines with a day and an amount, and fewest titles of the line above them. */
const [LEAST_LINES, LEAST_TITLES] = [2, 3];
/** Lines from which the columns are told. */
const MOST_LINES = 1_000;

const TOLD = {
  of: 'a text of fixed columns',
  placeOf: (line: number) => `line ${line}`,
  instead: 'XLSX, CSV or MT940',
};

export const FIXED_TEXT: TableFormat = {
  begins: ({ text }) => !/[\t;|]/.test(text) && text.split(/[\r\n]+/).filter(isEntryLine).length >= LEAST_LINES,
  table(file, name, use) {
    try {
      return DELIMITED_TEXT.table(file, name, use);
    } catch (error) {
      if (!(error instanceof TieoutError) || error.code !== 'file_not_understood') throw error;
      return use(provenAlone(tableOf(file, name), name, TOLD));
    }
  },
};

const areTitles = (words: readonly Word[]): boolean =>
  words.filter(({ text }) => titleMeanings(text).length > 0).length >= LEAST_TITLES &&
  !words.some(({ text }) => /\d/.test(text));

const tableOf = (file: OpenFile, name: string): TableFile =>
  inItsEncoding(file, name, (encoding) => {
    const read = <T>(use: (lines: TextLines) => T): T =>
      use(new TextLines({ file, encoding, name, progress: undefined }));
    const sampled = read((lines) => {
      const some: string[] = [];
      while (some.length < MOST_LINES && lines.next()) some.push(lines.text.replaceAll('\f', ' '));
      return some;
    });
    const entries = sampled.filter(isEntryLine);
    const columns = columnsOf(entries, sampled.map(wordsOf).find(areTitles) ?? []);
    const cells = new CellSheets(name);
    cells.startSheet('');
    const last = read((lines) => {
      let text = '';
      while (lines.next()) {
        text = lines.text.replaceAll('\f', ' ');
        const words = wordsOf(text);
        const row = cellsOf(columns, beginsWithDay(text) || areTitles(words) ? words : phrasesOf(text));
        for (const [column, cell] of row.entries()) cells.cell(column, cell);
        cells.endRow(lines.line);
      }
      return { text, line: lines.line };
    });
    const isEnded = /[\r\n]/.test(String.fromCharCode(...readAt(file, { from: file.size - 1, length: 1 })));
    // Amounts end at one place: a shorter last line may lack its balance.
    const shortest = Math.min(...entries.filter((line) => line !== last.text).map(({ length }) => length));
    const isWhole = isEnded || (isEntryLine(last.text) && last.text.length >= shortest);
    const warnings = isWhole
      ? []
      : [`The file ends inside line ${last.line}, which is no whole entry: it may be cut off.`];
    const as = { format: 'fixed', encoding: encoding.name, digest: digestOf(file) };
    return sheetsTable({ name, ...as, sheets: cells.sheets, warnings });
  });
