// What the benchmarks of a whole run tell of it: a line for each stage, and its figures.

import type { BenchOptions, Figures } from './bench.ts';
import { inSeconds } from './measure.ts';
import type { SessionAnswer } from './run-session.ts';

/** Prints a line of a table. */
export const lineOf =
  (say: BenchOptions['say']) =>
  (name: string, words: string): void =>
    say(`  ${name.padEnd(28)} ${words}`);

export function tellStages(say: BenchOptions['say'], { stages, taken }: SessionAnswer): void {
  const line = lineOf(say);
  for (const { stage, milliseconds } of stages) line(stage, inSeconds(milliseconds / 1000));
  line('all', `${inSeconds(taken.seconds)}, processor ${inSeconds(taken.processorSeconds)}`);
}

export const sessionFigures = ({ stages, taken, peakBytes, rows, openItems }: SessionAnswer): Figures => ({
  ...Object.fromEntries(stages.map(({ stage, milliseconds }) => [`${stage}_seconds`, milliseconds / 1000])),
  seconds: taken.seconds,
  processor_seconds: taken.processorSeconds,
  peak_bytes: peakBytes,
  rows,
  open_items: openItems,
});
