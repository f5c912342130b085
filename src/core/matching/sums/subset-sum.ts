// Counts the ways in which classes of interchangeable rows add up to a total, up to two, to know whether a way is the
// only one. Meet in the middle: the sums of both halves of the pool are listed and compared, so the work is known in
// advance, at most 2^13 sums a half. Amounts are positive.

/** The most rows of a pool. */
export const MOST_POOL = 25;
/** The most rows of a sum. */
const MOST_PARTS = 12;

export interface PoolClass {
  readonly amount: number;
  readonly count: number;
}

/** How many of each class make the sum. */
type Parts = readonly number[];

export interface WaysToSum {
  /** 0, 1, or 2 for more than one. */
  readonly ways: number;
  /** Whether one of the ways found has two rows or more. */
  readonly isSum: boolean;
  /** How many rows the only way takes from each class; null if there is not exactly one. */
  readonly parts: Parts | null;
}

/** How many ways there are to choose rows, none and all among them. */
export const choicesOf = (pool: readonly PoolClass[]): number => pool.reduce((all, { count }) => all * (count + 1), 1);

/** All ways to choose from one half of the pool, the smallest sum first. */
interface Half {
  readonly sums: Float64Array;
  /** Number of rows of each way. */
  readonly sizes: Uint8Array;
  /** How many rows of each class each way takes, as the digits of one number. */
  readonly chosen: Uint32Array;
}

/** A pool with the sums of its halves, which are computed at first use. */
export class SumsOfPool {
  readonly pool: readonly PoolClass[];
  /** How many sums the halves have, which is the work. */
  readonly work: number;
  /** The sum of all rows of the pool. Rounding beyond 2^53 does no harm, because totals are smaller. */
  readonly sumOfAll: number;
  readonly front: readonly PoolClass[];
  readonly back: readonly PoolClass[];
  #halves: readonly [Half, Half] | null = null;

  constructor(pool: readonly PoolClass[]) {
    this.pool = pool;
    this.sumOfAll = pool.reduce((sum, { amount, count }) => sum + amount * count, 0);
    [this.front, this.back] = halved(pool);
    this.work = choicesOf(this.front) + choicesOf(this.back);
  }

  halves(): readonly [Half, Half] {
    this.#halves ??= [halfOf(this.front), halfOf(this.back)];
    return this.#halves;
  }
}

export interface SumTerms {
  readonly total: number;
  readonly reach: number;
  /** Whether a sum within `reach` of the total agrees with it. */
  readonly accepts: (sum: number) => boolean;
}

export function waysToSum(sums: SumsOfPool, terms: SumTerms): WaysToSum {
  let ways = 0;
  let isSum = false;
  let parts: Parts | null = null;
  for (const { size, chosen } of waysOf(sums, terms)) {
    ways++;
    isSum ||= size > 1;
    if (ways > 1 && isSum) return { ways: 2, isSum, parts: null };
    parts = chosen();
  }
  return { ways: Math.min(ways, 2), isSum, parts: ways === 1 ? parts : null };
}

/** After so many ways the whole pool counts as used. */
const MOST_WAYS = 10_000;

/** The classes of which some way takes a row, ascending; null after too many ways. */
export function usedClasses(sums: SumsOfPool, terms: SumTerms): number[] | null {
  const used = new Set<number>();
  let ways = 0;
  for (const { size, chosen } of waysOf(sums, terms)) {
    if (ways++ === MOST_WAYS) return null;
    if (size < 2) continue;
    for (const [c, taken] of chosen().entries()) if (taken > 0) used.add(c);
  }
  return [...used].sort((a, b) => a - b);
}

interface Way {
  readonly size: number;
  readonly chosen: () => Parts;
}

function* waysOf(sums: SumsOfPool, { total, reach, accepts }: SumTerms): Generator<Way> {
  if (sums.sumOfAll < total - reach) return;
  const [a, b] = sums.halves();
  // As the sums of the first half grow, the matching sums of the second half shrink.
  let first = b.sums.length;
  for (let i = 0; i < a.sums.length && a.sums[i] <= total + reach; i++) {
    const least = total - reach - a.sums[i];
    const most = total + reach - a.sums[i];
    while (first > 0 && b.sums[first - 1] >= least) first--;
    for (let j = first; j < b.sums.length && b.sums[j] <= most; j++) {
      const size = a.sizes[i] + b.sizes[j];
      if (size === 0 || size > MOST_PARTS || !accepts(a.sums[i] + b.sums[j])) continue;
      yield { size, chosen: () => [...digitsOf(a.chosen[i], sums.front), ...digitsOf(b.chosen[j], sums.back)] };
    }
  }
}

/** Splits the pool, in its order, into two parts with about equal numbers of sums. */
function halved(pool: readonly PoolClass[]): [readonly PoolClass[], readonly PoolClass[]] {
  const choices = choicesOf(pool);
  let sums = 1;
  let at = 0;
  while (at < pool.length && sums * sums < choices) sums *= pool[at++].count + 1;
  return [pool.slice(0, at), pool.slice(at)];
}

/** All sums of a half: each class is merged into the sums of the classes before it. */
function halfOf(pool: readonly PoolClass[]): Half {
  let half: Half = { sums: new Float64Array(1), sizes: new Uint8Array(1), chosen: new Uint32Array(1) };
  let digit = 1;
  for (const { amount, count } of pool) {
    const before = half;
    for (let taken = 1; taken <= count; taken++) {
      half = merged(half, before, { more: taken * amount, taken, code: taken * digit });
    }
    digit *= count + 1;
  }
  return half;
}

/** Merges the sums of `one` with those of `other` plus `taken` rows of the class, which come to `more`. */
function merged(one: Half, other: Half, { more, taken, code }: { more: number; taken: number; code: number }): Half {
  const count = one.sums.length + other.sums.length;
  const sums = new Float64Array(count);
  const sizes = new Uint8Array(count);
  const chosen = new Uint32Array(count);
  for (let k = 0, i = 0, j = 0; k < count; k++) {
    if (j === other.sums.length || (i < one.sums.length && one.sums[i] <= other.sums[j] + more)) {
      sums[k] = one.sums[i];
      sizes[k] = one.sizes[i];
      chosen[k] = one.chosen[i++];
    } else {
      sums[k] = other.sums[j] + more;
      sizes[k] = other.sizes[j] + taken;
      chosen[k] = other.chosen[j++] + code;
    }
  }
  return { sums, sizes, chosen };
}

/** How many of each class were chosen. */
function digitsOf(chosen: number, pool: readonly PoolClass[]): Parts {
  let rest = chosen;
  return pool.map(({ count }) => {
    const taken = rest % (count + 1);
    rest = (rest - taken) / (count + 1);
    return taken;
  });
}
