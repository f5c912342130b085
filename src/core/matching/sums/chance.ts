// Which sums are believed. Among many rows some come to others by chance: how many is reckoned from the ways to choose
// and the amounts there are, and tried on amounts that cannot be meant, for amounts of one price list meet more often
// than their number says. As many are taken as keep those of chance to a share of them (Benjamini and Hochberg; the
// second estimate is that of target and decoy). Rules: docs/decisions/matching-definitions.md, "Sums".

import type { PoolClass } from './subset-sum.ts';

/** At most one in so many of the sums taken is there by chance. */
const TAKEN_ONE_IN = 5;
/** At most one in so many of the sums taken or shown is there by chance. */
const SHOWN_ONE_IN = 2;

/** Shares of up to eight amounts are whole in these. */
export const SHARE_UNIT = 840;

/** How many ways to come to a total chance would bring: the ways to choose, against the amounts there are up to it. */
export function expectedByChance(
  pool: readonly PoolClass[],
  { total, reach }: { readonly total: number; readonly reach: number },
): number {
  const choices = pool.reduce((all, { count }) => all * (count + 1), 1) - pool.length - 1;
  // Round amounts are few, in steps of what all of them are multiples of.
  const common = pool.reduce((divisor, { amount }) => gcd(divisor, amount), total);
  return (choices * Math.max(common, 2 * reach + 1)) / total;
}

function gcd(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

export interface TriedSum {
  /** Ways to come to it that chance would bring. */
  readonly expected: number;
  /** In one way or more. */
  readonly isFound: boolean;
}

/** Up to which figure of `expected` sums are taken, and up to which they are shown besides; -1: none is. */
export interface Believed {
  readonly taken: number;
  readonly shown: number;
}

/**
 * `targets`: how many rows sums may be looked for. `others`: of the n-th that was tried, how many of the amounts that
 * cannot be meant its rows come to as well, in SHARE_UNIT. What is taken must hold by both reckonings; to be shown, the
 * second is enough.
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
    // However many more are found, it will be too many.
    if (met * SHOWN_ONE_IN > found.length * SHARE_UNIT) break;
    if (found[n] === expected) continue;
    if (met * SHOWN_ONE_IN <= n * SHARE_UNIT) shown = expected;
    if (n <= likely && met * TAKEN_ONE_IN <= n * SHARE_UNIT) taken = expected;
  }
  return { taken, shown };
}
