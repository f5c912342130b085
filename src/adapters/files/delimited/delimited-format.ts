// The format of delimited text: whatever no other format knows is taken for it.

import { inItsEncoding } from '../bytes/text-file.ts';
import type { Format } from '../format/format.ts';
import { readTableFile } from '../tables/read-table-file.ts';
import { delimitedTable } from './read-delimited.ts';

export const DELIMITED_TEXT: Format = {
  begins: () => true,
  read: (request, file) =>
    inItsEncoding(file, request.name, (encoding) => readTableFile(request, delimitedTable(file, encoding))),
};
