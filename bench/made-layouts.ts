// `npm run bench -- made-layouts`: reads files of layouts that nobody has seen (made-layout.ts) as `inspect` would, and
// holds each row against its truth: day, amount, currency. A question or a refusal is no fault; a wrong row is, and most
// of all in silence. `MADE=1-1000` names the seeds.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectRows } from '../src/adapters/files/inspect-file.ts';
import { formatDay } from '../src/core/money/calendar.ts';
import type { RowColumns } from '../src/core/records/rows/columns.ts';
import type { LayoutVerdict } from './layouts.ts';
import { type MadeLayout, type MadeRow, madeLayout } from './made-layout.ts';

interface MadeReading {
  readonly made: MadeLayout;
  readonly verdict: LayoutVerdict;
  /** What differs, or the sentence of the refusal; the warnings behind it. */
  readonly because: string;
}

/** Judges the files of the seeds from one to the other. `held`: of languages and marks that are kept back. */
export function judgeMade(from: number, to: number, held: boolean): MadeReading[] {
  const folder = mkdtempSync(join(tmpdir(), 'made-layouts-'));
  try {
    const path = join(folder, 'made.csv');
    return Array.from({ length: to - from + 1 }, (_, i) => {
      const made = madeLayout(from + i, held);
      writeFileSync(path, made.text);
      return { made, ...judged(made, path) };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function judged(made: MadeLayout, path: string): Pick<MadeReading, 'verdict' | 'because'> {
  const { inspection, columns } = inspectRows({ path, name: 'made.csv', side: 'bank', defaultCurrency: 'NGN' });
  const { error, warnings, accounts } = inspection;
  if (error !== null || columns === null) return { verdict: 'asked', because: error ?? '' };
  // That no closing balance is stated says nothing of how the file was read.
  const doubts = warnings.filter((sentence) => !sentence.includes('states no closing balance'));
  const said = doubts.map((sentence) => ` | ${sentence}`).join('');
  const read = rowsIn(columns);
  const wrong = made.rows.findIndex((row, i) => !isSame(row, read[i]));
  if (wrong < 0 && read.length === made.rows.length) return { verdict: 'right', because: said };
  const isUnsigned = made.isSignless && accounts.some(({ sign }) => sign === 'unknown');
  if (isUnsigned && made.rows.every((row, i) => isSame({ ...row, minor: Math.abs(row.minor) }, read[i])))
    return { verdict: 'asked', because: `sign: unknown${said}` };
  const because = `row ${wrong}: ${JSON.stringify(read[wrong])} for ${JSON.stringify(made.rows[wrong])}${said}`;
  return { verdict: doubts.length === 0 ? 'wrong in silence' : 'wrong with a warning', because };
}

const rowsIn = (c: RowColumns): MadeRow[] =>
  Array.from({ length: c.count }, (_, i) => ({
    day: formatDay(c.bookingDay[i]) ?? '',
    minor: c.amount[i],
    currency: c.currencies[c.currency[i]],
  }));

const isSame = (a: MadeRow, b: MadeRow | undefined): boolean =>
  a.day === b?.day && a.minor === b.minor && a.currency === b.currency;

export async function run(): Promise<unknown> {
  const [from, to] = (process.env['MADE'] ?? '1-1000').split('-').map(Number);
  for (const held of [false, true]) {
    const figures: Record<string, Record<LayoutVerdict, number>> = {};
    for (const { made, verdict, because } of judgeMade(from, to, held)) {
      figures[made.kind] ??= { right: 0, asked: 0, 'wrong in silence': 0, 'wrong with a warning': 0 };
      figures[made.kind][verdict]++;
      const isShown = verdict.startsWith('wrong') || (made.kind === 'plain' && verdict !== 'right');
      // Those that are held back give their figures and no examples.
      if (isShown && !held) process.stdout.write(`${verdict} ${made.seed} (${made.what}): ${because}\n`);
    }
    process.stdout.write(`${held ? 'held back' : 'open'} ${JSON.stringify(figures)}\n`);
  }
  return undefined;
}
