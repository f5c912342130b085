// How often the engine is right, on made-up months with their truth: the generated bank, houses unlike it (bench/houses),
// and, where they lie beside the project, other people's labelled transfers. There is no peer: the promise itself is the
// measure. `npm run bench -- accuracy`; ACCURACY_ROWS and ACCURACY_SEEDS (a list) choose other generated months,
// ACCURACY_ONLY (months, houses, transfers, commercial, holdings) a part. A whole run writes docs/calibration.svg anew.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from '../src/cli/generate.ts';
import type { Calibration } from '../src/core/matching/calibration.ts';
import { DEFAULT_PARAMETERS, type MatchParameters } from '../src/core/matching/parameters.ts';
import { PERCENT_SCALE } from '../src/core/money/rates.ts';
import { classTable } from './accuracy-classes.ts';
import { printCommercial } from './accuracy-commercial.ts';
import { scoreHoldings, tellHoldings } from './accuracy-holdings.ts';
import { ENOUGH_OF_A_TENTH, Total } from './accuracy-total.ts';
import { BANK_PARAMETERS, WITH_FEES } from './bank-parameters.ts';
import { calibrationPlot, type PlottedKind } from './calibration-plot.ts';
import { type House, type HouseMonth, writeHouse } from './houses/house.ts';
import { initials } from './houses/initials.ts';
import { invoices } from './houses/invoices.ts';
import { numbered } from './houses/numbered.ts';
import { payroll } from './houses/payroll.ts';
import { receipts } from './houses/receipts.ts';
import { rents } from './houses/rents.ts';
import { sepa } from './houses/sepa.ts';
import { serials } from './houses/serials.ts';
import { sessions } from './houses/sessions.ts';
import { haveTransfers, TRANSFER_TERMS, writeTransfers } from './houses/transfers.ts';
import { wages } from './houses/wages.ts';
import type { Score } from './score.ts';
import { scoreFolder } from './score-files.ts';

export const MONTHS: Readonly<Record<string, readonly string[]>> = {
  ordinary: [],
  'eight accounts': ['--accounts', '8'],
  'no references': ['--no-references'],
  'narrations cut to 18': ['--cut-narrations', '18'],
  'no references, cut to 18': ['--no-references', '--cut-narrations', '18'],
};

export const HOUSES: readonly House[] = [
  invoices,
  payroll,
  receipts,
  initials,
  sepa,
  rents,
  numbered,
  serials,
  sessions,
  wages,
];

/** Whole, with rows missing, and cut: small months say something only when there are many of them. */
const VARIANTS = [
  { name: 'whole', missingPerMille: 0, cutTo: null, months: 4 },
  { name: '25% missing', missingPerMille: 250, cutTo: null, months: 4 },
  { name: '50% missing', missingPerMille: 500, cutTo: null, months: 4 },
  { name: 'cut to 200', missingPerMille: 100, cutTo: 200, months: 20 },
  { name: 'cut to 50', missingPerMille: 100, cutTo: 50, months: 60 },
  { name: 'cut to 20', missingPerMille: 100, cutTo: 20, months: 120 },
];

interface Terms {
  readonly daysForward: number;
  readonly daysBack: number;
  readonly tolerancePercent: number;
}

const parametersOf = ({ daysForward, daysBack, tolerancePercent }: Terms): MatchParameters => ({
  ...DEFAULT_PARAMETERS,
  daysForward,
  daysBack,
  tolerancePercent: (tolerancePercent * PERCENT_SCALE) / 100,
});

/** Scores what `write` puts into a folder that is gone afterwards. */
async function scored(
  write: (directory: string) => void | Promise<void>,
  match: { readonly parameters: MatchParameters; readonly calibration?: Calibration | undefined },
): Promise<Score> {
  const directory = mkdtempSync(join(tmpdir(), 'tieout-accuracy-'));
  try {
    await write(directory);
    return scoreFolder(directory, match);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export function scoreMonth(
  flags: readonly string[],
  options: {
    rows: number;
    seed: string;
    parameters?: MatchParameters;
    calibration?: Calibration;
    tellClasses?: boolean;
  },
): Promise<Score> {
  const { rows, seed, parameters = BANK_PARAMETERS, calibration, tellClasses = false } = options;
  const write = async (directory: string): Promise<void> => {
    const log = console.log;
    console.log = () => {};
    const code = await generate(['--rows', String(rows), '--seed', seed, '--out', directory, ...flags]);
    console.log = log;
    if (code !== 0) throw new Error(`generate failed with ${code}`);
    if (tellClasses) for (const line of ['  classes', ...classTable(directory, parameters)]) console.log(line);
  };
  return scored(write, { parameters, calibration });
}

export const scoreHouse = (house: House, month: HouseMonth): Promise<Score> =>
  scored((directory) => writeHouse(house, month, directory), { parameters: parametersOf(house) });

export const scoreTransfers = (drop: { missingPerMille: number; seed: string }): Promise<Score> =>
  scored((directory) => writeTransfers(drop, directory), { parameters: parametersOf(TRANSFER_TERMS) });

function tell(name: string, total: Total): void {
  console.log(`\n${name}`);
  for (const line of total.lines()) console.log(line);
}

function tellCauses({ causes, wrong }: Score): void {
  for (const { cause, expected, found, pairs } of causes)
    console.log(`    ${cause.padEnd(16)} ${expected.padEnd(6)} ${found} of ${pairs}`);
  const kinds = new Map<string, number>();
  for (const pair of wrong) {
    const kind = `tier ${pair.tier}: ${pair.causes.join(' with ')}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  for (const [kind, count] of [...kinds].sort((a, b) => b[1] - a[1]).slice(0, 14))
    console.log(`    wrong ${count} x ${kind}`);
}

/** Totals by what is plotted, and what of the aims was missed where. */
interface Findings {
  readonly plotted: PlottedKind[];
  readonly missed: string[];
  readonly figures: Record<string, number>;
}

function note(findings: Findings, name: string, total: Total): void {
  tell(name, total);
  for (const missed of total.missed()) findings.missed.push(`${name}: ${missed}`);
}

async function months(findings: Findings): Promise<void> {
  const rows = Number(process.env['ACCURACY_ROWS'] ?? 50_000);
  const seeds = (process.env['ACCURACY_SEEDS'] ?? 'accuracy').split(',');
  const together = new Total();
  for (const [name, flags] of Object.entries(MONTHS)) {
    for (const [fees, parameters] of [
      ['', BANK_PARAMETERS],
      [' + fees told', WITH_FEES],
    ] as const) {
      const total = new Total();
      for (const seed of seeds) {
        const result = await scoreMonth(flags, { rows, seed, parameters, tellClasses: true });
        total.add(result);
        together.add(result);
        if (process.env['ACCURACY_CAUSES']) tellCauses(result);
      }
      note(findings, `${name}${fees}, ${rows} rows a side, seeds ${seeds.join(', ')}`, total);
      const key = `${name}${fees}`.replaceAll(/[^a-z0-9]+/g, '_');
      Object.assign(findings.figures, { [`${key}_firm`]: total.firm, [`${key}_recall`]: total.recall });
    }
  }
  findings.plotted.push(together.plotted('generated months'));
}

async function houses(findings: Findings): Promise<void> {
  const all = new Total();
  for (const house of HOUSES) {
    const together = new Total();
    for (const { name, months: count, ...month } of VARIANTS) {
      const total = new Total();
      for (let m = 0; m < count; m++) {
        // A small house has no fewer payers for each payment than a large one.
        const payments = month.cutTo === null ? house.size : Math.min(house.size, 6 * month.cutTo);
        const result = await scoreHouse(house, { ...month, payments, seed: `house-${m}` });
        for (const sum of [total, together, all]) sum.add(result);
      }
      note(findings, `${house.name} (${house.manner}), ${name}, ${count} months`, total);
    }
    Object.assign(findings.figures, { [`${house.name}_f1`]: together.f1 });
    findings.plotted.push(together.plotted(house.name));
  }
  tell('all houses', all);
  findings.figures['houses_f1'] = all.f1!;
}

async function transfers(findings: Findings): Promise<void> {
  if (!haveTransfers()) {
    console.log('\nNo labelled transfers lie beside the project: they are left out.');
    return;
  }
  const together = new Total();
  for (const missingPerMille of [0, 250, 500]) {
    const total = new Total();
    const result = await scoreTransfers({ missingPerMille, seed: 'transfers' });
    total.add(result);
    together.add(result);
    note(findings, `labelled transfers, ${missingPerMille / 10}% missing`, total);
    findings.figures[`transfers_missing_${missingPerMille / 10}_f1`] = total.f1!;
  }
  findings.plotted.push(together.plotted('labelled transfers'));
}

/** Instant transfers and cards: identifiers decide, so that no probability is plotted. */
async function commercial(findings: Findings): Promise<void> {
  const seeds = (process.env['ACCURACY_SEEDS'] ?? '1,2').split(',');
  const scores = printCommercial({ rows: Number(process.env['ACCURACY_ROWS'] ?? 50_000), seeds });
  for (const [name, { precision, recall }] of Object.entries(scores)) {
    Object.assign(findings.figures, { [`${name}_precision`]: precision, [`${name}_recall`]: recall });
  }
}

async function holdings(findings: Findings): Promise<void> {
  const rows = Number(process.env['ACCURACY_ROWS'] ?? 20_000);
  const { lines, figures } = tellHoldings(await scoreHoldings({ rows, seed: 'holdings' }));
  console.log(`\nholdings, ${rows} lots in 8 portfolios`);
  for (const line of lines) console.log(line);
  Object.assign(findings.figures, figures);
}

const PARTS = { months, houses, transfers, commercial, holdings };

export async function run(): Promise<Record<string, number>> {
  const findings: Findings = { plotted: [], missed: [], figures: {} };
  const only = process.env['ACCURACY_ONLY'];
  for (const [name, part] of Object.entries(PARTS)) if (only === undefined || only === name) await part(findings);
  console.log(findings.missed.length === 0 ? '\nEvery aim of a tier and of a tenth is met.' : '\nMissed:');
  for (const missed of findings.missed) console.log(`  ${missed}`);
  if (only === undefined && process.env['ACCURACY_ROWS'] === undefined) {
    const file = fileURLToPath(new URL('../docs/calibration.svg', import.meta.url));
    writeFileSync(file, calibrationPlot(findings.plotted, { least: ENOUGH_OF_A_TENTH }));
    console.log(`Probability against truth: ${file}`);
  }
  return findings.figures;
}
