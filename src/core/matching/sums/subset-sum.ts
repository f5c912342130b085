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
  /** Of the only way. */
  readonly parts: Parts | null;
}

interface Half {
  readonly sums: Float64Array;
  readonly sizes: Uint8Array;
  readonly parts: readonly Parts[];
}

/** How many sums are written out for a pool: what it costs. */
export function workOf(pool: readonly PoolClass[]): number {
  const [a, b] = halved(pool);
  const sums = (half: readonly PoolClass[]): number => half.reduce((all, { count }) => all * (count + 1), 1);
  return sums(a) + sums(b);
}

/** `accepts`: whether a sum within `reach` of the total agrees with it. */
export function waysToSum(
  pool: readonly PoolClass[],
  {
    total,
    reach,
    accepts,
  }: { readonly total: number; readonly reach: number; readonly accepts: (sum: number) => boolean },
): WaysToSum {
  const [front, back] = halved(pool);
  const [a, b] = [halfOf(front), halfOf(back)];
  const order = Uint32Array.from(b.sums.keys()).sort((x, y) => b.sums[x]! - b.sums[y]!);
  const sorted = Float64Array.from(order, (x) => b.sums[x]!);
  let [ways, isSum] = [0, false];
  let parts: Parts | null = null;
  for (let i = 0; i < a.sums.length; i++) {
    const least = total - reach - a.sums[i]!;
    const most = total + reach - a.sums[i]!;
    for (let k = firstAtLeast(sorted, least); k < sorted.length && sorted[k]! <= most; k++) {
      const j = order[k]!;
      const size = a.sizes[i]! + b.sizes[j]!;
      if (size === 0 || size > MOST_PARTS || !accepts(a.sums[i]! + b.sums[j]!)) continue;
      ways++;
      isSum ||= size > 1;
      parts = [...a.parts[i]!, ...b.parts[j]!];
      if (ways > 1 && isSum) return { ways: 2, isSum, parts: null };
    }
  }
  return { ways: Math.min(ways, 2), isSum, parts: ways === 1 ? parts : null };
}

/** In two parts of about as many sums, in the order of the pool. */
function halved(pool: readonly PoolClass[]): [readonly PoolClass[], readonly PoolClass[]] {
  const whole = pool.reduce((all, { count }) => all * (count + 1), 1);
  let sums = 1;
  let at = 0;
  while (at < pool.length && sums * sums < whole) sums *= pool[at++]!.count + 1;
  return [pool.slice(0, at), pool.slice(at)];
}

function halfOf(pool: readonly PoolClass[]): Half {
  let parts: Parts[] = [[]];
  let sums = [0];
  for (const { amount, count } of pool) {
    const [widerParts, widerSums]: [Parts[], number[]] = [[], []];
    for (let k = 0; k < parts.length; k++) {
      for (let taken = 0; taken <= count; taken++) {
        widerParts.push([...parts[k]!, taken]);
        widerSums.push(sums[k]! + taken * amount);
      }
    }
    [parts, sums] = [widerParts, widerSums];
  }
  const sizes = Uint8Array.from(parts, (taken) => taken.reduce((all, one) => all + one, 0));
  return { sums: Float64Array.from(sums), sizes, parts };
}

function firstAtLeast(sorted: Float64Array, least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
