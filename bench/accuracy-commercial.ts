// How often instant transfers and cards are right, on made-up months of theirs with truth: pairs as the banking months are
// scored, and of what stays open the class of each cause. By the way of the command line: files are read, matched, classified.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStatementFile } from '../src/adapters/files/read-statement.ts';
import { generate } from '../src/cli/generate.ts';
import { classify } from '../src/core/classification/classify.ts';
import { clusterAt } from '../src/core/classification/cluster-set.ts';
import { nearRowsOf } from '../src/core/classification/near/near-rows.ts';
import { COMMERCIAL, type CommercialKind } from '../src/core/kinds/commercial.ts';
import { withAnswers } from '../src/core/kinds/response.ts';
import { membersOf } from '../src/core/matching/outcome/match-groups.ts';
import { DEFAULT_PARAMETERS } from '../src/core/matching/parameters.ts';
import type { ClusterType } from '../src/core/records/documents/cluster-type.ts';
import { SIDES, type Side } from '../src/core/records/rows/columns.ts';
import type { Cause } from '../src/generation/causes.ts';
import { parseTruth, type TruthRow } from '../src/generation/truth.ts';

/** What an accountant would call each; null: no money moved, so that nothing is open. */
const CLASS_OF: Readonly<Partial<Record<Cause, ClusterType | null>>> = {
  declined: 'status_mismatch',
  not_moved: null,
  duplicate: 'duplicate_gl',
  wrong_fee: 'fee_mismatch',
  amount_typo: 'amount_mismatch',
  direction: 'direction_mismatch',
  other_beneficiary: 'account_mismatch',
  late: 'date_difference',
  not_in_bank: 'not_found_gl',
  not_in_gl: 'not_found_bank',
  nothing_to_go_by: 'missing_identifier',
  short_dispense: 'dispense_error',
  chargeback: 'chargeback',
};

export interface CommercialScore {
  /** Rows of groups: asserted and right, and of those that should be matched how many are. */
  readonly asserted: number;
  readonly right: number;
  readonly matchable: number;
  readonly found: number;
  readonly byTier: ReadonlyMap<string, { asserted: number; right: number }>;
  /** Rows of a cause that stays open, by what they were called. */
  readonly classes: ReadonlyMap<string, number>;
}

export function scoreCommercial(kind: CommercialKind, { rows, seed }: { rows: number; seed: string }): CommercialScore {
  const directory = mkdtempSync(join(tmpdir(), `tieout-${kind}-`));
  try {
    return scoreFolder(kind, directory, { rows, seed });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function scoreFolder(
  kind: CommercialKind,
  directory: string,
  { rows, seed }: { rows: number; seed: string },
): CommercialScore {
  quietly(() => generate(['--kind', kind, '--rows', String(rows), '--seed', seed, '--out', directory]));
  const { reading, match, rules } = COMMERCIAL[kind];
  const read = (side: Side) => {
    const request = { path: join(directory, `${side}.csv`), name: side, side, defaultCurrency: 'NGN' };
    return withAnswers(readStatementFile({ ...request, kind: reading('outward') }).columns);
  };
  const columns = { gl: read('gl'), bank: read('bank') };
  const parameters = { ...DEFAULT_PARAMETERS, daysForward: 3, daysBack: 3 };
  const outcome = match(columns, parameters);
  const near = nearRowsOf({ columns, outcome, parameters });
  const session = { columns, open: outcome.open, parameters, near, period: { start: null, end: null } };
  const clusters = classify(session, rules.rules);
  const truth = parseTruth(readFileSync(join(directory, 'truth.csv'), 'utf8'));
  const place = (side: Side, row: number) => `${side} ${columns[side].line[row]}`;
  const called = new Map<string, string>();
  for (let c = 0; c < clusters.count; c++) {
    const { type, glRows, bankRows } = clusterAt(session, clusters, c);
    for (const row of glRows) called.set(place('gl', row), type);
    for (const row of bankRows) called.set(place('bank', row), type);
  }
  const groupOf = new Map<string, TruthRow>(truth.map((row) => [`${row.side} ${row.line}`, row]));
  const joined = new Map<string, string>();
  const tiers = new Map<string, { asserted: number; right: number }>();
  const assert = (tier: string, places: readonly string[]) => {
    const count = tiers.get(tier) ?? { asserted: 0, right: 0 };
    tiers.set(tier, count);
    const of = new Set(places.map((one) => groupOf.get(one)!.group));
    const isRight = of.size === 1;
    for (const one of places) {
      count.asserted++;
      if (isRight) count.right++;
      if (isRight) joined.set(one, tier);
    }
  };
  const { groups, reversals } = outcome;
  for (let g = 0; g < groups.count; g++) {
    const members = SIDES.flatMap((side) => Array.from(membersOf(groups[side], g), (row) => place(side, row)));
    assert(String(groups.tier[g]), members);
  }
  for (const side of SIDES) {
    for (let r = 0; r < reversals[side].count; r++) {
      assert('reversal', [place(side, reversals[side].original[r]), place(side, reversals[side].reversal[r])]);
    }
  }
  const classes = new Map<string, number>();
  let matchable = 0;
  for (const row of truth) {
    const expected = CLASS_OF[row.cause];
    if (expected === undefined) {
      matchable++;
      continue;
    }
    const at = `${row.side} ${row.line}`;
    // Of a transfer that was refused only the posting is open.
    const isAside = row.cause === 'declined' && row.side === 'bank';
    const said = called.get(at) ?? (joined.has(at) ? 'matched' : 'set aside');
    const name = `${row.cause}|${isAside || expected === null ? 'set aside' : expected}|${said}`;
    classes.set(name, (classes.get(name) ?? 0) + 1);
  }
  const sum = (of: 'asserted' | 'right') => [...tiers.values()].reduce((all, tier) => all + tier[of], 0);
  const found = truth.filter(
    (row) => CLASS_OF[row.cause] === undefined && joined.has(`${row.side} ${row.line}`),
  ).length;
  return { asserted: sum('asserted'), right: sum('right'), matchable, found, byTier: tiers, classes };
}

/** The tables of `npm run bench -- accuracy`. */
export function printCommercial({
  rows,
  seeds,
}: {
  readonly rows: number;
  readonly seeds: readonly string[];
}): Record<string, { readonly precision: number; readonly recall: number }> {
  const figures: Record<string, { readonly precision: number; readonly recall: number }> = {};
  for (const kind of ['nip', 'atm'] as const) {
    for (const seed of seeds) {
      const score = scoreCommercial(kind, { rows, seed });
      figures[`${kind}_${seed}`] = { precision: score.right / score.asserted, recall: score.found / score.matchable };
      const share = (part: number, whole: number) => (whole === 0 ? '-' : (part / whole).toFixed(4));
      console.log(
        `${kind}, seed ${seed}: precision ${share(score.right, score.asserted)} recall ${share(score.found, score.matchable)}`,
      );
      for (const [tier, of] of [...score.byTier].sort()) {
        console.log(
          `  tier ${tier.padEnd(9)} rows ${String(of.asserted).padStart(7)}  precision ${share(of.right, of.asserted)}`,
        );
      }
      const totals = new Map<string, { right: number; all: number; other: string[] }>();
      for (const [name, count] of score.classes) {
        const [cause, expected, said] = name.split('|');
        const total = totals.get(`${cause} as ${expected}`) ?? { right: 0, all: 0, other: [] };
        totals.set(`${cause} as ${expected}`, total);
        total.all += count;
        if (said === expected) total.right += count;
        else total.other.push(`${said} ${count}`);
      }
      for (const [name, { right, all, other }] of totals) {
        console.log(`  ${name.padEnd(44)} ${right} of ${all}${other.length > 0 ? ` (${other.join(', ')})` : ''}`);
      }
    }
  }
  return figures;
}

function quietly(work: () => unknown): void {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  try {
    work();
  } finally {
    process.stdout.write = write;
  }
}
