// A made-up month as the tests of generation look at it: its three files as text, and its rows as objects.

import { parse } from 'csv-parse/sync';
import type { Side } from '../../src/core/records/rows/columns.ts';
import type { Cause } from '../../src/generation/causes.ts';
import { generateMonth } from '../../src/generation/generate.ts';
import type { MonthFile, MonthTotals } from '../../src/generation/month.ts';
import { DEFAULT_MONTH, type MonthOptions } from '../../src/generation/options.ts';
import { parseTruth } from '../../src/generation/truth.ts';

interface WrittenMonth {
  readonly files: Record<MonthFile, string>;
  readonly totals: MonthTotals;
}

/** The month as its files would hold it. */
export function writtenMonth(options: Partial<MonthOptions> = {}): WrittenMonth {
  const play = generateMonth({ ...DEFAULT_MONTH, rows: 2_000, seed: 'tests', ...options });
  const decoder = new TextDecoder();
  const files: Record<MonthFile, string> = { gl: '', bank: '', truth: '' };
  let step = play.next();
  for (; !step.done; step = play.next()) files[step.value.file] += decoder.decode(step.value.bytes);
  return { files, totals: step.value };
}

export interface SeenRow {
  readonly side: Side;
  readonly line: number;
  readonly id: string;
  readonly day: string;
  readonly valueDay: string;
  readonly account: string;
  readonly reference: string;
  readonly narration: string;
  /** Signed cash effect in kobo. */
  readonly amount: number;
  readonly balance: number;
}

const kobo = (text: string): number => (text === '' ? 0 : Number(text.replaceAll(',', '').replace('.', '')));

/** The rows of a file in the plain style. */
export function rowsOf(side: Side, text: string): SeenRow[] {
  const records: Record<string, string>[] = parse(text, { columns: true });
  return records.map((record, i) => {
    const gl = side === 'gl';
    const moneyIn = kobo(record[gl ? 'Debit' : 'Lodgement']);
    const moneyOut = kobo(record[gl ? 'Credit' : 'Withdrawal']);
    return {
      side,
      line: i + 2,
      id: record[gl ? 'Entry No' : 'Txn ID'],
      day: record[gl ? 'Posting Date' : 'Transaction Date'],
      valueDay: record['Value Date'],
      account: record['Account'] ?? '',
      reference: record[gl ? 'Reference' : 'Ref. No'],
      narration: record[gl ? 'Description' : 'Remarks'],
      amount: moneyIn - moneyOut,
      balance: kobo(record['Balance']),
    };
  });
}

export interface SeenGroup {
  readonly cause: Cause;
  readonly gl: readonly SeenRow[];
  readonly bank: readonly SeenRow[];
}

/** The groups of the truth with the rows they name. */
export function groupsOf({ files }: WrittenMonth): SeenGroup[] {
  const rows = { gl: rowsOf('gl', files.gl), bank: rowsOf('bank', files.bank) };
  const groups = new Map<string, { cause: Cause; gl: SeenRow[]; bank: SeenRow[] }>();
  for (const { group, cause, side, line } of parseTruth(files.truth)) {
    const known = groups.get(group) ?? { cause, gl: [], bank: [] };
    known[side].push(rows[side][line - 2]);
    groups.set(group, known);
  }
  return [...groups.values()];
}
