// A table whose cells are told by their places, on a page or in lines of fixed width. Where a cell ends is then a guess,
// so what was read counts only if balances of the statement prove it.

import { TieoutError } from '../../../core/errors.ts';
import type { FinalReading } from '../settle/settled.ts';
import type { TableFile } from '../table/table-file.ts';

interface Told {
  /** “a PDF”. */
  readonly of: string;
  /** A place of the file by its line: “page 3”. */
  readonly placeOf: (line: number) => string;
  /** Formats that need no guess. */
  readonly instead: string;
}

/** The table, whose reading is refused unless every account's balances prove it. */
export const provenAlone = (table: TableFile, name: string, told: Told): TableFile => ({
  ...table,
  read: (request) => {
    const read = table.read(request);
    const why = whyNotProven(read, told);
    if (why === null) return read;
    const sentence = `entries of ${told.of} are told by their places, and ${why}; get the statement as ${told.instead}.`;
    throw new TieoutError('file_not_understood', sentence, { file: name });
  },
  rows: () => {
    const sentence = `lists of holdings are not read from ${told.of}; get them as XLSX or CSV.`;
    throw new TieoutError('file_not_understood', sentence, { file: name });
  },
});

/** The first reason why the balances do not prove the entries, with its place; null if they do. */
function whyNotProven({ balances, report }: FinalReading, { placeOf }: Told): string | null {
  const [rejected] = report.tally.rejected;
  if (rejected !== undefined) return `${placeOf(rejected.line)} has a row that is not understood: ${rejected.reason}`;
  const [gap] = balances.flatMap(({ gaps }) => gaps);
  if (gap !== undefined) return `the balance on ${placeOf(gap.next.line)} does not follow from them`;
  const isProven = balances.length > 0 && balances.every(({ foots }) => foots === true);
  return isProven ? null : 'no balances prove them';
}
