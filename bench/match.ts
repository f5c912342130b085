// The matching kernel as the service runs it, threads and handing over included, beside DuckDB's SQL with the same
// tiers on the same rows, each in a process of its own so that time and memory are measured apart. Reading and loading
// are not timed. Both are scored against the truth, so that speed is not bought with nonsense.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchOptions, Figures } from './bench.ts';
import type { MatchAnswer, MatchInput } from './match-definition.ts';
import { inSeconds, median, megabytes, runScript, type Taken } from './measure.ts';
import { type Accuracy, Truth } from './truth.ts';

const ROWS = 1_000_000;
/** Of the first run, which also compiles, and those after it. */
const KERNEL_RUNS = 4;
const DUCKDB_RUNS = 2;
const ACCOUNTS = [8, 1];

interface Measured {
  readonly answer: MatchAnswer;
  readonly accuracy: Accuracy;
}

export async function run({ rows, inputs, say }: BenchOptions): Promise<Figures> {
  const figures: Record<string, number> = {};
  for (const accounts of ACCOUNTS) {
    const month = inputs.month({ rows: rows ?? ROWS, accounts });
    const truth = new Truth(month);
    const scratch = inputs.scratch('match');
    const measure = async (script: string, runs: number): Promise<Measured> => {
      const pairsFile = join(scratch, `${script}.pairs`);
      const { answer } = await runScript<MatchInput, MatchAnswer>(script, { month, runs, pairsFile });
      const pairs = readFileSync(pairsFile);
      return { answer, accuracy: truth.accuracyOf(new Int32Array(new Uint8Array(pairs).buffer)) };
    };
    const kernel = await measure('match-kernel.ts', KERNEL_RUNS);
    const duckdb = await measure('match-duckdb.ts', DUCKDB_RUNS);
    const warm = later(kernel.answer);
    const peer = typical(duckdb.answer.taken);
    say(`match: ${truth.rows.gl} ledger rows by ${truth.rows.bank} bank rows, ${accounts} account(s)`);
    tell(say, `tieout, first run`, kernel, kernel.answer.taken[0]!);
    tell(say, `tieout, later runs`, kernel, warm);
    tell(say, `DuckDB`, duckdb, peer);
    say(`  ${(peer.seconds / warm.seconds).toFixed(1)} times as fast; ${stageLine(duckdb.answer)}`);
    tellTiers(say, { tieout: kernel.accuracy, DuckDB: duckdb.accuracy });
    Object.assign(figures, figuresOf({ kernel, duckdb, warm, peer }, `accounts_${accounts}`));
  }
  return figures;
}

const later = ({ taken }: MatchAnswer): Taken => typical(taken.length > 1 ? taken.slice(1) : taken);

function typical(taken: readonly Taken[]): Taken {
  return {
    seconds: median(taken.map(({ seconds }) => seconds)),
    processorSeconds: median(taken.map(({ processorSeconds }) => processorSeconds)),
  };
}

function tell(say: BenchOptions['say'], name: string, { answer, accuracy }: Measured, taken: Taken): void {
  const { precision, recall } = accuracy;
  say(
    `  ${name.padEnd(20)} ${inSeconds(taken.seconds).padStart(8)}  processor ${inSeconds(taken.processorSeconds).padStart(8)}` +
      `  peak ${megabytes(answer.peakBytes).padStart(8)}  precision ${precision.toFixed(4)}  recall ${recall.toFixed(4)}`,
  );
}

const stageLine = ({ stages }: MatchAnswer): string =>
  `DuckDB by stage: ${stages.map(({ stage, seconds }) => `${stage} ${inSeconds(seconds)}`).join(', ')}`;

function tellTiers(say: BenchOptions['say'], by: Readonly<Record<string, Accuracy>>): void {
  for (const [name, { tiers }] of Object.entries(by)) {
    const each = tiers.map(({ tier, pairs, precision }) => `${tier}: ${pairs} (${precision.toFixed(3)})`);
    say(`  ${name}'s pairs by tier and their precision  ${each.join('  ')}`);
  }
}

function figuresOf(
  { kernel, duckdb, warm, peer }: { kernel: Measured; duckdb: Measured; warm: Taken; peer: Taken },
  prefix: string,
): Figures {
  const figures = {
    first_seconds: kernel.answer.taken[0]!.seconds,
    seconds: warm.seconds,
    processor_seconds: warm.processorSeconds,
    peak_bytes: kernel.answer.peakBytes,
    peak_bytes_later: kernel.answer.peakBytesLater,
    precision: kernel.accuracy.precision,
    recall: kernel.accuracy.recall,
    duckdb_seconds: peer.seconds,
    duckdb_processor_seconds: peer.processorSeconds,
    duckdb_peak_bytes: duckdb.answer.peakBytes,
    duckdb_precision: duckdb.accuracy.precision,
    duckdb_recall: duckdb.accuracy.recall,
    times_duckdb: peer.seconds / warm.seconds,
    times_duckdb_processor: peer.processorSeconds / warm.processorSeconds,
  };
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${prefix}_${name}`, value]));
}
