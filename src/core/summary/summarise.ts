// The summary of a run that has its rows at hand: tallies them, ages the open ones, counts groups and clusters.

import { type ClusterSet, countByType } from '../classification/cluster-set.ts';
import type { MatchOutcome } from '../matching/outcome/outcome.ts';
import type { MatchParameters } from '../matching/parameters.ts';
import type { RowColumns, Side } from '../records/rows/columns.ts';
import { ageingOf, asOfDay, latestDay } from './ageing.ts';
import { buildSummary } from './build-summary.ts';
import type { AccountBalance, SummaryFacts } from './facts.ts';
import { openPairsOf } from './open-pairs.ts';
import { tallySide } from './tally.ts';

export interface FinishedRun {
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly outcome: MatchOutcome;
  readonly clusters: ClusterSet;
  readonly parameters: MatchParameters;
  readonly rejectedRows: Readonly<Record<Side, number>>;
  /** One for each account of each side, also where nothing is stated of it. */
  readonly balances: readonly AccountBalance[];
  /** Day number of the period's end when the run was given one. */
  readonly periodEnd: number | null;
  /** The currency of a session without a row. */
  readonly defaultCurrency: string;
}

/** Throws `internal` when rows or amounts do not add up: see tally.ts. */
export function summarise(run: FinishedRun): SummaryFacts {
  const { columns, outcome, clusters } = run;
  const asOf = asOfDay(columns, run.periodEnd);
  const tally = (side: Side) =>
    tallySide(side, { columns: columns[side], outcome, rejectedRows: run.rejectedRows[side] });
  return buildSummary({
    tallies: { gl: tally('gl'), bank: tally('bank') },
    groupsByTier: groupsByTier(outcome),
    reversalPairs: outcome.reversals.gl.count + outcome.reversals.bank.count,
    clusters: countByType(clusters),
    openPairs: openPairsOf({ columns, open: outcome.open }, clusters),
    asOfDay: asOf,
    lastDays: { gl: latestDay(columns.gl), bank: latestDay(columns.bank) },
    ageing: ageingOf(columns, outcome.open, asOf),
    balances: run.balances,
    defaultCurrency: run.defaultCurrency,
  });
}

function groupsByTier({ groups }: MatchOutcome): Record<number, number> {
  const counts: Record<number, number> = {};
  for (let g = 0; g < groups.count; g++) counts[groups.tier[g]!] = (counts[groups.tier[g]!] ?? 0) + 1;
  return counts;
}
