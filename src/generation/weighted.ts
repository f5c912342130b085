// Draws from a list by weight. Words and customers of a real month are not equally common: a few occur daily, most
// once. Weights are integers, so a draw is the same on every machine.

import type { Random } from './random.ts';

/** Largest sum of weights, up to which `Random.below` is exact. */
const MAX_TOTAL = 1 << 21;

export interface Weighted<T> {
  pick(random: Random): T;
}

/** A list to draw from; weight i, a positive integer, is that of item i. The sum must stay under 2^21. */
export function weighted<T>(items: readonly T[], weights: readonly number[]): Weighted<T> {
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
  // The scale leaves the rarest item of the longest list a weight above zero and the sum below MAX_TOTAL.
  let sum = 0;
  for (let i = 0; i < items.length; i++) sum += 1 / (i + head);
  const scale = Math.floor((MAX_TOTAL - items.length - 1) / sum);
  return weighted(
    items,
    items.map((_, i) => Math.floor(scale / (i + head)) + 1),
  );
}
