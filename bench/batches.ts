// How often the sums of tiers 7 and 8 are right, on made-up months in which a part of the events are batches: a group is
// right when its rows are one true group, whole. There is no peer: the tiers' promises are the measure.
// `npm run bench -- batches`; BATCHES_SEEDS (a list) and --rows choose other months.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from '../src/cli/generate.ts';
import { matchSession } from '../src/core/matching/match-session.ts';
import { membersOf } from '../src/core/matching/outcome/match-groups.ts';
import { CONFIDENCE } from '../src/core/matching/outcome/outcome.ts';
import { DEFAULT_PARAMETERS } from '../src/core/matching/parameters.ts';
import { SIDES } from '../src/core/records/rows/columns.ts';
import { parseTruth } from '../src/generation/truth.ts';
import type { BenchOptions } from './bench.ts';
import { columnsOf } from './score-files.ts';

const KINDS: Readonly<Record<string, readonly string[]>> = {
  'one event in a hundred a batch': ['--batch-share', '0.01'],
  'one in ten': ['--batch-share', '0.1'],
  'one in ten, no references': ['--batch-share', '0.1', '--no-references'],
};
const SIZES = [300, 3_000, 20_000];

interface Counted {
  asserted: number;
  right: number;
}

export async function run({ rows }: Pick<BenchOptions, 'rows'>): Promise<void> {
  const seeds = (process.env['BATCHES_SEEDS'] ?? 'b1,b2,b3').split(',');
  for (const [name, flags] of Object.entries(KINDS)) {
    for (const size of rows === null ? SIZES : [rows]) {
      const tiers = new Map([7, 8].map((tier): [number, Counted] => [tier, { asserted: 0, right: 0 }]));
      const batches = { keyed: 0, keyedFound: 0, bySum: 0, bySumFound: 0 };
      for (const seed of seeds)
        await countMonth([...flags, '--seed', seed, '--rows', String(size)], { tiers, batches });
      const told = [...tiers].map(([tier, { asserted, right }]) => {
        const share = asserted === 0 ? '-' : (right / asserted).toFixed(3);
        return `tier ${tier} (promise ${(CONFIDENCE[tier] / 100).toFixed(2)}): ${right} of ${asserted} right ${share}`;
      });
      const { keyed, keyedFound, bySum, bySumFound } = batches;
      console.log(
        `${name}, ${size} rows a side, ${seeds.length} months: ${told.join('; ')}; found ${keyedFound} of ${keyed} ` +
          `batches with a reference, ${bySumFound} of ${bySum} without`,
      );
    }
  }
}

async function countMonth(
  flags: readonly string[],
  { tiers, batches }: { tiers: Map<number, Counted>; batches: Record<string, number> },
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'tieout-batches-'));
  try {
    const log = console.log;
    console.log = () => {};
    const code = await generate([...flags, '--out', directory]);
    console.log = log;
    if (code !== 0) throw new Error(`generate failed with ${code}`);
    const columns = columnsOf(directory);
    const currencies = { NGN: { tolerance: 0, chargeMin: 0, chargeMax: 0 } };
    const parameters = { ...DEFAULT_PARAMETERS, daysForward: 3, daysBack: 3, currencies };
    const { groups } = matchSession({ ...columns, parameters });
    const truth = parseTruth(readFileSync(join(directory, 'truth.csv'), 'utf8'));
    const groupAt = new Map(truth.map(({ side, line, group }) => [`${side} ${line}`, group]));
    const sizes = new Map<string, number>();
    const causeOf = new Map(truth.map(({ group, cause }) => [String(group), cause]));
    for (const { group } of truth) sizes.set(String(group), (sizes.get(String(group)) ?? 0) + 1);
    for (const [, cause] of causeOf) {
      if (cause === 'batch') batches['keyed']++;
      if (cause === 'batch_by_sum') batches['bySum']++;
    }
    for (let g = 0; g < groups.count; g++) {
      const members = SIDES.flatMap((side) =>
        Array.from(membersOf(groups[side], g), (row) => String(groupAt.get(`${side} ${columns[side].line[row]}`))),
      );
      const isRight = new Set(members).size === 1 && sizes.get(members[0]) === members.length;
      const counted = tiers.get(groups.tier[g]);
      if (counted !== undefined) {
        counted.asserted++;
        if (isRight) counted.right++;
      }
      const cause = causeOf.get(members[0]);
      if (isRight && cause === 'batch') batches['keyedFound']++;
      if (isRight && cause === 'batch_by_sum') batches['bySumFound']++;
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
}
