// Sorts indexes by whole numbers with least-significant-digit radix passes, whose cost for each row does not grow.
// Short lists are sorted by insertion, because clearing the buckets of a pass would take longer.

/** Up to this length insertion is faster. */
const FEW = 48;

const BITS = 11;
const BUCKETS = 1 << BITS;

/** Stable radix passes over one 32-bit word for each row; `order` and `spare` swap roles. */
function passes(order: Uint32Array, spare: Uint32Array, word: Uint32Array): [Uint32Array, Uint32Array] {
  let max = 0;
  for (let i = 0; i < word.length; i++) if (word[i] > max) max = word[i];
  for (let shift = 0; shift < 32 && max >>> shift > 0; shift += BITS) {
    const counts = new Uint32Array(BUCKETS + 1);
    for (let i = 0; i < word.length; i++) counts[((word[i] >>> shift) & (BUCKETS - 1)) + 1]++;
    for (let b = 0; b < BUCKETS; b++) counts[b + 1] += counts[b];
    for (let i = 0; i < order.length; i++) {
      const at = order[i];
      spare[counts[(word[at] >>> shift) & (BUCKETS - 1)]++] = at;
    }
    [order, spare] = [spare, order];
  }
  return [order, spare];
}

/**
 * Indexes 0..n-1 in ascending order of non-negative safe integers; the last key counts most, and equal ones keep their
 * order.
 */
export function radixOrder(keys: readonly Float64Array[], n: number): Uint32Array {
  let order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  if (n <= FEW) return insert(keys, order);
  let spare = new Uint32Array(n);
  const word = new Uint32Array(n);
  for (const key of keys) {
    // The remainder of doubles is slow; subtracting the high word is exact.
    for (let i = 0; i < n; i++) word[i] = key[i] - Math.floor(key[i] / 0x100000000) * 0x100000000;
    [order, spare] = passes(order, spare, word) as [Uint32Array<ArrayBuffer>, Uint32Array<ArrayBuffer>];
    for (let i = 0; i < n; i++) word[i] = Math.floor(key[i] / 0x100000000);
    [order, spare] = passes(order, spare, word) as [Uint32Array<ArrayBuffer>, Uint32Array<ArrayBuffer>];
  }
  return order;
}

function insert(keys: readonly Float64Array[], order: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  for (let at = 1; at < order.length; at++) {
    const position = order[at];
    let k = at - 1;
    for (; k >= 0 && isAfter(keys, order[k], position); k--) order[k + 1] = order[k];
    order[k + 1] = position;
  }
  return order;
}

function isAfter(keys: readonly Float64Array[], i: number, j: number): boolean {
  for (let k = keys.length - 1; k >= 0; k--) {
    const difference = keys[k][i] - keys[k][j];
    if (difference !== 0) return difference > 0;
  }
  return false;
}
