// Exact sums of millions of amounts, as fast as doubles: a sum is a double as long as it is a safe integer, and is then
// carried into a bigint.

interface ExactSums {
  /** Adds a safe integer to sum i. */
  readonly add: (i: number, amount: number) => void;
  readonly sum: (i: number) => bigint;
}

/** n sums, numbered from 0, which start at 0. */
export function exactSums(n: number): ExactSums {
  const low = new Float64Array(n);
  const carried = new Array<bigint>(n).fill(0n);
  return {
    add(i, amount) {
      const sum = low[i] + amount;
      if (Number.isSafeInteger(sum)) low[i] = sum;
      else {
        carried[i] += BigInt(low[i]);
        low[i] = amount;
      }
    },
    sum: (i) => carried[i] + BigInt(low[i]),
  };
}
