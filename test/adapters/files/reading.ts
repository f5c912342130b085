// Writes a text to a file, reads it as a run would, and gives the rows back in a form that a test can compare.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStatementFile, readWhole } from '../../../src/adapters/files/read-statement.ts';
import type { ReadRequest } from '../../../src/adapters/files/request/read-request.ts';
import type { StatementFile } from '../../../src/adapters/files/request/statement-file.ts';
import { TieoutError } from '../../../src/core/errors.ts';
import { formatDay } from '../../../src/core/money/calendar.ts';
import { exponentOf, formatMinor } from '../../../src/core/money/money.ts';
import { textAt } from '../../../src/core/records/rows/columns.ts';

interface PlainRow {
  line: number;
  day: string | null;
  valueDay: string | null;
  amount: string;
  currency: string;
  account: string;
  reference: string;
  session: string;
  narration: string;
  sourceId: string;
  flags: number;
}

export function rowsOf({ columns: c }: StatementFile): PlainRow[] {
  return Array.from({ length: c.count }, (_, i) => ({
    line: c.line[i],
    day: formatDay(c.bookingDay[i]),
    valueDay: formatDay(c.valueDay[i]),
    amount: formatMinor(c.amount[i], exponentOf(c.currencies[c.currency[i]])),
    currency: c.currencies[c.currency[i]],
    account: c.accounts[c.account[i]],
    reference: textAt(c.reference, i),
    session: textAt(c.settlementSession, i),
    narration: textAt(c.narration, i),
    sourceId: textAt(c.sourceId, i),
    flags: c.flags[i],
  }));
}

/** Calls `use` with the path of a file of that content, and removes it. */
export function withFile<T>(content: string | Uint8Array, use: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-'));
  try {
    const path = join(folder, 'file.csv');
    writeFileSync(path, content);
    return use(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Options = Partial<Omit<ReadRequest, 'path'>>;
const defaults = { name: 'file.csv', side: 'bank', defaultCurrency: 'NGN' } as const;

/** Reads content as a bank statement in NGN unless told otherwise; rejected rows do not fail it. */
export function readText(content: string | Uint8Array, options: Options = {}): StatementFile {
  return withFile(content, (path) => readWhole({ ...defaults, ...options, path }));
}

/** The sentence of the failure that a run would meet; throws when there is none. */
export function failureOf(content: string | Uint8Array, options: Options = {}): { code: string; sentence: string } {
  try {
    withFile(content, (path) => readStatementFile({ ...defaults, ...options, path }));
  } catch (error) {
    if (error instanceof TieoutError) return { code: error.code, sentence: error.sentence };
    throw error;
  }
  throw new Error('the file was read');
}

/** The sentence with which `read` refuses. Throws if it does not. */
export function refusalOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof TieoutError) return error.sentence;
    throw error;
  }
  throw new Error('the file was read');
}
