// `npm run demo`: reconciles the made-up month in examples/ as `tieout reconcile` would, prints the result, explains
// three of its matches, and says what to type next.

import { fileURLToPath } from 'node:url';
import { reconcileLocally } from '../app.ts';
import { TieoutError } from '../core/errors.ts';
import type { Explain } from '../core/matching/explain.ts';
import type { RowPair } from '../core/matching/obstacles.ts';
import type { Reconciliation } from '../workflows/reconciliation.ts';
import { explainerOf, explanationLines } from './explain-lines.ts';
import { reconcileOptions } from './reconcile-options.ts';
import { resultLines } from './result-table.ts';
import { styleOf } from './terminal.ts';

const file = (name: string) => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));

/** The fees of the month: half a percent of card sales, and charges of 10 to 60 that the bank netted. */
const FEES = ['--msc-rate', '0.005', '--charge-min', '10', '--charge-max', '60'];

/** Pairs that are looked at for an example before the first is taken as it is. */
const MOST_TRIED = 200;

async function demo(): Promise<void> {
  const begun = performance.now();
  const style = styleOf(process.stdout, process.env);
  const { command } = reconcileOptions(['--gl', 'examples/gl.csv', '--bank', 'examples/bank.csv', ...FEES])!;
  const asked = command(null);
  const files = {
    gl: [{ path: file('gl.csv'), name: 'examples/gl.csv' }],
    bank: [{ path: file('bank.csv'), name: 'examples/bank.csv' }],
  };
  const result = await reconcileLocally({ command: { ...asked, files }, data: null });
  const explain = explainerOf(result);
  const examples = threeExamples(result, explain).flatMap((rows) => [
    ...explanationLines(result, { rows, explanation: explain(rows) }, style),
    '',
  ]);
  const lines = [
    ...resultLines(result, style),
    style.bold('Three matches explained'),
    ...examples,
    style.bold('Next'),
    '  bin/tieout inspect YOUR-FILE.csv              how a file of yours would be read',
    '  bin/tieout reconcile --gl LEDGER.csv --bank STATEMENT.csv --out out',
    '                                                your own month, with every match and exception as files',
    `  bin/tieout reconcile --gl examples/gl.csv --bank examples/bank.csv ${FEES.join(' ')} --out out`,
    '                                                this month again, with its files',
    '  docs/matching.md                              what the tiers and the exceptions mean, with examples',
    '',
    `${((performance.now() - begun) / 1000).toFixed(2)} s`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** A reference that the bank carries only inside its narration, a fee that it netted, and a match with a runner-up. */
function threeExamples({ outcome }: Reconciliation, explain: Explain): RowPair[] {
  const { pairs } = outcome;
  const firstOf = (tier: number, wanted: (pair: number) => boolean): RowPair[] => {
    const ofTier = Array.from(pairs.tier.keys()).filter((i) => pairs.tier[i] === tier);
    const best = ofTier.slice(0, MOST_TRIED).find(wanted) ?? ofTier[0];
    return best === undefined ? [] : [{ gl: pairs.gl[best]!, bank: pairs.bank[best]! }];
  };
  const rowsOf = (pair: number): RowPair => ({ gl: pairs.gl[pair]!, bank: pairs.bank[pair]! });
  const inNarration = (pair: number) =>
    explain(rowsOf(pair)).identifiers.some(({ gl, bank }) => gl === 'reference' && bank === 'narration');
  return [
    ...firstOf(1, inNarration),
    ...firstOf(2, (pair) => pairs.feeBasis[pair] !== 0),
    ...firstOf(3, (pair) => pairs.runnerUp[pair]! >= 0),
  ];
}

try {
  await demo();
} catch (error) {
  const sentence =
    error instanceof TieoutError ? error.sentence : String(error instanceof Error ? error.message : error);
  process.stderr.write(`The demo failed: ${sentence}\n`);
  process.exitCode = 1;
}
