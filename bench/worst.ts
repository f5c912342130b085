// Months made to be slow (worst-month.ts) against an ordinary month of as many rows in one account: time and memory as
// multiples of the ordinary month's. A case that takes forty times as long is stopped and said to be.

import type { BenchOptions, Figures } from './bench.ts';
import { inSeconds, megabytes, runScript } from './measure.ts';
import type { WorstAnswer, WorstInput } from './worst-kernel.ts';
import { WORST_CASES, writeWorst } from './worst-month.ts';

const ROWS = 1_000_000;
const GIVEN_UP_AT = 40;

export async function run({ rows, inputs, say }: BenchOptions): Promise<Figures> {
  const size = rows ?? ROWS;
  const month = inputs.month({ rows: size, accounts: 1 });
  const measure = async (input: WorstInput): Promise<WorstAnswer> =>
    (await runScript<WorstInput, WorstAnswer>('worst-kernel.ts', input, { asOurs: true })).answer;
  const ordinary = await measure({ directory: month.directory, limitSeconds: 3_600 });
  const least = ordinary.seconds!;
  say(`worst: ${size} rows a side, one account, first runs of a process`);
  say(`  ${'an ordinary month'.padEnd(40)} ${inSeconds(least).padStart(9)}  ${megabytes(ordinary.peakBytes)}`);
  const figures: Record<string, number> = { ordinary_seconds: least, ordinary_peak_bytes: ordinary.peakBytes };
  for (const worst of WORST_CASES) {
    const directory = inputs.scratch('worst');
    writeWorst(worst, size, directory);
    const { seconds, peakBytes, pairs, notes } = await measure({ directory, limitSeconds: GIVEN_UP_AT * least });
    const times = seconds === null ? `over ${GIVEN_UP_AT}x` : `${(seconds / least).toFixed(1)}x`;
    const time = seconds === null ? 'stopped' : inSeconds(seconds);
    const memory = `${megabytes(peakBytes)} (${(peakBytes / ordinary.peakBytes).toFixed(1)}x)`;
    say(`  ${worst.name.padEnd(40)} ${time.padStart(9)}  ${times.padStart(8)}  ${memory}, ${pairs} pairs`);
    for (const sentence of notes) say(`    ${sentence}`);
    const key = worst.name.replaceAll(/[^a-z0-9]+/g, '_');
    figures[`${key}_times`] = seconds === null ? GIVEN_UP_AT : seconds / least;
    figures[`${key}_memory_times`] = peakBytes / ordinary.peakBytes;
  }
  return figures;
}
