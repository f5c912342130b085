// Portfolios made up with their truth, for `npm run bench -- accuracy`: of each break how many that the run names are so,
// and how many that are so it names. A position counts as found when its rows are exactly those of the truth.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from '../src/cli/generate.ts';
import { reconcileLocally } from '../src/compose/local-run.ts';
import { membersOf as itemsOf, typeOf } from '../src/core/classification/cluster-set.ts';
import { membersOf } from '../src/core/matching/outcome/match-groups.ts';
import { DEFAULT_DECIMALS } from '../src/core/matching/parameters-from-decimals.ts';
import { SIDES, type Side } from '../src/core/records/rows/columns.ts';
import type { Reconciliation } from '../src/workflows/runs/reconciliation.ts';

export interface HoldingScore {
  /** By break, and `agrees`. */
  readonly results: Readonly<Record<string, { readonly named: number; readonly right: number; readonly so: number }>>;
}

export async function scoreHoldings({ rows, seed }: { rows: number; seed: string }): Promise<HoldingScore> {
  const directory = mkdtempSync(join(tmpdir(), 'tieout-accuracy-'));
  const write = process.stdout.write;
  try {
    process.stdout.write = () => true;
    await generate(['--kind', 'asset', '--rows', String(rows), '--seed', seed, '--accounts', '8', '--out', directory]);
    process.stdout.write = write;
    const file = (name: string) => [{ path: join(directory, name), name }];
    const result = await reconcileLocally({
      data: null,
      command: {
        kind: 'asset',
        tenant: 'bench',
        partner: 'bench',
        session: null,
        branchId: null,
        mapping: null,
        files: { gl: file('gl.csv'), bank: file('bank.csv') },
        parameters: DEFAULT_DECIMALS,
        periodStart: null,
        periodEnd: null,
        defaultCurrency: 'NGN',
        defaultAccount: '',
        rejectedShare: null,
      },
    });
    return scored(readFileSync(join(directory, 'truth.csv'), 'utf8'), result);
  } finally {
    process.stdout.write = write;
    rmSync(directory, { recursive: true });
  }
}

function scored(truth: string, result: Reconciliation): HoldingScore {
  const groups = new Map<string, { cause: string; rows: string[] }>();
  for (const line of truth.trimEnd().split('\n').slice(1)) {
    const [group = '', cause = '', side, , at] = line.split(',');
    const known = groups.get(group) ?? { cause: cause === 'within_tolerance' ? 'agrees' : cause, rows: [] };
    groups.set(group, known);
    known.rows.push(`${side}:${at}`);
  }
  const so = new Map([...groups.values()].map(({ cause, rows }) => [rows.sort().join(' '), cause]));
  const results: Record<string, { named: number; right: number; so: number }> = {};
  const of = (cause: string) => (results[cause] ??= { named: 0, right: 0, so: 0 });
  for (const cause of so.values()) of(cause).so++;
  for (const [rows, cause] of namedBy(result)) {
    of(cause).named++;
    if (so.get(rows) === cause) of(cause).right++;
  }
  return { results };
}

function* namedBy({ outcome, clusters, openSession, columns }: Reconciliation): Generator<[string, string]> {
  const places = (side: Side, rows: Iterable<number>) => [...rows].map((row) => `${side}:${columns[side].line[row]}`);
  const { groups } = outcome;
  for (let g = 0; g < groups.count; g++) {
    yield [
      SIDES.flatMap((side) => places(side, membersOf(groups[side], g)))
        .sort()
        .join(' '),
      'agrees',
    ];
  }
  for (let c = 0; c < clusters.count; c++) {
    const items = itemsOf(clusters, c);
    const rowsOf = (side: Side) => items[side].map((item) => openSession.open[side].row[item]);
    yield [
      SIDES.flatMap((side) => places(side, rowsOf(side)))
        .sort()
        .join(' '),
      typeOf(clusters, c),
    ];
  }
}

/** Lines for a person, and figures by name. */
export function tellHoldings({ results }: HoldingScore): { lines: string[]; figures: Record<string, number> } {
  const figures: Record<string, number> = {};
  const lines = Object.entries(results).map(([cause, { named, right, so }]) => {
    const [precision, recall] = [named === 0 ? 0 : right / named, so === 0 ? 0 : right / so];
    figures[`holdings_${cause}_precision`] = precision;
    figures[`holdings_${cause}_recall`] = recall;
    return `  ${cause.padEnd(24)} ${String(so).padStart(6)}  precision ${precision.toFixed(4)}  recall ${recall.toFixed(4)}`;
  });
  return { lines, figures };
}
