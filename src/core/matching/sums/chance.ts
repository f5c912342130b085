// Decides which sums are believed. Among many rows some add up to others by chance. Their number is estimated in two
// ways: computed from the ways to choose and the amounts there are; and counted with decoys, amounts that cannot be
// meant, because amounts of one price list add up more often than their number says. Sums are taken as long as the
// share of chance among them stays low (Benjamini and Hochberg; target and decoy). Rules:
// docs/decisions/matching-definitions.md, "Sums".

import { choicesOf, type PoolClass } from './subset-sum.ts';

/** At most one in five of the sums taken is there by chance. */
const TAKEN_ONE_IN = 5;
/** At most one in two of the sums taken or shown is there by chance. */
const SHOWN_ONE_IN = 2;

/** Unit of shares: those of one to eight amounts are whole numbers of it. */
export const SHARE_UNIT = 840;

/** The expected number of chance ways to a total: the ways to choose, divided by the possible amounts up to it. */
export function expectedByChance(
  pool: readonly PoolClass[],
  { total, reach }: { readonly total: number; readonly reach: number },
): number {
  const choices = choicesOf(pool) - pool.length - 1;
  // Round amounts are fewer: the possible amounts are multiples of their common divisor.
  const common = pool.reduce((divisor, { amount }) => commonDivisor(divisor, amount), total);
  return (choices * Math.max(common, 2 * reach + 1)) / total;
}

/** The greatest common divisor of two whole numbers that are not negative. */
export function commonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

export interface TriedSum {
  /** Expected number of chance ways to the total. */
  readonly expected: number;
  /** Whether one way or more was found. */
  readonly isFound: boolean;
}

/** The greatest `expected` of sums that are taken, and of sums that are shown; -1: none is. */
interface Believed {
  readonly taken: number;
  readonly shown: number;
}

/**
 * `targets`: how many rows may be targets. `others`: for the n-th target that was tried, how many decoys its rows add
 * up to, in SHARE_UNIT. Sums that are taken must pass both estimates; the second is enough for those that are shown.
 */
export function believedSums(
  tried: readonly TriedSum[],
  { targets, others }: { readonly targets: number; readonly others: (n: number) => number },
): Believed {
  const order = [...tried.keys()].sort((a, b) => tried[a].expected - tried[b].expected);
  const found = order.filter((n) => tried[n].isFound).map((n) => tried[n].expected);
  let likely = found.length;
  while (likely > 0 && found[likely - 1] * targets * TAKEN_ONE_IN > likely) likely--;
  let met = 0;
  let next = 0;
  let taken = -1;
  let shown = -1;
  for (let n = 1; n <= found.length; n++) {
    const expected = found[n - 1];
    for (; next < order.length && tried[order[next]].expected <= expected; next++) met += others(order[next]);
    // Later sums cannot bring the share of chance down again.
    if (met * SHOWN_ONE_IN > found.length * SHARE_UNIT) break;
    if (found[n] === expected) continue;
    if (met * SHOWN_ONE_IN <= n * SHARE_UNIT) shown = expected;
    if (n <= likely && met * TAKEN_ONE_IN <= n * SHARE_UNIT) taken = expected;
  }
  return { taken, shown };
}
