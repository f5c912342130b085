// The command line on every kind of run, from spawn to exit, from two CSV files to every output on disk: beside a
// banking month line by line of as many rows, and beside a process in which DuckDB does the least that could be called
// the same of that kind (kinds-duckdb.ts). Kinds take turns and the medians count. A kind whose files have fewer rows
// on one side is given more of the other, so that all read about as many.

import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BenchOptions, Figures } from './bench.ts';
import type { Inputs, Month } from './inputs.ts';
import type { KindPeerInput } from './kinds-duckdb.ts';
import { type Finished, inSeconds, median, megabytes, runProgram, runScript } from './measure.ts';

const ROWS = 100_000;
const RUNS = 3;
const TIEOUT = fileURLToPath(new URL('../bin/tieout', import.meta.url));

interface Measured {
  readonly files: (inputs: Inputs, rows: number) => Month;
  readonly options: readonly string[];
  /** Of banking's time, for as many rows. */
  readonly aim: number | null;
}

const month = (inputs: Inputs, rows: number): Month => inputs.month({ rows, accounts: 8 });

const KINDS = {
  banking: { files: month, options: [], aim: null },
  bulk: { files: month, options: ['--method', 'bulk'], aim: 1.2 },
  // An outward transfer is up to three lines of the ledger and one of the report.
  nip: {
    files: (inputs, rows) => inputs.ofKind('nip', Math.round(rows * 1.33)),
    options: ['--kind', 'nip'],
    aim: 1.2,
  },
  atm: { files: (inputs, rows) => inputs.ofKind('atm', rows), options: ['--kind', 'atm'], aim: 1.2 },
  asset: { files: (inputs, rows) => inputs.ofKind('asset', rows), options: ['--kind', 'asset'], aim: 1 },
} as const satisfies Readonly<Record<string, Measured>>;

export type Kind = keyof typeof KINDS;

export async function run({ rows, only, inputs, say }: BenchOptions): Promise<Figures> {
  const asked = (Object.keys(KINDS) as Kind[]).filter((kind) => only === null || kind === only || kind === 'banking');
  if (only !== null && !asked.includes(only as Kind)) throw new Error(`There is no kind ${only}.`);
  const files = Object.fromEntries(asked.map((kind) => [kind, KINDS[kind].files(inputs, rows ?? ROWS)]));
  const ours = Object.fromEntries(asked.map((kind): [string, Finished[]] => [kind, []]));
  const peers = Object.fromEntries(asked.map((kind): [string, Finished[]] => [kind, []]));
  const counts: Record<string, number> = {};
  const agree: Record<string, number> = {};
  const out = inputs.scratch('kinds');
  for (let i = 0; i < RUNS; i++) {
    for (const kind of asked) {
      rmSync(out, { recursive: true, force: true });
      const { gl, bank } = files[kind];
      const finished = await runProgram(TIEOUT, [
        ...['reconcile', '--gl', gl, '--bank', bank, ...KINDS[kind].options, '--out', out, '--json'],
      ]);
      const summary = JSON.parse(finished.output) as Record<'gl' | 'bank', { rows: number }>;
      counts[kind] = summary.gl.rows + summary.bank.rows;
      ours[kind].push(finished);
      const input: KindPeerInput = { kind, files: files[kind], out };
      const peer = await runScript<KindPeerInput, { agree: number }>('kinds-duckdb.ts', input);
      agree[kind] = peer.answer.agree;
      peers[kind].push(peer.finished);
    }
  }
  const figures: Record<string, number> = {};
  const banking = medians(ours['banking']);
  for (const kind of asked) {
    const [mine, peer] = [medians(ours[kind]), medians(peers[kind])];
    const ratio = mine.processor / banking.processor;
    figures[`${kind}_rows`] = counts[kind];
    figures[`${kind}_seconds`] = mine.seconds;
    figures[`${kind}_processor_seconds`] = mine.processor;
    figures[`${kind}_peak_bytes`] = mine.peak;
    figures[`${kind}_of_banking`] = mine.seconds / banking.seconds;
    figures[`${kind}_of_banking_processor`] = ratio;
    figures[`${kind}_duckdb_seconds`] = peer.seconds;
    figures[`${kind}_duckdb_processor_seconds`] = peer.processor;
    figures[`${kind}_duckdb_agree`] = agree[kind];
    const { aim } = KINDS[kind];
    say(
      `${kind.padEnd(8)} ${counts[kind]} rows  ${inSeconds(mine.seconds)}  processor ${inSeconds(mine.processor)}  ` +
        `peak ${megabytes(mine.peak)}  of banking ${(mine.seconds / banking.seconds).toFixed(2)}, by processor time ` +
        `${ratio.toFixed(2)}${aim === null ? '' : ` (aim ${aim})`}  DuckDB ${inSeconds(peer.seconds)}, processor ${inSeconds(peer.processor)} (${agree[kind]} keys agree)`,
    );
  }
  return figures;
}

function medians(runs: readonly Finished[]): { seconds: number; processor: number; peak: number } {
  const of = (figure: (run: Finished) => number | null): number => median(runs.map((one) => figure(one) ?? 0));
  return {
    seconds: of((one) => one.seconds),
    processor: of((one) => one.processorSeconds),
    peak: of((one) => one.peakBytes),
  };
}
