// Rates and percentages as scaled integers, and exact products of them.

/** Most decimals of a rate. A rate with more is refused, not rounded. */
export const RATE_DECIMALS = 9;
/** The rate 1; 0.0025 (0.25%) is 2,500,000. */
export const RATE_SCALE = 10 ** RATE_DECIMALS;
/** Decimals of a percentage. */
export const PERCENT_DECIMALS = 4;
/** The percentage 100; 0.5 is 5,000. */
export const PERCENT_SCALE = 100 * 10 ** PERCENT_DECIMALS;

/** floor((a x b + half) / scale) for non-negative safe integers, exactly. */
export function scaled(a: number, b: number, scale: number, half = 0): number {
  const product = a * b + half;
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / scale);
  return Number((BigInt(a) * BigInt(b) + BigInt(half)) / BigInt(scale));
}
