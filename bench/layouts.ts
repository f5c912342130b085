// `npm run bench -- layouts`: reads every file of ../shared/data/layouts as `inspect` would and holds it against
// truth.json: rows, signed sum, first and last day. A file that is asked about or refused is no fault; one that is read
// wrongly is, and most of all in silence. Exports of real banks (../shared/data/csv) are held by their own test.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspectRows } from '../src/adapters/files/inspect-file.ts';
import { formatDay, NO_DAY } from '../src/core/money/calendar.ts';
import { exponentOf, formatMinor } from '../src/core/money/money.ts';
import { ROW_PENDING, type RowColumns, type Side } from '../src/core/records/rows/columns.ts';

export const LAYOUTS = process.env['LAYOUTS'] ?? join(import.meta.dirname, '../../shared/data/layouts');

export interface LayoutTruth {
  readonly side: Side;
  readonly currency: string;
  readonly kind: 'plain' | 'hard';
  readonly rows: number;
  readonly sum: string;
  readonly first_date: string;
  readonly last_date: string;
  readonly reference: string | null;
}

export type LayoutVerdict = 'right' | 'asked' | 'wrong in silence' | 'wrong with a warning';

export interface LayoutReading {
  readonly file: string;
  readonly kind: LayoutTruth['kind'];
  readonly verdict: LayoutVerdict;
  /** What differs, or the sentence of the refusal; the warnings behind it. */
  readonly because: string;
}

/** Reads each file of a folder with a truth.json and judges it. */
export function judgeLayouts(folder: string): LayoutReading[] {
  const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as Record<string, LayoutTruth>;
  return Object.entries(truth).map(([file, of]) => judge(join(folder, file), file, of));
}

function judge(path: string, file: string, truth: LayoutTruth): LayoutReading {
  const { side, currency, kind } = truth;
  const { inspection, columns } = inspectRows({ path, name: file, side, defaultCurrency: currency });
  const { error, warnings } = inspection;
  if (error !== null || columns === null) return { file, kind, verdict: 'asked', because: error ?? '' };
  // That no closing balance is stated says nothing of how the file was read.
  const doubts = warnings.filter((sentence) => !sentence.includes('states no closing balance'));
  const said = doubts.map((sentence) => ` | ${sentence}`).join('');
  const read = essence(columns);
  const wrong = (['rows', 'sum', 'first_date', 'last_date'] as const).filter(
    (key) => read[key] !== truthOf(truth, key),
  );
  if (wrong.length === 0) return { file, kind, verdict: 'right', because: said };
  if (inspection.accounts.some((account) => (account as { sign?: string }).sign === 'unknown'))
    return { file, kind, verdict: 'asked', because: `sign: unknown${said}` };
  const because = wrong.map((key) => `${key} ${read[key]} for ${truth[key]}`).join(', ') + said;
  return { file, kind, verdict: doubts.length === 0 ? 'wrong in silence' : 'wrong with a warning', because };
}

/** A currency without decimals is written with them there. */
const truthOf = (truth: LayoutTruth, key: 'rows' | 'sum' | 'first_date' | 'last_date') =>
  key === 'sum' ? Number(truth.sum) : truth[key];

function essence(c: RowColumns) {
  const rows = Array.from({ length: c.count }, (_, i) => i).filter((i) => (c.flags[i] & ROW_PENDING) === 0);
  const days = rows.map((i) => c.bookingDay[i]).filter((day) => day !== NO_DAY);
  const sum = rows.reduce((all, i) => all + c.amount[i], 0);
  const least = days.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = days.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return {
    rows: rows.length,
    sum: Number(formatMinor(sum, exponentOf(c.currencies[c.currency[0] ?? 0] ?? 'NGN'))),
    first_date: days.length === 0 ? null : formatDay(least),
    last_date: days.length === 0 ? null : formatDay(most),
  };
}

export async function run(): Promise<unknown> {
  if (!existsSync(LAYOUTS)) throw new Error('../shared/data/layouts is absent.');
  const judged = judgeLayouts(LAYOUTS);
  for (const { file, verdict, because } of judged)
    if (verdict !== 'right') process.stdout.write(`${verdict.padEnd(21)} ${file.padEnd(34)} ${because}\n`);
  const figures: Record<string, Record<LayoutVerdict, number>> = {};
  for (const { kind, verdict } of judged) {
    figures[kind] ??= { right: 0, asked: 0, 'wrong in silence': 0, 'wrong with a warning': 0 };
    figures[kind][verdict]++;
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  return undefined;
}
