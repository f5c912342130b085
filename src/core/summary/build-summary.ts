// Builds a session's facts from its tallies. It takes sums, not rows, so that a summary can be renewed from the sums of
// blocks' headers and open items, without reading a million rows again; summarise.ts makes the sums from rows.

import type { ClusterType } from '../records/documents/cluster-type.ts';
import { TIER_MANUAL } from '../records/groups/groups.ts';
import type { Side } from '../records/rows/columns.ts';
import type { AgeingBand } from './ageing.ts';
import type { AccountBalance, AccountsMet, SideFacts, SummaryFacts } from './facts.ts';
import type { AccountProof, ProvedSide } from './proof/proof.ts';
import { isResting } from './proof/resting.ts';
import type { StatementPeriod } from './proof/statement.ts';
import { type CurrencyTally, NOTHING, partsOf, type SideTally, sumOf } from './tally.ts';

interface SummaryParts {
  readonly tallies: Readonly<Record<Side, SideTally>>;
  /** Groups by tier, 1 to 9, and TIER_MANUAL. */
  readonly groupsByTier: Readonly<Record<number, number>>;
  readonly reversalPairs: number;
  /** Rows of opening files, which the tallies have too; left out: none. */
  readonly openingRows?: Readonly<Record<Side, number>>;
  readonly clusters: Readonly<Partial<Record<ClusterType, number>>>;
  readonly proofs: readonly AccountProof[];
  readonly period: StatementPeriod | null;
  readonly asOfDay: number | null;
  readonly ageing: readonly AgeingBand[];
  /** One for each account of each side, also if no balance is stated. */
  readonly balances: readonly AccountBalance[];
  readonly accounts?: AccountsMet | undefined;
  /** The currency of a session without a row. */
  readonly defaultCurrency: string;
}

export function buildSummary(parts: SummaryParts): SummaryFacts {
  const { tallies, balances, openingRows = { gl: 0, bank: 0 } } = parts;
  const currency = mainCurrency(tallies) ?? parts.defaultCurrency;
  const ofFiles = parts.proofs.filter((proof) => !isResting(proof));
  const only = ofFiles.length === 1 ? ofFiles[0] : null;
  const groups = Object.entries(parts.groupsByTier).filter(([, n]) => n > 0);
  return {
    currency,
    gl: sideFacts(tallies.gl, { currency, proved: only?.book ?? null, opening: openingRows.gl }),
    bank: sideFacts(tallies.bank, { currency, proved: only?.bank ?? null, opening: openingRows.bank }),
    matchedGroups: groups.reduce((sum, [, n]) => sum + n, 0),
    reversalPairs: parts.reversalPairs,
    byTier: {
      ...Object.fromEntries(groups.map(([tier, n]) => [Number(tier) === TIER_MANUAL ? 'manual' : tier, n])),
      ...(parts.reversalPairs > 0 && { reversal: parts.reversalPairs }),
    },
    clusters: parts.clusters,
    clusterCount: Object.values(parts.clusters).reduce((sum, n) => sum + n, 0),
    asOfDay: parts.asOfDay,
    ageing: parts.ageing,
    balances: [...balances].sort(byAccount),
    ...(parts.accounts && { accounts: parts.accounts }),
    proofs: parts.proofs,
    period: parts.period,
    matchRate: matchRateOf(tallies, currency),
  };
}

function sideFacts(
  tally: SideTally,
  {
    currency,
    proved,
    opening,
  }: { readonly currency: string; readonly proved: ProvedSide | null; readonly opening: number },
): SideFacts {
  const all = (part: (one: CurrencyTally) => number) => tally.currencies.reduce((sum, one) => sum + part(one), 0);
  const main = tallyIn(tally, currency);
  return {
    rows: all(({ total }) => total.rows) + tally.rejectedRows,
    rejectedRows: tally.rejectedRows,
    ...(opening > 0 && { openingRows: opening }),
    matchedRows: all(({ matched }) => sumOf(Object.values(matched)).rows),
    reversedRows: all(({ reversed }) => reversed.rows),
    openRows: all(({ open }) => open.rows),
    pendingRows: all(({ pending }) => pending.rows),
    zeroRows: all(({ zero }) => zero.rows),
    outOfPeriodRows: all(({ outOfPeriod }) => outOfPeriod.rows),
    ...(all(declinedRows) > 0 && { declinedRows: all(declinedRows) }),
    ...(all(elsewhereRows) > 0 && { matchedElsewhereRows: all(elsewhereRows) }),
    amount: main.total.amount,
    matchedAmount: sumOf(Object.values(main.matched)).amount,
    reversedAmount: main.reversed.amount,
    openAmount: main.open.amount,
    pendingAmount: main.pending.amount,
    outOfPeriodAmount: main.outOfPeriod.amount,
    openingBalance: proved?.opening ?? null,
    closingBalance: proved?.closing ?? null,
    currencies: tally.currencies,
  };
}

const declinedRows = ({ declined = NOTHING }: CurrencyTally): number => declined.rows;

const elsewhereRows = ({ matchedElsewhere = NOTHING }: CurrencyTally): number => matchedElsewhere.rows;

function mainCurrency({ gl, bank }: SummaryParts['tallies']): string | null {
  const rows = new Map<string, number>();
  for (const { currency, total } of [...gl.currencies, ...bank.currencies]) {
    rows.set(currency, (rows.get(currency) ?? 0) + total.rows);
  }
  const ranked = [...rows].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return ranked[0]?.[0] ?? null;
}

function matchRateOf({ gl, bank }: SummaryParts['tallies'], currency: string): { count: number; value: number } {
  const currencies = [...gl.currencies, ...bank.currencies];
  const matched = sumOf(currencies.flatMap((one) => Object.values(one.matched)));
  const all = sumOf(currencies.flatMap(partsOf));
  const main = currencies.filter((one) => one.currency === currency);
  const matchedVolume = sumOf(main.flatMap((one) => Object.values(one.matched))).volume;
  const volume = sumOf(main.map(({ total }) => total)).volume;
  return {
    count: rate(BigInt(matched.rows), BigInt(all.rows)),
    value: rate(matchedVolume, volume),
  };
}

/** part/whole, cut to nine decimals, so that only the whole is 1; 0/0 is 0. */
function rate(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 1_000_000_000n) / whole) / 1_000_000_000;
}

function tallyIn(tally: SideTally, currency: string): CurrencyTally {
  return tally.currencies.find((one) => one.currency === currency) ?? emptyTally(currency);
}

function emptyTally(currency: string): CurrencyTally {
  const parts = { reversed: NOTHING, open: NOTHING, pending: NOTHING, zero: NOTHING, outOfPeriod: NOTHING };
  return { currency, total: NOTHING, matched: {}, ...parts };
}

function byAccount(a: AccountBalance, b: AccountBalance): number {
  const [keyA, keyB] = [a, b].map(({ side, account, currency }) =>
    JSON.stringify([side === 'gl' ? 0 : 1, account, currency]),
  );
  return keyA! < keyB! ? -1 : keyA! > keyB! ? 1 : 0;
}
