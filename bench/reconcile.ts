// The whole command line, from spawn to exit, from two CSV files to matches and open items on disk, beside a process
// in which DuckDB does the least that could be called the same: exact stages only. Runs alternate and the medians
// count. Both are scored against the truth: the SQL is quick at what it finds, and leaves the rest open.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchOptions, Figures } from './bench.ts';
import { type Finished, inSeconds, median, megabytes, runProgram, runScript } from './measure.ts';
import type { ReconcileInput } from './reconcile-duckdb.ts';
import { type Accuracy, Truth } from './truth.ts';

const ROWS = 500_000;
const RUNS = 5;
const DAYS = 3;
const TIEOUT = fileURLToPath(new URL('../bin/tieout', import.meta.url));

export async function run({ rows, inputs, say }: BenchOptions): Promise<Figures> {
  const month = inputs.month({ rows: rows ?? ROWS, accounts: 1 });
  const truth = new Truth(month);
  const out = { ours: inputs.scratch('tieout'), duckdb: inputs.scratch('duckdb') };
  const ours: Finished[] = [];
  const duckdb: Finished[] = [];
  for (let i = 0; i < RUNS; i++) {
    rmSync(out.ours, { recursive: true });
    ours.push(await runProgram(TIEOUT, command(month, out.ours)));
    const input = { month, out: out.duckdb, days: DAYS };
    duckdb.push((await runScript<ReconcileInput, object>('reconcile-duckdb.ts', input)).finished);
  }
  const accuracy = {
    ours: truth.accuracyOf(pairsOfMatches(readFileSync(join(out.ours, 'matches.csv'), 'utf8'))),
    duckdb: truth.accuracyOf(pairsOfJoined(readFileSync(join(out.duckdb, 'matches.csv'), 'utf8'))),
  };
  const typical = { ours: middle(ours), duckdb: middle(duckdb) };
  say(`reconcile: ${truth.rows.gl} ledger rows by ${truth.rows.bank} bank rows, CSV to CSV, ${RUNS} runs each`);
  tell(say, 'tieout', typical.ours, accuracy.ours);
  tell(say, 'DuckDB, exact stages', typical.duckdb, accuracy.duckdb);
  say(`  ${(typical.duckdb.seconds / typical.ours.seconds).toFixed(2)} times as fast`);
  return {
    ...figuresOf('', typical.ours, accuracy.ours),
    ...figuresOf('duckdb_', typical.duckdb, accuracy.duckdb),
    times_duckdb: typical.duckdb.seconds / typical.ours.seconds,
  };
}

function command({ gl, bank }: { gl: string; bank: string }, out: string): string[] {
  return ['reconcile', '--gl', gl, '--bank', bank, '--days-forward', `${DAYS}`, '--days-back', `${DAYS}`, '--out', out];
}

interface Typical {
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly peakBytes: number;
}

function middle(runs: readonly Finished[]): Typical {
  const of = (figure: (run: Finished) => number | null): number => median(runs.map((run) => figure(run) ?? 0));
  return {
    seconds: of((run) => run.seconds),
    processorSeconds: of((run) => run.processorSeconds),
    peakBytes: of((run) => run.peakBytes),
  };
}

function tell(say: BenchOptions['say'], name: string, typical: Typical, { pairs, precision, recall }: Accuracy): void {
  say(
    `  ${name.padEnd(22)} ${inSeconds(typical.seconds).padStart(8)}  processor ${inSeconds(typical.processorSeconds).padStart(8)}` +
      `  peak ${megabytes(typical.peakBytes).padStart(8)}  ${pairs} pairs, precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`,
  );
}

function figuresOf(prefix: string, typical: Typical, { pairs, precision, recall }: Accuracy): Figures {
  return {
    [`${prefix}seconds`]: typical.seconds,
    [`${prefix}processor_seconds`]: typical.processorSeconds,
    [`${prefix}peak_bytes`]: typical.peakBytes,
    [`${prefix}pairs`]: pairs,
    [`${prefix}precision`]: precision,
    [`${prefix}recall`]: recall,
  };
}

/** Pairs of the command's matches.csv, a line for each row: its groups with one row a side. */
function pairsOfMatches(text: string): Int32Array {
  const pairs: number[] = [];
  let [group, gl, bank, tier] = ['', 0, 0, 0];
  const lines = text.split('\n');
  for (let i = 1; i < lines.length; i++) {
    const [id, tierText, , side, , line] = lines[i].split(',', 6);
    if (id !== group) {
      if (gl > 0 && bank > 0) pairs.push(gl, bank, tier);
      [gl, bank] = [0, 0];
    }
    group = id!;
    tier = Number(tierText);
    if (side === 'gl') gl = Number(line);
    else bank = Number(line);
  }
  return Int32Array.from(pairs);
}

/** Pairs of the SQL's matches.csv, a line for each pair: the tier, the ledger's six columns, the bank's. */
function pairsOfJoined(text: string): Int32Array {
  const pairs: number[] = [];
  // Narrations may hold commas in quotes, so the bank's line is found behind the ledger's narration by its shape.
  const shape = /^(\d+),(\d+),(?:[^,]*,){4}(?:"(?:[^"]|"")*"|[^,]*),(\d+),/gm;
  for (const [, tier, gl, bank] of text.matchAll(shape)) pairs.push(Number(gl), Number(bank), Number(tier));
  return Int32Array.from(pairs);
}
