// The summary of a run that has its rows at hand: tallies them, ages the open ones, counts groups and clusters.

import { type ClusterSet, countByType } from '../classification/cluster-set.ts';
import { LAST_TIER, type MatchOutcome } from '../matching/outcome/outcome.ts';
import type { MatchParameters } from '../matching/parameters.ts';
import type { CarriedRow } from '../records/late/late-groups.ts';
import type { LateMatch } from '../records/late/late-matches.ts';
import type { AccountLabels, AlignedAccounts } from '../records/rows/accounts.ts';
import type { RowColumns, Side } from '../records/rows/columns.ts';
import { ageingOf } from './ageing.ts';
import { buildSummary } from './build-summary.ts';
import type { AccountBalance, AccountsMet, SummaryFacts } from './facts.ts';
import { holdingProofs } from './proof/holdings-proof.ts';
import type { RestingAccount } from './proof/resting.ts';
import type { ItemisedProof } from './proof/session-lines.ts';
import { proofsOf } from './proof/session-proof.ts';
import type { StatementPeriod } from './proof/statement.ts';
import { tallySide } from './tally.ts';

/** The subject of rows: entries of accounts, or positions in securities. */
export type Subject = 'cash' | 'holdings';

export interface FinishedRun {
  readonly subject: Subject;
  readonly columns: Readonly<Record<Side, RowColumns>>;
  /** Left out: accounts are one by equal numbers alone. */
  readonly accounts?: AlignedAccounts | undefined;
  /** See AccountsMet. */
  readonly mapVersion?: number | null | undefined;
  readonly outcome: MatchOutcome;
  readonly clusters: ClusterSet;
  /** Rows that late groups hold. */
  readonly late?: readonly LateMatch[];
  /** Rows of before the period that earlier sessions had open at its end. */
  readonly carried?: readonly CarriedRow[];
  /** Accounts that only such rows are of. */
  readonly resting?: readonly RestingAccount[];
  /** How many rows of each side are of the period's own files; left out: all. */
  readonly ownRows?: Readonly<Record<Side, number>>;
  readonly parameters: MatchParameters;
  readonly rejectedRows: Readonly<Record<Side, number>>;
  /** One for each account of each side, also if no balance is stated. */
  readonly balances: readonly AccountBalance[];
  readonly period: StatementPeriod | null;
  /** The currency of a session without a row. */
  readonly defaultCurrency: string;
}

interface Summarised {
  readonly facts: SummaryFacts;
  /** The proofs of the facts with the rows of their lines. */
  readonly itemised: readonly ItemisedProof[];
}

/** Throws `internal` when rows or amounts do not add up: see tally.ts. */
export function summarise(run: FinishedRun): Summarised {
  const {
    columns,
    accounts,
    mapVersion,
    outcome,
    clusters,
    late = [],
    carried = [],
    resting,
    period,
    balances,
    ownRows,
  } = run;
  const asOf = period?.end ?? null;
  const prove = run.subject === 'holdings' ? holdingProofs : proofsOf;
  const itemised = prove({ columns, accounts, outcome, clusters, late, carried, resting, period, balances, ownRows });
  const tally = (side: Side) =>
    tallySide(side, { columns: columns[side], outcome, late, rejectedRows: run.rejectedRows[side] });
  const openingRows = (side: Side): number => columns[side].count - (ownRows?.[side] ?? columns[side].count);
  const facts = buildSummary({
    tallies: { gl: tally('gl'), bank: tally('bank') },
    groupsByTier: groupsByTier(outcome, late),
    reversalPairs:
      outcome.reversals.gl.count + outcome.reversals.bank.count + late.filter(isReversal).filter(isOwn).length,
    openingRows: { gl: openingRows('gl'), bank: openingRows('bank') },
    clusters: countByType(clusters),
    proofs: itemised.map(({ itemised: _, settled: __, ...proof }) => proof),
    period,
    asOfDay: asOf,
    ageing: ageingOf(columns, outcome.open, asOf),
    balances,
    accounts: accountsMet(mapVersion, accounts?.apart ?? null),
    defaultCurrency: run.defaultCurrency,
  });
  return { facts, itemised };
}

const accountsMet = (mapVersion: number | null | undefined, apart: AccountLabels | null): AccountsMet | undefined =>
  mapVersion === undefined && apart === null
    ? undefined
    : { ...(mapVersion !== undefined && { mapVersion }), ...(apart !== null && { apart }) };

/** Groups of which this session has only copies are counted in the other session. */
const isOwn = ({ isElsewhere }: LateMatch): boolean => !isElsewhere;

const isReversal = ({ group }: LateMatch): boolean => group.tier > LAST_TIER;

function groupsByTier({ groups }: MatchOutcome, late: readonly LateMatch[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { group } of late.filter(isOwn)) {
    if (group.tier <= LAST_TIER) counts[group.tier] = (counts[group.tier] ?? 0) + 1;
  }
  for (let g = 0; g < groups.count; g++) counts[groups.tier[g]] = (counts[groups.tier[g]] ?? 0) + 1;
  return counts;
}
