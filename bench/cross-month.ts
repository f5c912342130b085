// A run across months of a ledger against a bank statement, both open as a whole, against a plain run of as many rows a
// side in the same process on the embedded store, done before and after it.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDay } from '../src/core/money/calendar.ts';
import type { BenchOptions, Figures } from './bench.ts';
import type { CrossMonthAnswer, CrossMonthInput } from './cross-month-session.ts';
import type { Month } from './inputs.ts';
import { inSeconds, megabytes, runScript } from './measure.ts';
import { lineOf } from './session-figures.ts';

const ROWS = 200_000;
const AIM = 0.5;
/** Operations that were waited for longer than this are told. */
const TOLD_SECONDS = 0.1;

const dayOf = (text: string): number => parseDay(text)!;

/** The generator's month is September; the bank's statement is made one of October. */
export async function run({ rows, inputs, say }: BenchOptions): Promise<Figures> {
  const plain = inputs.month({ rows: rows ?? ROWS, accounts: 8 });
  const folder = inputs.scratch('months');
  const [ledger, statement] = [readFileSync(plain.gl, 'utf8'), readFileSync(plain.bank, 'utf8')];
  const later = (text: string): string => text.replaceAll('2026-10-', '2026-11-').replaceAll('2026-09-', '2026-10-');
  const firstOf = (text: string): string => text.split('\n').slice(0, 2).join('\n');
  const month = (name: string, gl: string, bank: string): Month => {
    const files = { gl: join(folder, `${name}-gl.csv`), bank: join(folder, `${name}-bank.csv`) };
    writeFileSync(files.gl, gl);
    writeFileSync(files.bank, bank);
    return { ...plain, ...files };
  };
  const { answer } = await runScript<CrossMonthInput, CrossMonthAnswer>(
    'cross-month-session.ts',
    {
      plain,
      first: month('first', ledger, `${firstOf(statement)}\n`),
      second: month('second', `${later(firstOf(ledger))}\n`, later(statement)),
      days: {
        first: { periodStart: dayOf('2026-09-01'), periodEnd: dayOf('2026-09-30') },
        second: { periodStart: dayOf('2026-10-01'), periodEnd: dayOf('2026-10-31') },
      },
      data: inputs.scratch('session'),
    },
    { asOurs: true },
  );
  const { across, again, groups, open } = answer;
  const [first, last] = answer.plain.map(({ processorSeconds }) => processorSeconds);
  const ratio = across.processorSeconds / first!;
  const line = lineOf(say);
  say(`cross-month: ${open.gl} open ledger rows against ${open.bank} open bank rows, ${groups} groups`);
  for (const [operation, seconds] of Object.entries(answer.waited)) {
    if (seconds > TOLD_SECONDS) line(operation, inSeconds(seconds));
  }
  line('all', `${inSeconds(across.seconds)}, processor ${inSeconds(across.processorSeconds)}`);
  line(
    'another after it',
    `${answer.groupsAgain} groups, ${inSeconds(again.seconds)}, processor ${inSeconds(again.processorSeconds)}`,
  );
  line('plain run, before and after', `processor ${inSeconds(first!)} and ${inSeconds(last!)}`);
  line('peak memory', `${megabytes(answer.peakAcross)}, of the plain run ${megabytes(answer.peakPlain)}`);
  say(`  ${ratio.toFixed(2)} of the first plain run by processor time (aim ${AIM})`);
  return {
    rows: open.gl + open.bank,
    groups,
    seconds: across.seconds,
    processor_seconds: across.processorSeconds,
    again_processor_seconds: again.processorSeconds,
    plain_processor_seconds: first!,
    plain_later_processor_seconds: last!,
    of_plain_processor: ratio,
    peak_bytes: answer.peakAcross,
    plain_peak_bytes: answer.peakPlain,
  };
}
