// The format of Quicken interchange, QIF: records of lines that begin with a letter, made a table. The order of day and
// month, which differs from program to program, is then told as in any table.

import { mappingOfSides } from '../../../../core/reading/columns/column-mapping.ts';
import { digestOf } from '../../bytes/byte-source.ts';
import { inItsEncoding } from '../../bytes/text-file.ts';
import { TextLines } from '../../bytes/text-lines.ts';
import { sheetsTable } from '../../cells/sheets-table.ts';
import type { ReadRequest } from '../../request/read-request.ts';
import type { TableFormat } from '../format.ts';
import { readRecords } from './qif-records.ts';

const COLUMNS = {
  booking_date: 'Date',
  amount: 'Amount',
  reference: 'Reference',
  narration: ['Payee', 'Memo', 'Category'],
};

export const QIF: TableFormat = {
  begins: ({ text }) => /^!(?:Type|Account|Option|Clear):/i.test(text) || /^!Account\s*[\r\n]/i.test(text),
  table: (file, name, use) =>
    inItsEncoding(file, name, (encoding) => {
      const lines = new TextLines({ file, encoding, name, progress: undefined });
      const { cells, warnings, hasAccounts } = readRecords(lines, name);
      const as = { format: 'qif', encoding: encoding.name, digest: digestOf(file) };
      const table = sheetsTable({ name, ...as, sheets: cells.sheets, warnings });
      return use({ ...table, read: (request) => table.read(named(request, hasAccounts)) });
    }),
};

/** The format names its columns itself. What else a mapping says, as the order of dates, holds beside that. */
function named(request: ReadRequest, hasAccounts: boolean): ReadRequest {
  const { mapping, side } = request;
  if (mapping?.entries.some((entry) => entry[side] !== null)) return request;
  const columns = { ...COLUMNS, ...(hasAccounts && { account: 'Account' }) };
  const { entries } = mappingOfSides({ [side]: { columns } }, (sentence) => new Error(sentence));
  return { ...request, mapping: { ...mapping, entries } };
}
