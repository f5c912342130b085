// A session's facts after what was decided since its run: the run's own figures with the rows that late groups matched
// moved from open to matched, and the clusters as they stand. It takes sums and the few late rows, and reads no block.
// The proofs stay: they are of the statement at the end of the period, which a row found elsewhere does not change.

import type { ClusterType } from '../classification/cluster-type.ts';
import { NO_DAY } from '../money/calendar.ts';
import type { ClusterCount } from '../records/documents/clusters.ts';
import type { LateGroup, LateRow } from '../records/documents/late-groups.ts';
import type { Side } from '../records/rows/columns.ts';
import { AGEING_BANDS } from './ageing.ts';
import { buildSummary } from './build-summary.ts';
import type { SummaryFacts } from './facts.ts';
import { type CurrencyTally, NOTHING, type SideTally, sumOf, type Total } from './tally.ts';

export interface DecidedSince {
  /** Groups with a row of the session, made after the run. */
  readonly late: readonly LateGroup[];
  readonly session: string;
  readonly clusters: readonly ClusterCount[];
}

export function renewSummary(facts: SummaryFacts, { late, session, clusters }: DecidedSince): SummaryFacts {
  const rowsOf = (side: Side) =>
    late.flatMap((group) =>
      group[side].filter((row) => row.session === session).map((row) => ({ row, tier: group.tier })),
    );
  const moved = { gl: rowsOf('gl'), bank: rowsOf('bank') };
  const tally = (side: Side): SideTally => ({
    side,
    rejectedRows: facts[side].rejectedRows,
    currencies: facts[side].currencies.map((one) => moveRows(one, moved[side])),
    accounts: facts.balances.filter((balance) => balance.side === side).map(({ account }) => account),
  });
  return buildSummary({
    tallies: { gl: tally('gl'), bank: tally('bank') },
    groupsByTier: groupsByTier(facts, late),
    reversalPairs: facts.reversalPairs,
    clusters: byType(clusters),
    proofs: facts.proofs,
    period: facts.period,
    asOfDay: facts.asOfDay,
    ageing: facts.ageing.map((band) => ({
      ...band,
      glRows: band.glRows - inBand(moved.gl, band.fromDays, facts.asOfDay),
      bankRows: band.bankRows - inBand(moved.bank, band.fromDays, facts.asOfDay),
    })),
    balances: facts.balances,
    defaultCurrency: facts.currency,
  });
}

interface Moved {
  readonly row: LateRow;
  readonly tier: number;
}

function moveRows(tally: CurrencyTally, moved: readonly Moved[]): CurrencyTally {
  const own = moved.filter(({ row }) => row.currency === tally.currency);
  const matched: Record<number, Total> = { ...tally.matched };
  for (const { row, tier } of own) matched[tier] = sumOf([matched[tier] ?? NOTHING, totalOf(row)]);
  const gone = sumOf(own.map(({ row }) => totalOf(row)));
  const { open } = tally;
  const left = { rows: open.rows - gone.rows, amount: open.amount - gone.amount, volume: open.volume - gone.volume };
  return { ...tally, matched, open: left };
}

function totalOf({ amountMinor }: LateRow): Total {
  return { rows: 1, amount: BigInt(amountMinor), volume: BigInt(Math.abs(amountMinor)) };
}

function inBand(moved: readonly Moved[], fromDays: number, asOf: number | null): number {
  const bandOf = ({ row }: Moved): number => {
    const age = asOf === null || row.bookingDay === NO_DAY ? 0 : Math.max(0, asOf - row.bookingDay);
    return AGEING_BANDS.find(({ toDays }) => toDays === null || age <= toDays)!.fromDays;
  };
  return moved.filter((one) => bandOf(one) === fromDays).length;
}

function groupsByTier({ byTier }: SummaryFacts, late: readonly LateGroup[]): Record<number, number> {
  const { reversal: _, ...tiers } = byTier as Readonly<Record<string, number>>;
  const counts: Record<number, number> = { ...tiers };
  for (const { tier } of late) counts[tier] = (counts[tier] ?? 0) + 1;
  return counts;
}

function byType(counts: readonly ClusterCount[]): Partial<Record<ClusterType, number>> {
  const sums: Partial<Record<ClusterType, number>> = {};
  for (const { type, clusters } of counts) sums[type as ClusterType] = (sums[type as ClusterType] ?? 0) + clusters;
  return sums;
}
