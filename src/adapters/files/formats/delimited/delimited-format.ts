// The format of delimited text. It accepts every file, so it is the last in the list.

import { inItsEncoding } from '../../bytes/text-file.ts';
import type { TableFormat } from '../format.ts';
import { delimitedTable } from './delimited-table.ts';

export const DELIMITED_TEXT: TableFormat = {
  begins: () => true,
  table: (file, name, use) => inItsEncoding(file, name, (encoding) => use(delimitedTable({ file, encoding, name }))),
};
