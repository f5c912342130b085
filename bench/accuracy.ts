// How often the engine is right, on made-up months with their truth: precision, recall and calibration by tier, on
// ordinary months and on hard ones. There is no peer: the promise itself is the measure (.99 at 0.9 and above).
// `npm run bench -- accuracy`; ACCURACY_ROWS and ACCURACY_SEEDS (a list) choose other months.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStatementFile } from '../src/adapters/files/read-statement.ts';
import { generate } from '../src/cli/generate.ts';
import { type AssertedPair, type Score, score } from '../src/core/generation/score.ts';
import { contentOf, parseTruth, type RowPlace } from '../src/core/generation/truth.ts';
import { CALIBRATION, type Calibration } from '../src/core/matching/calibration.ts';
import { matchSession } from '../src/core/matching/match-session.ts';
import { REVERSAL_CONFIDENCE } from '../src/core/matching/outcome/group-columns.ts';
import { CONFIDENCE, type MatchOutcome } from '../src/core/matching/outcome/outcome.ts';
import { DEFAULT_PARAMETERS, type MatchParameters, RATE_SCALE } from '../src/core/matching/parameters.ts';
import { type RowColumns, SIDES, type Side } from '../src/core/records/rows/columns.ts';

export const MONTHS: Readonly<Record<string, readonly string[]>> = {
  ordinary: [],
  'eight accounts': ['--accounts', '8'],
  'no references': ['--no-references'],
  'narrations cut to 18': ['--cut-narrations', '18'],
  'no references, cut to 18': ['--no-references', '--cut-narrations', '18'],
};

/** A run as a bank would set it: three days either way, a naira of tolerance, no fees told. */
const PARAMETERS: MatchParameters = {
  ...DEFAULT_PARAMETERS,
  daysForward: 3,
  daysBack: 3,
  currencies: { NGN: { tolerance: 100, chargeMin: 0, chargeMax: 0 } },
};
/** The same run told of the fees that the months net. */
const WITH_FEES: MatchParameters = {
  ...PARAMETERS,
  mscRate: 0.005 * RATE_SCALE,
  currencies: { NGN: { tolerance: 100, chargeMin: 1_000, chargeMax: 6_000 } },
};

export async function scoreMonth(
  flags: readonly string[],
  options: { rows: number; seed: string; parameters?: MatchParameters; calibration?: Calibration },
): Promise<Score> {
  const directory = mkdtempSync(join(tmpdir(), 'tieout-accuracy-'));
  try {
    const log = console.log;
    console.log = () => {};
    const code = await generate(['--rows', String(options.rows), '--seed', options.seed, '--out', directory, ...flags]);
    console.log = log;
    if (code !== 0) throw new Error(`generate failed with ${code}`);
    const columns = { gl: read(directory, 'gl'), bank: read(directory, 'bank') };
    const outcome = matchSession({
      ...columns,
      parameters: options.parameters ?? PARAMETERS,
      calibration: options.calibration ?? CALIBRATION,
    });
    return score({
      truth: parseTruth(readFileSync(join(directory, 'truth.csv'), 'utf8')),
      asserted: asserted(columns, outcome),
      contentOf: contents(columns),
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function read(directory: string, side: Side): RowColumns {
  return readStatementFile({ path: join(directory, `${side}.csv`), name: `${side}.csv`, side, defaultCurrency: 'NGN' })
    .columns;
}

const placeOf = (columns: RowColumns, side: Side, row: number): RowPlace => ({
  side,
  file: columns.files[columns.file[row]!]!,
  line: columns.line[row]!,
});

function asserted(columns: Record<Side, RowColumns>, { pairs, reversals }: MatchOutcome): AssertedPair[] {
  const list: AssertedPair[] = [];
  for (let p = 0; p < pairs.count; p++) {
    const tier = pairs.tier[p]!;
    list.push({
      a: placeOf(columns.gl, 'gl', pairs.gl[p]!),
      b: placeOf(columns.bank, 'bank', pairs.bank[p]!),
      tier: String(tier),
      confidence: CONFIDENCE[tier]! / 100,
    });
  }
  for (const side of SIDES) {
    for (let r = 0; r < reversals[side].count; r++) {
      const { byKey, byMarker } = REVERSAL_CONFIDENCE;
      list.push({
        a: placeOf(columns[side], side, reversals[side].original[r]!),
        b: placeOf(columns[side], side, reversals[side].reversal[r]!),
        tier: 'reversal',
        confidence: (reversals[side].byKey[r] ? byKey : byMarker) / 100,
      });
    }
  }
  return list;
}

function contents(columns: Record<Side, RowColumns>): (place: RowPlace) => string {
  const rowOf = { gl: new Map<number, number>(), bank: new Map<number, number>() };
  for (const side of SIDES) for (let i = 0; i < columns[side].count; i++) rowOf[side].set(columns[side].line[i]!, i);
  return ({ side, line }) => {
    const i = rowOf[side].get(line);
    return i === undefined ? `line ${line}` : contentOf(columns[side], i);
  };
}

const figure = (value: number | null): string => (value === null ? '   -  ' : value.toFixed(4));

export async function run(): Promise<void> {
  const rows = Number(process.env['ACCURACY_ROWS'] ?? 50_000);
  const seeds = (process.env['ACCURACY_SEEDS'] ?? 'accuracy').split(',');
  for (const [name, flags] of Object.entries(MONTHS)) {
    for (const seed of seeds) {
      for (const [fees, parameters] of [
        ['', PARAMETERS],
        [' + fees told', WITH_FEES],
      ] as const) {
        const result = await scoreMonth(flags, { rows, seed, parameters });
        console.log(`\n${name}${fees}, ${rows} rows a side, seed ${seed}`);
        console.log(
          `  firm (0.9 and above): precision ${figure(result.firm.precision)} of ${result.firm.asserted}; all: ${figure(result.all.precision)}; recall ${figure(result.recall.recall)}`,
        );
        for (const tier of result.tiers)
          console.log(
            `  tier ${tier.tier.padEnd(8)} ${String(tier.asserted).padStart(8)} pairs, precision ${figure(tier.precision)}`,
          );
        if (process.env['ACCURACY_CAUSES']) {
          for (const cause of result.causes)
            console.log(`    ${cause.cause.padEnd(16)} ${cause.expected.padEnd(6)} ${cause.found} of ${cause.pairs}`);
          const kinds = new Map<string, number>();
          for (const { tier, causes } of result.wrong) {
            const kind = `tier ${tier}: ${causes.join(' with ')}`;
            kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
          }
          for (const [kind, count] of [...kinds].sort((a, b) => b[1] - a[1]).slice(0, 14))
            console.log(`    wrong ${count} x ${kind}`);
        }
      }
    }
  }
}
