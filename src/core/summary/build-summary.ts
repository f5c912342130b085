// Puts a session's facts together from its tallies. It takes sums, not rows, so that a summary can be renewed from
// what blocks' headers and open items add up to, without reading a million rows again; summarise.ts makes the sums
// of a run that has its rows at hand.

import type { ClusterType } from '../classification/cluster-type.ts';
import type { Side } from '../records/rows/columns.ts';
import type { AgeingBand } from './ageing.ts';
import type { AccountBalance, SideFacts, SummaryFacts } from './facts.ts';
import { NO_OPEN_PAIRS, type OpenPairs } from './open-pairs.ts';
import { proofOf, type SideOfProof } from './proof.ts';
import { type CurrencyTally, NOTHING, partsOf, type SideTally, sumOf } from './tally.ts';

export interface SummaryParts {
  readonly tallies: Readonly<Record<Side, SideTally>>;
  /** Groups by tier, 1 to 9. */
  readonly groupsByTier: Readonly<Record<number, number>>;
  readonly reversalPairs: number;
  readonly clusters: Readonly<Partial<Record<ClusterType, number>>>;
  /** By currency. */
  readonly openPairs: ReadonlyMap<string, OpenPairs>;
  readonly asOfDay: number | null;
  /** The last booked day of each side. */
  readonly lastDays: Readonly<Record<Side, number | null>>;
  readonly ageing: readonly AgeingBand[];
  /** One for each account of each side, also where nothing is stated of it. */
  readonly balances: readonly AccountBalance[];
  /** The currency of a session without a row. */
  readonly defaultCurrency: string;
}

export function buildSummary(parts: SummaryParts): SummaryFacts {
  const { tallies, balances } = parts;
  const currency = mainCurrency(tallies) ?? parts.defaultCurrency;
  const accounts = { gl: onlyAccount('gl', parts), bank: onlyAccount('bank', parts) };
  const groups = Object.entries(parts.groupsByTier).filter(([, n]) => n > 0);
  return {
    currency,
    gl: sideFacts(tallies.gl, { currency, account: accounts.gl, lastDay: parts.lastDays.gl }),
    bank: sideFacts(tallies.bank, { currency, account: accounts.bank, lastDay: parts.lastDays.bank }),
    matchedGroups: groups.reduce((sum, [, n]) => sum + n, 0),
    reversalPairs: parts.reversalPairs,
    byTier: { ...Object.fromEntries(groups), ...(parts.reversalPairs > 0 && { reversal: parts.reversalPairs }) },
    clusters: parts.clusters,
    clusterCount: Object.values(parts.clusters).reduce((sum, n) => sum + n, 0),
    asOfDay: parts.asOfDay,
    ageing: parts.ageing,
    balances: [...balances].sort(byAccount),
    proof: proofFor(parts, currency, accounts),
    matchRate: matchRateOf(tallies, currency),
  };
}

type OnlyAccounts = Readonly<Record<Side, AccountBalance | null>>;

/** The proof in the accounts' currency when each side has one account and they agree in it, else by movements. */
function proofFor(parts: SummaryParts, mainCurrency: string, { gl, bank }: OnlyAccounts) {
  const comparable = gl !== null && bank !== null && gl.currency === bank.currency;
  const currency = comparable ? gl.currency : mainCurrency;
  const pairs = parts.openPairs.get(currency) ?? NO_OPEN_PAIRS;
  return proofOf({
    currency,
    gl: sideOfProof(parts.tallies.gl, { currency, account: comparable ? gl : null, openPaired: pairs.glAmount }),
    bank: sideOfProof(parts.tallies.bank, {
      currency,
      account: comparable ? bank : null,
      openPaired: pairs.bankAmount,
    }),
  });
}

function sideOfProof(
  tally: SideTally,
  of: { readonly currency: string; readonly account: AccountBalance | null; readonly openPaired: bigint },
): SideOfProof {
  const rows = tallyIn(tally, of.currency);
  return {
    opening: minor(of.account?.openingMinor),
    closing: minor(of.account?.closingMinor),
    movement: rows.total.amount - rows.pending.amount,
    matched: sumOf(Object.values(rows.matched)).amount,
    reversed: rows.reversed.amount,
    open: rows.open.amount,
    openPaired: of.openPaired,
    outOfPeriod: rows.outOfPeriod.amount,
  };
}

function sideFacts(
  tally: SideTally,
  of: { readonly currency: string; readonly account: AccountBalance | null; readonly lastDay: number | null },
): SideFacts {
  const { currency, account, lastDay } = of;
  const all = (part: (one: CurrencyTally) => number) => tally.currencies.reduce((sum, one) => sum + part(one), 0);
  const main = tallyIn(tally, currency);
  return {
    rows: all(({ total }) => total.rows) + tally.rejectedRows,
    rejectedRows: tally.rejectedRows,
    matchedRows: all(({ matched }) => sumOf(Object.values(matched)).rows),
    reversedRows: all(({ reversed }) => reversed.rows),
    openRows: all(({ open }) => open.rows),
    pendingRows: all(({ pending }) => pending.rows),
    zeroRows: all(({ zero }) => zero.rows),
    outOfPeriodRows: all(({ outOfPeriod }) => outOfPeriod.rows),
    amount: main.total.amount,
    matchedAmount: sumOf(Object.values(main.matched)).amount,
    reversedAmount: main.reversed.amount,
    openAmount: main.open.amount,
    pendingAmount: main.pending.amount,
    outOfPeriodAmount: main.outOfPeriod.amount,
    openingBalance: minor(account?.openingMinor),
    closingBalance: minor(account?.closingMinor),
    closingDay: account?.closingMinor == null ? null : lastDay,
    currencies: tally.currencies,
  };
}

/** The side's account when it has no other, by its balances and by its rows. */
function onlyAccount(side: Side, { balances, tallies }: SummaryParts): AccountBalance | null {
  const own = balances.filter((balance) => balance.side === side);
  return own.length === 1 && tallies[side].accounts.length <= 1 ? own[0]! : null;
}

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

/** Cut to nine decimals, so that only all of it is 1; 0 of nothing is 0. */
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

const minor = (value: number | null | undefined): bigint | null => (value == null ? null : BigInt(value));

function byAccount(a: AccountBalance, b: AccountBalance): number {
  const [keyA, keyB] = [a, b].map(({ side, account, currency }) =>
    JSON.stringify([side === 'gl' ? 0 : 1, account, currency]),
  );
  return keyA! < keyB! ? -1 : keyA! > keyB! ? 1 : 0;
}
