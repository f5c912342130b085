// Draws from a list by weight. Words and customers of a real month are not equally common: a few occur daily, most
// once. Weights are integers, so a draw is the same on every machine.

import type { Random } from './random.ts';

/** The sum of weights stays below this, up to which `Random.below` is exact. */
const MAX_TOTAL = 1 << 21;

/** A list to draw from. */
export interface Weighted<T> {
  pick(random: Random): T;
}

/** Weight i, a positive integer, is that of item i. Throws RangeError if the sum is MAX_TOTAL or more. */
export function weighted<T>(items: readonly T[], weights: readonly number[]): Weighted<T> {
  // Sums of the weights up to and with each item.
  const upTo = new Uint32Array(items.length);
  let total = 0;
  for (let i = 0; i < items.length; i++) upTo[i] = total += weights[i];
  if (total >= MAX_TOTAL) throw new RangeError('the weights of a draw sum to 2^21 or more');
  return {
    pick(random) {
      const drawn = random.below(total);
      let low = 0;
      let high = items.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (drawn < upTo[middle]) high = middle;
        else low = middle + 1;
      }
      return items[low];
    },
  };
}

/**
 * Weights by Zipf's law: item i has weight 1 / (i + head). A larger head flattens the top of the list: with head 1 the
 * first item is twice as common as the second, with head 20 hardly more common.
 */
export function zipf<T>(items: readonly T[], head: number): Weighted<T> {
  // Each weight is rounded down and then one more, so that none is zero. The scale leaves room for these ones.
  let sum = 0;
  for (let i = 0; i < items.length; i++) sum += 1 / (i + head);
  const scale = Math.floor((MAX_TOTAL - items.length - 1) / sum);
  return weighted(
    items,
    items.map((_, i) => Math.floor(scale / (i + head)) + 1),
  );
}
