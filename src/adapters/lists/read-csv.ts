// Reads the records of a list in CSV by RFC 4180: commas (or semicolons), doubled quotes inside quotes. A file that ends
// inside a record is refused as cut off.

import { TieoutError } from '../../core/errors.ts';

/** `comma`: what stands between fields. */
export async function* readCsv(
  chunks: AsyncIterable<string>,
  listName: string,
  comma: ',' | ';' = ',',
): AsyncGenerator<string[]> {
  let record: string[] = [];
  let field = '';
  let isQuoted = false;
  /** Whether the last character was a quote inside quotes: another quote is one, anything else ends the field. */
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
      } else if (char === comma) {
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
    throw new TieoutError(
      'list_unusable',
      `${listName}, line ${line}: a quoted field never ends; the file is cut off.`,
    );
  }
  if (record.length > 0 || field !== '') yield [...record, field];
}
