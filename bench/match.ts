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
/** The first run also compiles; a thread's code is done compiling after some eight runs of several accounts. */
const KERNEL_RUNS = 11;
/** Runs that tell of a service that has just started, after its first, and of one that is warm. */
const LATER = [1, 4] as const;
const WARM = [8, 11] as const;
const DUCKDB_RUNS = 2;
const ACCOUNTS = [8, 1];

interface Measured {
  readonly answer: MatchAnswer;
  readonly accuracy: Accuracy;
}

/** Asked for by `--only`: how many times as fast as DuckDB, after runs enough for that. */
const RATIO = 'ratio';

export async function run({ rows, only, inputs, say: sayAll }: BenchOptions): Promise<Figures> {
  const isRatio = only === RATIO;
  const say = isRatio ? () => {} : sayAll;
  const figures: Record<string, number> = {};
  for (const accounts of ACCOUNTS) {
    const month = inputs.month({ rows: rows ?? ROWS, accounts });
    const truth = new Truth(month);
    const scratch = inputs.scratch('match');
    const measure = async (script: string, runs: number, asOurs = false): Promise<Measured> => {
      const pairsFile = join(scratch, `${script}.pairs`);
      const { answer } = await runScript<MatchInput, MatchAnswer>(script, { month, runs, pairsFile }, { asOurs });
      const pairs = readFileSync(pairsFile);
      return { answer, accuracy: truth.accuracyOf(new Int32Array(new Uint8Array(pairs).buffer)) };
    };
    const kernel = await measure('match-kernel.ts', isRatio ? LATER[1] : KERNEL_RUNS, true);
    const duckdb = await measure('match-duckdb.ts', DUCKDB_RUNS);
    const { taken } = kernel.answer;
    const later = typical(taken.slice(...LATER));
    const peer = typical(duckdb.answer.taken);
    if (isRatio) {
      figures[`accounts_${accounts}_times_duckdb_first`] = peer.seconds / taken[0].seconds;
      figures[`accounts_${accounts}_times_duckdb`] = peer.seconds / later.seconds;
      continue;
    }
    const warm = typical(taken.slice(...WARM));
    say(`match: ${truth.rows.gl} ledger rows by ${truth.rows.bank} bank rows, ${accounts} account(s)`);
    tell(say, `tieout, first run`, kernel, taken[0]);
    tell(say, `tieout, runs 2 to 4`, kernel, later);
    tell(say, `tieout, runs 9 to 11`, kernel, warm);
    tell(say, `DuckDB`, duckdb, peer);
    const times = [taken[0], later, warm].map(({ seconds }) => (peer.seconds / seconds).toFixed(1));
    say(`  ${times.join(', ')} times as fast; ${stageLine(duckdb.answer)}`);
    tellTiers(say, { tieout: kernel.accuracy, DuckDB: duckdb.accuracy });
    Object.assign(figures, figuresOf({ kernel, duckdb, later, warm, peer }, `accounts_${accounts}`));
  }
  return figures;
}

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
  { kernel, duckdb, later, warm, peer }: { kernel: Measured; duckdb: Measured; later: Taken; warm: Taken; peer: Taken },
  prefix: string,
): Figures {
  const figures = {
    first_seconds: kernel.answer.taken[0].seconds,
    seconds: later.seconds,
    processor_seconds: later.processorSeconds,
    warm_seconds: warm.seconds,
    warm_processor_seconds: warm.processorSeconds,
    peak_bytes: kernel.answer.peakBytes,
    peak_bytes_later: kernel.answer.peakBytesLater,
    precision: kernel.accuracy.precision,
    recall: kernel.accuracy.recall,
    duckdb_seconds: peer.seconds,
    duckdb_processor_seconds: peer.processorSeconds,
    duckdb_peak_bytes: duckdb.answer.peakBytes,
    duckdb_precision: duckdb.accuracy.precision,
    duckdb_recall: duckdb.accuracy.recall,
    times_duckdb: peer.seconds / later.seconds,
    times_duckdb_warm: peer.seconds / warm.seconds,
    times_duckdb_processor: peer.processorSeconds / warm.processorSeconds,
  };
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${prefix}_${name}`, value]));
}
