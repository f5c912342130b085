// In how many ways classes of interchangeable rows come to an amount, up to two: enough to tell a sum that is the only one
// from one that is not. Both halves of the pool are written out and met in the middle, so that the work is known before
// it is done: at most 2^13 sums a half for the largest pool. Amounts are positive.

/** Rows that a pool has at most, and parts that a sum has. */
export const MOST_POOL = 25;
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
  /** Whether one of those found has two parts or more. */
  readonly isSum: boolean;
  /** What is taken from each class when there is only one way. */
  readonly parts: Parts | null;
}

/** Ways to choose from a half of the pool, the smallest sum first. */
interface Half {
  readonly sums: Float64Array;
  /** Rows of each. */
  readonly sizes: Uint8Array;
  /** How many of each class, as one number whose digits they are. */
  readonly chosen: Uint32Array;
}

/** A pool with the sums of its halves, which are written out when they are first asked for. */
export class SumsOfPool {
  readonly pool: readonly PoolClass[];
  /** How many sums are written out: what it costs. */
  readonly work: number;
  /** What all of it comes to. Beyond 2^53 what is left out by rounding is no matter: totals are below it. */
  readonly whole: number;
  readonly front: readonly PoolClass[];
  readonly back: readonly PoolClass[];
  #halves: readonly [Half, Half] | null = null;

  constructor(pool: readonly PoolClass[]) {
    this.pool = pool;
    const sums = (half: readonly PoolClass[]): number => half.reduce((all, { count }) => all * (count + 1), 1);
    this.whole = pool.reduce((sum, { amount, count }) => sum + amount * count, 0);
    [this.front, this.back] = halved(pool);
    this.work = sums(this.front) + sums(this.back);
  }

  halves(): readonly [Half, Half] {
    this.#halves ??= [halfOf(this.front), halfOf(this.back)];
    return this.#halves;
  }
}

/** `accepts`: whether a sum within `reach` of the total agrees with it. */
export function waysToSum(
  sums: SumsOfPool,
  {
    total,
    reach,
    accepts,
  }: { readonly total: number; readonly reach: number; readonly accepts: (sum: number) => boolean },
): WaysToSum {
  if (sums.whole < total - reach) return { ways: 0, isSum: false, parts: null };
  const [a, b] = sums.halves();
  let ways = 0;
  let isSum = false;
  let parts: Parts | null = null;
  // As the sums of the one half grow, those of the other that go with them shrink.
  let first = b.sums.length;
  for (let i = 0; i < a.sums.length && a.sums[i] <= total + reach; i++) {
    const least = total - reach - a.sums[i];
    const most = total + reach - a.sums[i];
    while (first > 0 && b.sums[first - 1] >= least) first--;
    for (let j = first; j < b.sums.length && b.sums[j] <= most; j++) {
      const size = a.sizes[i] + b.sizes[j];
      if (size === 0 || size > MOST_PARTS || !accepts(a.sums[i] + b.sums[j])) continue;
      ways++;
      isSum ||= size > 1;
      if (ways > 1 && isSum) return { ways: 2, isSum, parts: null };
      parts = [...digitsOf(a.chosen[i], sums.front), ...digitsOf(b.chosen[j], sums.back)];
    }
  }
  return { ways: Math.min(ways, 2), isSum, parts: ways === 1 ? parts : null };
}

/** In two parts of about as many sums, in the order of the pool. */
function halved(pool: readonly PoolClass[]): [readonly PoolClass[], readonly PoolClass[]] {
  const whole = pool.reduce((all, { count }) => all * (count + 1), 1);
  let sums = 1;
  let at = 0;
  while (at < pool.length && sums * sums < whole) sums *= pool[at++].count + 1;
  return [pool.slice(0, at), pool.slice(at)];
}

/** Each class is merged into the sums of those before it. */
function halfOf(pool: readonly PoolClass[]): Half {
  let half: Half = { sums: new Float64Array(1), sizes: new Uint8Array(1), chosen: new Uint32Array(1) };
  let digit = 1;
  for (const { amount, count } of pool) {
    const before = half;
    for (let taken = 1; taken <= count; taken++) half = merged(half, before, { amount, taken, digit });
    digit *= count + 1;
  }
  return half;
}

interface Taken {
  readonly amount: number;
  readonly taken: number;
  readonly digit: number;
}

/** The one's sums, and the other's with so many of the class more. */
function merged(one: Half, other: Half, { amount, taken, digit }: Taken): Half {
  const more = taken * amount;
  const code = taken * digit;
  const fitting = other.sums.length;
  const count = one.sums.length + fitting;
  const sums = new Float64Array(count);
  const sizes = new Uint8Array(count);
  const chosen = new Uint32Array(count);
  for (let k = 0, i = 0, j = 0; k < count; k++) {
    if (j === fitting || (i < one.sums.length && one.sums[i] <= other.sums[j] + more)) {
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
