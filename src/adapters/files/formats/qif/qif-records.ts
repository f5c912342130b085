// The records of a QIF file as rows of cells: one title for each letter that has a meaning, one row for each entry.

import { TieoutError } from '../../../../core/errors.ts';
import type { TextLines } from '../../bytes/text-lines.ts';
import { CellSheets } from '../../cells/cell-sheets.ts';

/** Letters of an entry with the titles of their columns. L is a category, or an account in brackets. */
const COLUMNS: readonly (readonly [letter: string, title: string])[] = [
  ['D', 'Date'],
  ['T', 'Amount'],
  ['N', 'Reference'],
  ['P', 'Payee'],
  ['M', 'Memo'],
  ['L', 'Category'],
];
const ACCOUNT = COLUMNS.length;
const [SPLIT, END] = ['S', '^'];
/** Lists of entries: bank, cash, card, other assets and liabilities. Others are lists of names and of trades. */
const ENTRIES = /^(?:bank|cash|ccard|oth a|oth l)\b/i;

interface QifRecords {
  readonly cells: CellSheets;
  readonly warnings: readonly string[];
  readonly hasAccounts: boolean;
}

/** Throws file_not_understood if the file has no list of entries, or ends inside an entry. */
export function readRecords(lines: TextLines, file: string): QifRecords {
  const cells = new CellSheets(file);
  cells.startSheet('');
  for (const [column, title] of [...COLUMNS.map(([, title]) => title), 'Account'].entries()) cells.cell(column, title);
  cells.endRow(1);
  let list: 'entries' | 'account' | 'other' = 'other';
  let account = '';
  let begun = 0;
  let isSplit = false;
  const others = new Set<string>();
  let hasEntries = false;
  const endEntry = () => {
    if (begun > 0) {
      cells.cell(ACCOUNT, account);
      cells.endRow(begun);
      hasEntries = true;
    }
    begun = 0;
    isSplit = false;
  };
  while (lines.next()) {
    const { text, line } = lines;
    const letter = text.slice(0, 1).toUpperCase();
    const value = text.slice(1).trim();
    if (letter === '!') {
      endEntry();
      const [kind, name = ''] = value.split(':', 2);
      if (/^(?:option|clear)$/i.test(kind)) continue;
      list = /^account$/i.test(kind) ? 'account' : ENTRIES.test(name.trim()) ? 'entries' : 'other';
      if (list === 'other') others.add(name.trim() || kind);
    } else if (list === 'account') {
      if (letter === 'N') account = value;
    } else if (list === 'entries') {
      if (letter === END) {
        endEntry();
        continue;
      }
      if (begun === 0 && letter !== '') begun = line;
      if (value === '') continue;
      if (letter === SPLIT) isSplit = true;
      const column = isSplit ? -1 : COLUMNS.findIndex(([one]) => one === letter);
      if (column >= 0) cells.cell(column, letter === 'D' ? dayText(value) : value);
    }
  }
  if (begun > 0)
    throw new TieoutError('file_not_understood', 'the file ends inside this entry: it is cut off.', {
      file,
      line: begun,
    });
  if (!hasEntries)
    throw new TieoutError('file_not_understood', `the QIF file lists no entries of an account${named(others)}.`, {
      file,
    });
  return {
    cells,
    hasAccounts: account !== '',
    warnings: others.size === 0 ? [] : [`Not read of the QIF file: the lists ${[...others].join(', ')}.`],
  };
}

const named = (others: ReadonlySet<string>): string => (others.size === 0 ? '' : `, but ${[...others].join(', ')}`);

/** A day as every reader understands it: Quicken writes 6/ 1'26 for the first of June or sixth of January 2026. */
const dayText = (text: string): string =>
  text
    .replaceAll(' ', '')
    .replace(/'(\d\d)$/, '/20$1')
    .replace("'", '/');
