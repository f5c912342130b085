// Counts and sums the fates of a side's rows by currency. Each row has exactly one fate: matched (by its tier, a late
// group's included), matched elsewhere (in another session that holds it too), reversed, open, or set aside (announced
// only, of zero, outside the period, or refused). Rows rejected by the reader never became rows: they are counted, and
// have no amount. Nothing may be lost or counted twice: this is checked here, to the minor unit, and a difference is
// thrown as a defect of Tieout.

import { TieoutError } from '../errors.ts';
import { firstMember } from '../matching/outcome/match-groups.ts';
import type { MatchOutcome } from '../matching/outcome/outcome.ts';
import { exactSums } from '../money/exact-sums.ts';
import { TIER_MANUAL } from '../records/groups/groups.ts';
import type { LateMatch } from '../records/late/late-matches.ts';
import {
  ROW_DECLINED,
  ROW_MATCHED_ELSEWHERE,
  ROW_MATCHED_LATE,
  ROW_OUT_OF_PERIOD,
  ROW_PENDING,
  ROW_ZERO,
  type RowColumns,
  type Side,
} from '../records/rows/columns.ts';

interface Total {
  readonly rows: number;
  /** Signed minor units. */
  readonly amount: bigint;
  /** Sum of the magnitudes, minor units. */
  readonly volume: bigint;
}

export const NOTHING: Total = { rows: 0, amount: 0n, volume: 0n };

/** One side's rows of one currency. */
export interface CurrencyTally {
  readonly currency: string;
  readonly total: Total;
  /** One for each tier, 1 to 9, and TIER_MANUAL; tiers without a row are left out. */
  readonly matched: Readonly<Record<number, Total>>;
  readonly reversed: Total;
  readonly open: Total;
  readonly pending: Total;
  readonly zero: Total;
  readonly outOfPeriod: Total;
  /** Rows refused by the switch. Absent in older summaries. */
  readonly declined?: Total;
  /** Rows that another session also holds and has matched. Absent in older summaries. */
  readonly matchedElsewhere?: Total;
}

export interface SideTally {
  readonly side: Side;
  readonly rejectedRows: number;
  /** Sorted by code. */
  readonly currencies: readonly CurrencyTally[];
  /** Labels of the accounts that rows carry, sorted. */
  readonly accounts: readonly string[];
}

// Fates, as numbers in a byte: tiers 1 to 9 stand for themselves.
const NONE = 0;
const REVERSED = 10;
const OPEN = 11;
const PENDING = 12;
const ZERO = 13;
const OUT_OF_PERIOD = 14;
const DECLINED = 15;
const ELSEWHERE = 16;
/** A match by hand: its tier, 0, is no fate. */
const MANUAL = 17;
const FATES = 18;

/** Tallies a side. Throws `internal` when a row has no fate or two. */
export function tallySide(
  side: Side,
  of: {
    readonly columns: RowColumns;
    readonly outcome: MatchOutcome;
    readonly late?: readonly LateMatch[];
    readonly rejectedRows: number;
  },
): SideTally {
  const { columns, outcome, late = [], rejectedRows } = of;
  const fates = fatesOf(side, columns, { outcome, late });
  const n = columns.currencies.length * FATES;
  const rows = new Float64Array(n);
  const amounts = exactSums(n);
  const volumes = exactSums(n);
  const usedAccounts = new Uint8Array(columns.accounts.length);
  for (let row = 0; row < columns.count; row++) {
    const at = columns.currency[row] * FATES + fates[row];
    rows[at]++;
    amounts.add(at, columns.amount[row]);
    volumes.add(at, Math.abs(columns.amount[row]));
    usedAccounts[columns.account[row]] = 1;
  }
  const totalAt = (at: number): Total => ({ rows: rows[at], amount: amounts.sum(at), volume: volumes.sum(at) });
  const tally: SideTally = {
    side,
    rejectedRows,
    currencies: columns.currencies
      .map((currency, i) => currencyTally(currency, (fate) => totalAt(i * FATES + fate)))
      .filter(({ total }) => total.rows > 0)
      .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    accounts: columns.accounts.filter((_, i) => usedAccounts[i] === 1).sort(),
  };
  checkConserved(tally, totalsOf(columns));
  return tally;
}

/** Totals of all rows of a side, computed without their fates, for the check. */
function totalsOf(columns: RowColumns): Map<string, { rows: number; amount: bigint }> {
  const sums = exactSums(columns.currencies.length);
  const rows = new Float64Array(columns.currencies.length);
  for (let row = 0; row < columns.count; row++) {
    sums.add(columns.currency[row], columns.amount[row]);
    rows[columns.currency[row]]++;
  }
  return new Map(columns.currencies.map((code, i) => [code, { rows: rows[i], amount: sums.sum(i) }]));
}

/**
 * matched + reversed + open + set aside = all rows, in rows and in minor units, for each currency of the side.
 * Throws `internal` when they do not add up.
 */
export function checkConserved(
  tally: SideTally,
  expected: ReadonlyMap<string, { readonly rows: number; readonly amount: bigint }>,
): void {
  for (const [currency, total] of expected) {
    const found = tally.currencies.find((one) => one.currency === currency);
    const parts = found === undefined ? NOTHING : sumOf(partsOf(found));
    if (parts.rows !== total.rows || parts.amount !== total.amount) {
      throw new TieoutError(
        'internal',
        `The ${tally.side} side's ${currency} rows do not add up: ${parts.rows} rows and ${parts.amount} minor units ` +
          `are accounted for out of ${total.rows} rows and ${total.amount} minor units.`,
      );
    }
  }
}

/** The totals of all fates of a currency, which together are all of its rows. */
export function partsOf(tally: CurrencyTally): readonly Total[] {
  const { matched, reversed, open, pending, zero, outOfPeriod } = tally;
  const { declined = NOTHING, matchedElsewhere = NOTHING } = tally;
  return [...Object.values(matched), reversed, open, pending, zero, outOfPeriod, declined, matchedElsewhere];
}

export function sumOf(totals: readonly Total[]): Total {
  return totals.reduce(
    (a, b) => ({ rows: a.rows + b.rows, amount: a.amount + b.amount, volume: a.volume + b.volume }),
    NOTHING,
  );
}

function fatesOf(
  side: Side,
  columns: RowColumns,
  { outcome, late }: { readonly outcome: MatchOutcome; readonly late: readonly LateMatch[] },
): Uint8Array {
  const fates = new Uint8Array(columns.count);
  const give = (row: number, fate: number) => {
    if (fates[row] !== NONE) throw new TieoutError('internal', `Row ${row} of the ${side} side was used twice.`);
    fates[row] = fate;
  };
  const { groups, reversals, open } = outcome;
  const members = groups[side];
  for (let g = 0; g < groups.count; g++) {
    for (let k = firstMember(members, g), end = firstMember(members, g + 1); k < end; k++) {
      give(members.rows[k], groups.tier[g]);
    }
  }
  for (let i = 0; i < reversals[side].count; i++) {
    give(reversals[side].original[i], REVERSED);
    give(reversals[side].reversal[i], REVERSED);
  }
  for (let i = 0; i < open[side].count; i++) give(open[side].row[i], OPEN);
  for (const { own, group, isElsewhere } of late) {
    for (const row of own[side]) give(row, isElsewhere ? ELSEWHERE : group.tier === TIER_MANUAL ? MANUAL : group.tier);
  }
  for (let row = 0; row < columns.count; row++) {
    const flags = columns.flags[row];
    if (flags !== 0 && !(flags & (ROW_MATCHED_LATE | ROW_MATCHED_ELSEWHERE))) give(row, fateOfFlags(flags));
    if (fates[row] === NONE) throw new TieoutError('internal', `Row ${row} of the ${side} side was lost by matching.`);
  }
  return fates;
}

/** A row with several flags is counted once, as the first of these. */
function fateOfFlags(flags: number): number {
  if (flags & ROW_PENDING) return PENDING;
  if (flags & ROW_ZERO) return ZERO;
  if (flags & ROW_OUT_OF_PERIOD) return OUT_OF_PERIOD;
  if (flags & ROW_DECLINED) return DECLINED;
  throw new TieoutError('internal', `A row has the unknown flags ${flags}.`);
}

function currencyTally(currency: string, totalOf: (fate: number) => Total): CurrencyTally {
  const tiers = [[TIER_MANUAL, MANUAL], ...Array.from({ length: REVERSED - 1 }, (_, i) => [i + 1, i + 1])];
  const matched = tiers.map(([tier, fate]) => [tier, totalOf(fate!)] as const).filter(([, { rows }]) => rows > 0);
  const parts = {
    matched: Object.fromEntries(matched),
    reversed: totalOf(REVERSED),
    open: totalOf(OPEN),
    pending: totalOf(PENDING),
    zero: totalOf(ZERO),
    outOfPeriod: totalOf(OUT_OF_PERIOD),
    ...(totalOf(DECLINED).rows > 0 && { declined: totalOf(DECLINED) }),
    ...(totalOf(ELSEWHERE).rows > 0 && { matchedElsewhere: totalOf(ELSEWHERE) }),
  };
  const tally = { currency, total: NOTHING, ...parts };
  return { ...tally, total: sumOf(partsOf(tally)) };
}
