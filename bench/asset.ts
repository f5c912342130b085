// The command line on holdings, from spawn to exit, from two CSV files to every output on disk: beside the same command
// on as many rows of banking, and beside a process in which DuckDB sums lots by account and identifier and joins the
// sums, which finds what differs in units or value and says nothing of why. Runs alternate and the medians count.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AssetPeerInput } from './asset-duckdb.ts';
import type { BenchOptions, Figures } from './bench.ts';
import { type Finished, inSeconds, median, megabytes, runProgram, runScript } from './measure.ts';

const ROWS = 100_000;
const RUNS = 5;
const TIEOUT = fileURLToPath(new URL('../bin/tieout', import.meta.url));

export async function run({ rows, inputs, say }: BenchOptions): Promise<Figures> {
  const count = rows ?? ROWS;
  const holdings = inputs.portfolios(count);
  const month = inputs.month({ rows: count, accounts: 8 });
  const out = { asset: inputs.scratch('asset'), banking: inputs.scratch('banking'), duckdb: inputs.scratch('duckdb') };
  const taken: Record<keyof typeof out, Finished[]> = { asset: [], banking: [], duckdb: [] };
  for (let i = 0; i < RUNS; i++) {
    for (const folder of [out.asset, out.banking]) rmSync(folder, { recursive: true });
    const of = ({ gl, bank }: { gl: string; bank: string }) => ['reconcile', '--gl', gl, '--bank', bank];
    taken.asset.push(await runProgram(TIEOUT, [...of(holdings), '--kind', 'asset', '--out', out.asset]));
    taken.banking.push(await runProgram(TIEOUT, [...of(month), '--out', out.banking]));
    const input = { holdings, out: out.duckdb };
    taken.duckdb.push((await runScript<AssetPeerInput, object>('asset-duckdb.ts', input)).finished);
  }
  const of = (name: keyof typeof out, figure: (run: Finished) => number | null): number =>
    median(taken[name].map((one) => figure(one) ?? 0));
  const { bank: custodian } = JSON.parse(readFileSync(join(out.asset, 'summary.json'), 'utf8'));
  say(`asset: ${count} lots by ${custodian.rows} positions of the custodian, CSV to CSV, ${RUNS} runs each`);
  const figures: Record<string, number> = {};
  for (const name of ['asset', 'banking', 'duckdb'] as const) {
    const [seconds, processor] = [of(name, (one) => one.seconds), of(name, (one) => one.processorSeconds)];
    const peak = of(name, (one) => one.peakBytes);
    Object.assign(figures, {
      [`${name}_seconds`]: seconds,
      [`${name}_processor_seconds`]: processor,
      [`${name}_peak_bytes`]: peak,
    });
    say(`  ${name.padEnd(8)} ${inSeconds(seconds)}  processor ${inSeconds(processor)}  peak ${megabytes(peak)}`);
  }
  figures['of_banking'] = of('asset', (one) => one.seconds) / of('banking', (one) => one.seconds);
  figures['of_banking_processor'] =
    of('asset', (one) => one.processorSeconds) / of('banking', (one) => one.processorSeconds);
  say(
    `  ${figures['of_banking']!.toFixed(2)} of banking (aim 1.00), by processor time ${figures['of_banking_processor']!.toFixed(2)}`,
  );
  return figures;
}
