// `npm run bench -- charges`: which lines of real statements (../shared/data, files of others) are known as the bank's
// charge or interest: by the words that every bank uses, and once people have confirmed what the file had before the
// line's day, by their whole names and by amount, rhythm and words. The lines were looked up by hand; other rows that are
// called so count as strangers. Made-up years (charge-years.ts) have what single statements cannot: months.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readWhole } from '../src/adapters/files/read-statement.ts';
import { wordsOfRow } from '../src/core/classification/purpose/charge-words.ts';
import { likeConfirmed } from '../src/core/classification/purpose/like-confirmed.ts';
import { nameOfLine } from '../src/core/classification/purpose/purpose.ts';
import {
  type ConfirmedAs,
  chargeWordsOf,
  seenRowOf,
  type Taught,
  withTaught,
} from '../src/core/records/charge-words.ts';
import { type RowColumns, textAt } from '../src/core/records/rows/columns.ts';
import { dayOf } from '../src/core/records/rows/row-day.ts';
import { chargeYears } from './charge-years.ts';

const DATA = process.env['CHARGES'] ?? join(import.meta.dirname, '../../shared/data');

/** Lines of charges and interest, by their files' lines. */
const LINES: Readonly<Record<string, Readonly<Record<number, ConfirmedAs>>>> = {
  'csv/test_raiffeisen_01.csv': { 26: 'charge', 27: 'charge', 29: 'interest_or_tax' },
  'csv/test_BOI_TransactionExport.csv': { 7: 'charge' },
  'csv/TransactionHistory_20180418043121.csv': { 9: 'charge', 13: 'charge', 19: 'charge' },
  'mt940/cmxl/mt940.sta': { 70: 'interest_or_tax' },
  'mt940/various/transaction_details_wrapped.sta': { 6: 'charge' },
};

interface Counted {
  lines: number;
  byWords: number;
  confirmed: number;
  like: number;
  strangers: number;
  otherRows: number;
}

export async function run(): Promise<Counted & Readonly<Record<string, number>>> {
  if (!existsSync(DATA)) throw new Error('../shared/data is absent.');
  const all: Counted = { lines: 0, byWords: 0, confirmed: 0, like: 0, strangers: 0, otherRows: 0 };
  for (const [file, lines] of Object.entries(LINES)) {
    const { columns } = readWhole({
      ...{ path: join(DATA, file), name: file, side: 'bank', defaultCurrency: 'EUR' },
    });
    count(file, columns, { lines, all });
  }
  return { ...all, ...(await chargeYears()) };
}

function count(
  file: string,
  columns: RowColumns,
  { lines, all }: { readonly lines: Readonly<Record<number, ConfirmedAs>>; readonly all: Counted },
): void {
  const rows = Array.from({ length: columns.count }, (_, row) => row);
  const taught = (until: number): Taught[] =>
    rows.flatMap((row) => {
      const kind = lines[columns.line[row]!];
      const name = nameOfLine(textAt(columns.narration, row));
      return kind === undefined || name === null || dayOf(columns, row) >= until
        ? []
        : [{ name, kind, clusterId: String(row), row: seenRowOf(columns, row) }];
    });
  for (const row of rows) {
    const kind = lines[columns.line[row]!];
    const before = chargeWordsOf(withTaught([], taught(dayOf(columns, row))), 1);
    const [byWords, whole] = [undefined, before].map((words) => wordsOfRow(columns, row, words)?.kind ?? null);
    const known = whole ?? likeConfirmed(columns, row, before)?.kind ?? null;
    if (kind === undefined) {
      all.otherRows++;
      if (known !== null) all.strangers++;
    } else {
      all.lines++;
      if (byWords === kind) all.byWords++;
      if (whole === kind) all.confirmed++;
      if (known === kind) all.like++;
    }
    if (known !== (kind ?? null)) {
      const said = `${known ?? 'not known'} for ${kind ?? 'another row'}`;
      process.stdout.write(`${file}:${columns.line[row]}  ${textAt(columns.narration, row)}: ${said}\n`);
    }
  }
}
