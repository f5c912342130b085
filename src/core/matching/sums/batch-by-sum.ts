// Tier 8: one open row (the target) and open rows of the other side with its sum, if there is only one way to choose
// them from its pool (pools.ts). The pool of shared words is tried first, then the pool of the day. With more than
// MOST_POOL rows a batch cannot be told from chance. The work of an account is bounded; a note says what was not tried.
// Rules: docs/decisions/matching-definitions.md, "Sums".

import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import type { Matching } from '../matching.ts';
import { believedSums, expectedByChance, SHARE_UNIT, type TriedSum } from './chance.ts';
import { Decoys } from './decoys.ts';
import { Pools } from './pools.ts';
import { MOST_POOL, type SumsOfPool, type SumTerms, usedClasses, type WaysToSum, waysToSum } from './subset-sum.ts';
import { takeGroup } from './take-group.ts';

/** The most sums that are computed for one account, about a second's work. */
const MOST_SUMS = 8_000_000;

interface Target {
  readonly side: Side;
  readonly row: number;
  readonly pools: readonly (readonly number[])[];
}

interface Proposal {
  readonly side: Side;
  readonly row: number;
  /** Rows of the other side. */
  readonly parts: readonly number[];
}

/** Rows to which rows of the other side add up, but it is not certain which; the parts are those of any way. */
export type SeveralSums = readonly Proposal[];

/** `marked`: rows that are reversals. */
export function batchBySum(matching: Matching, marked: Readonly<Record<Side, Uint8Array>>): SeveralSums {
  const { notes } = matching;
  const several: Proposal[] = [];
  const pools = new Pools(matching, marked);
  const targets: Target[] = SIDES.flatMap((side) =>
    pools.targets(side).map((row) => ({ side, row, pools: pools.of(side, row) })),
  ).filter((target) => target.pools.some((pool) => pool.length > 1));
  // The cheapest targets are tried first.
  targets.sort((a, b) => sizeOfPools(a) - sizeOfPools(b));
  let left = MOST_SUMS;
  let untried = 0;
  const tried: Tried[] = [];
  for (const target of targets) {
    const one = tryPools(matching, target, { left, known: pools });
    left -= one.work;
    if (one.isUntried) untried++;
    if (one.asked.length > 0) tried.push(one);
  }
  const decoys = new Decoys(matching);
  const { taken, shown } = believedSums(tried, {
    targets: targets.length,
    others: (n) => metDecoys(matching, tried[n], decoys.near(tried[n].target)),
  });
  const proposals: Proposal[] = [];
  for (const one of tried) {
    const { target, isFound, expected, parts } = one;
    if (!isFound || expected > shown) continue;
    const { side, row } = target;
    if (parts !== null && expected <= taken) proposals.push({ side, row, parts });
    else several.push({ side, row, parts: parts ?? partsOfAnyWay(matching, one, pools) });
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

interface Tried extends TriedSum {
  readonly target: Target;
  /** The pools that were tried; the last one decided. */
  readonly asked: readonly SumsOfPool[];
  /** The rows of the only way, if there is one and it has two rows or more. */
  readonly parts: readonly number[] | null;
  readonly isUntried: boolean;
  readonly work: number;
}

/** `left`: sums that may still be computed. */
function tryPools(
  matching: Matching,
  target: Target,
  { left, known }: { readonly left: number; readonly known: Pools },
): Tried {
  const { side, row, pools } = target;
  const total = Math.abs(matching.account[side].amount[row]);
  const asked: SumsOfPool[] = [];
  let work = 0;
  let expected = 0;
  let isUntried = false;
  for (const pool of pools) {
    if (pool.length < 2) continue;
    if (pool.length > MOST_POOL) {
      isUntried = true;
      continue;
    }
    const { classes, sums } = known.classed(side, pool);
    if (work + sums.work > left)
      return { target, asked: [], expected, isFound: false, parts: null, isUntried: true, work };
    work += sums.work;
    asked.push(sums);
    expected += expectedByChance(sums.pool, { total, reach: reachOf(matching, target, total) });
    const { ways, isSum, parts } = waysOf(matching, target, { sums, total });
    if (ways === 0) continue;
    const rows = parts?.flatMap((taken, c) => [...classes.rows.subarray(classes.start[c], classes.start[c] + taken)]);
    return { target, asked, expected, isFound: isSum, parts: isSum ? (rows ?? null) : null, isUntried: false, work };
  }
  return { target, asked, expected, isFound: false, parts: null, isUntried, work };
}

/** The rows of the pool that decided which are in some sum; alike rows count together. */
function partsOfAnyWay(matching: Matching, { target }: Tried, pools: Pools): number[] {
  const { side, row } = target;
  const total = Math.abs(matching.account[side].amount[row]);
  for (const pool of target.pools) {
    if (pool.length < 2 || pool.length > MOST_POOL) continue;
    const { classes, sums } = pools.classed(side, pool);
    const used = usedClasses(sums, termsOf(matching, target, total));
    if (used === null) return [...pool];
    if (used.length > 0) {
      return used.flatMap((c) => [...classes.rows.subarray(classes.start[c], classes.start[c + 1])]);
    }
  }
  return [];
}

/** How many of the decoys the target's pools add up to, in SHARE_UNIT of all. */
function metDecoys(matching: Matching, { target, asked }: Tried, totals: readonly number[]): number {
  const met = totals.filter((total) => asked.some((sums) => waysOf(matching, target, { sums, total }).isSum)).length;
  return totals.length === 0 ? 0 : (met * SHARE_UNIT) / totals.length;
}

const reachOf = ({ account, agreement }: Matching, { side, row }: Target, total: number): number =>
  agreement.reachOfSum(total, account[side].currency[row]);

/** The ways to add up to a total as if it were the amount of the target. */
function waysOf(
  matching: Matching,
  target: Target,
  { sums, total }: { readonly sums: SumsOfPool; readonly total: number },
): WaysToSum {
  return waysToSum(sums, termsOf(matching, target, total));
}

function termsOf(matching: Matching, target: Target, total: number): SumTerms {
  const { account, agreement } = matching;
  const currency = account[target.side].currency[target.row];
  const accepts = (sum: number): boolean =>
    Math.abs(sum - total) <= agreement.tolerance(target.side === 'gl' ? total : sum, currency);
  return { total, reach: reachOf(matching, target, total), accepts };
}

/** Takes sums whose rows are in no other sum; a row in two sums makes both uncertain. */
function takeUndisputed(matching: Matching, proposals: readonly Proposal[], several: Proposal[]): void {
  const { account } = matching;
  const wanted = { gl: new Uint32Array(account.gl.n), bank: new Uint32Array(account.bank.n) };
  for (const { side, row, parts } of proposals) {
    const other = otherSide(side);
    wanted[side][row]++;
    for (const part of parts) wanted[other][part]++;
  }
  for (const { side, row, parts } of proposals) {
    const other = otherSide(side);
    if (wanted[side][row] > 1 || parts.some((part) => wanted[other][part] > 1)) {
      several.push({ side, row, parts });
      continue;
    }
    const rows = side === 'gl' ? { gl: [row], bank: parts } : { gl: parts, bank: [row] };
    takeGroup(matching, rows, { tier: 8 });
  }
}
