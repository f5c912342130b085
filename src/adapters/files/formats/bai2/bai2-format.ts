// The format of the Bank Administration Institute, version 2: balance and transaction reports of American banks.

import { inItsEncoding } from '../../bytes/text-file.ts';
import { TextLines } from '../../bytes/text-lines.ts';
import { EntryRows } from '../../entries/entry-rows.ts';
import { stateBalances } from '../../entries/statements.ts';
import type { EntryFormat } from '../format.ts';
import { Bai2Reader } from './bai2-reader.ts';
import { Bai2Records } from './bai2-records.ts';

/** A file header, and the group header below it. */
const HEADERS = /^01,[^,\r\n]{0,80},[^,\r\n]{0,80},\d{6}(?:\d\d)?,[^\r\n]{0,200}[\r\n]+02,/;
/** Bytes of a short entry. */
const ENTRY_BYTES = 60;

export const BAI2: EntryFormat = {
  begins: ({ text }) => HEADERS.test(text),
  read: (request, file) =>
    inItsEncoding(file, request.name, (encoding) => {
      const { name, progress } = request;
      const lines = new TextLines({ file, encoding, name, progress });
      const rows = new EntryRows(request, Math.ceil(file.size / ENTRY_BYTES));
      const reader = new Bai2Reader(rows, name);
      const records = new Bai2Records(lines);
      while (records.next()) reader.take(records);
      reader.end();
      stateBalances(reader.statements, rows);
      return rows.finish({ format: 'bai2', encoding: encoding.name, digest: lines.bytes.digest() });
    }),
};
