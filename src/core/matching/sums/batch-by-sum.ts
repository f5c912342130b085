// Tier 8: one open row and the open rows of the other side that come to it, when there is one way only to choose them from
// its pool (pools.ts). The pool of shared words is asked first, that of the day when the first comes to nothing. More than
// MOST_POOL rows are too many to tell chance from a batch, and the work of an account is bounded besides: what is not tried
// is said. Rules: docs/decisions/matching-definitions.md, "Sums".

import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import { classesOf, firstRow, sizeOf } from '../candidates/classes.ts';
import type { Matching } from '../tiers/key-tiers.ts';
import { Pools } from './pools.ts';
import { MOST_POOL, type PoolClass, type WaysToSum, waysToSum, workOf } from './subset-sum.ts';
import { takeGroup } from './take-group.ts';

/** Sums that are written out for one account, about a second's work. */
const MOST_SUMS = 8_000_000;

/**
 * As many are expected by chance at most. Of a generated month of 100,000 rows a side that has no batches, all 31
 * sums that were the only ones were chance ones of round amounts; in months of some hundred rows such sums are batches.
 */
const MOST_CHANCE = 1n;

interface Target {
  readonly side: Side;
  readonly row: number;
  readonly pools: readonly (readonly number[])[];
}

interface Proposal {
  readonly side: Side;
  readonly row: number;
  /** Of the other side. */
  readonly parts: readonly number[];
}

/** By local row, 1 where rows add up to the row and it is not known which. */
export type SeveralSums = Readonly<Record<Side, Uint8Array>>;

/** `marked`: rows that are reversals. */
export function batchBySum(matching: Matching, marked: Readonly<Record<Side, Uint8Array>>): SeveralSums {
  const { account, notes } = matching;
  const several = { gl: new Uint8Array(account.gl.n), bank: new Uint8Array(account.bank.n) };
  const pools = new Pools(matching, marked);
  const targets: Target[] = SIDES.flatMap((side) =>
    pools.targets(side).map((row) => ({ side, row, pools: pools.of(side, row) })),
  ).filter((target) => target.pools.some((pool) => pool.length > 1));
  // What costs least is tried first, whoever else there is.
  targets.sort((a, b) => sizeOfPools(a) - sizeOfPools(b));
  let [left, untried] = [MOST_SUMS, 0];
  const proposals: Proposal[] = [];
  for (const target of targets) {
    const tried = tryPools(matching, target, { left, targets: targets.length });
    left -= tried.work;
    if (tried.isUntried) untried++;
    if (tried.isSeveral) several[target.side][target.row] = 1;
    if (tried.parts !== null) proposals.push({ side: target.side, row: target.row, parts: tried.parts });
  }
  takeUndisputed(matching, proposals, several);
  if (untried > 0) {
    notes.add(
      `Whether other rows add up to them was not tried of ${untried} open ${untried === 1 ? 'row' : 'rows'}: more than ` +
        `${MOST_POOL} rows share their words or their day, or the bound of ${MOST_SUMS} sums was reached.`,
    );
  }
  return several;
}

const sizeOfPools = ({ pools }: Target): number => pools.reduce((sum, pool) => sum + pool.length, 0);

interface Tried {
  readonly parts: readonly number[] | null;
  readonly isSeveral: boolean;
  readonly isUntried: boolean;
  readonly work: number;
}

interface Trying {
  /** Sums that may still be written out. */
  readonly left: number;
  /** How many rows sums are looked for. */
  readonly targets: number;
}

function tryPools(matching: Matching, { side, row, pools }: Target, { left, targets }: Trying): Tried {
  let work = 0;
  let isUntried = false;
  for (const pool of pools) {
    if (pool.length < 2) continue;
    if (pool.length > MOST_POOL) {
      isUntried = true;
      continue;
    }
    const classes = classesOf(
      matching.account[otherSide(side)],
      matching.keys[otherSide(side)].key,
      Uint32Array.from(pool),
    );
    const amounts = Array.from({ length: classes.count }, (_, c) => ({
      amount: Math.abs(matching.account[otherSide(side)].amount[firstRow(classes, c)]!),
      count: sizeOf(classes, c),
    }));
    work += workOf(amounts);
    if (work > left) return { parts: null, isSeveral: false, isUntried: true, work: 0 };
    const { ways, isSum, parts } = waysOf(matching, { side, row }, amounts);
    if (ways === 0) continue;
    const rows = parts?.flatMap((taken, c) => [...classes.rows.subarray(classes.start[c]!, classes.start[c]! + taken)]);
    const isChance = isSum && byChance(matching, { side, row }, { pool: amounts, targets });
    return {
      parts: isSum && !isChance ? (rows ?? null) : null,
      isSeveral: isSum && (ways > 1 || isChance),
      isUntried: false,
      work,
    };
  }
  return { parts: null, isSeveral: false, isUntried, work };
}

/**
 * Whether some row would have such a sum by chance: as many rows as are tried, each with so many ways to choose, against
 * as many amounts as there are up to it. Round amounts are few, in steps of what all of them are multiples of.
 */
function byChance(
  { account, agreement }: Matching,
  { side, row }: Pick<Target, 'side' | 'row'>,
  { pool, targets }: { readonly pool: readonly PoolClass[]; readonly targets: number },
): boolean {
  const total = Math.abs(account[side].amount[row]!);
  const choices = pool.reduce((all, { count }) => all * (count + 1), 1) - pool.length - 1;
  const common = pool.reduce((divisor, { amount }) => gcd(divisor, amount), total);
  const step = Math.max(common, 2 * agreement.reachOfSum(total, account[side].currency[row]!) + 1);
  return BigInt(targets) * BigInt(choices) * BigInt(step) > MOST_CHANCE * BigInt(total);
}

function gcd(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

function waysOf(
  { account, agreement }: Matching,
  { side, row }: Pick<Target, 'side' | 'row'>,
  pool: readonly { readonly amount: number; readonly count: number }[],
): WaysToSum {
  const total = Math.abs(account[side].amount[row]!);
  const currency = account[side].currency[row]!;
  const reach = agreement.reachOfSum(total, currency);
  const accepts = (sum: number): boolean =>
    Math.abs(sum - total) <= agreement.tolerance(side === 'gl' ? total : sum, currency);
  return waysToSum(pool, { total, reach, accepts });
}

/** A row that two sums would have is in none: neither is the only way. */
function takeUndisputed(
  matching: Matching,
  proposals: readonly Proposal[],
  several: Readonly<Record<Side, Uint8Array>>,
): void {
  const { account } = matching;
  const wanted = { gl: new Uint8Array(account.gl.n), bank: new Uint8Array(account.bank.n) };
  for (const { side, row, parts } of proposals) {
    const other = otherSide(side);
    wanted[side][row] = Math.min(2, wanted[side][row]! + 1);
    for (const part of parts) wanted[other][part] = Math.min(2, wanted[other][part]! + 1);
  }
  for (const { side, row, parts } of proposals) {
    const other = otherSide(side);
    if (wanted[side][row]! > 1 || parts.some((part) => wanted[other][part]! > 1)) {
      several[side][row] = 1;
      continue;
    }
    const rows = side === 'gl' ? { gl: [row], bank: parts } : { gl: parts, bank: [row] };
    takeGroup(matching, rows, { tier: 8 });
  }
}
