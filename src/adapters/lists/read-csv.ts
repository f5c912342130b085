// Records of a list in CSV as RFC 4180 has it: commas, quotes doubled within quotes, one record a line or more. A file
// that ends within a record is cut off, and says so.

import { TieoutError } from '../../core/errors.ts';

export async function* readCsv(chunks: AsyncIterable<string>, called: string): AsyncGenerator<string[]> {
  let record: string[] = [];
  let field = '';
  let isQuoted = false;
  /** A quote within quotes was seen last: another one is a quote, anything else ends them. */
  let isAfterQuote = false;
  let line = 1;
  for await (const chunk of chunks) {
    for (const char of chunk) {
      if (isQuoted && !isAfterQuote) {
        if (char === '"') isAfterQuote = true;
        else field += char;
        continue;
      }
      if (char === '"') {
        if (isAfterQuote) field += '"';
        isQuoted = true;
        isAfterQuote = false;
      } else if (char === ',') {
        record.push(field);
        field = '';
        isQuoted = isAfterQuote = false;
      } else if (char === '\n') {
        record.push(field);
        yield record;
        record = [];
        field = '';
        isQuoted = isAfterQuote = false;
        line++;
      } else if (char !== '\r') field += char;
    }
  }
  if (isQuoted && !isAfterQuote) {
    throw new TieoutError('list_unusable', `${called}, line ${line}: a quoted field never ends; the file is cut off.`);
  }
  if (record.length > 0 || field !== '') yield [...record, field];
}
