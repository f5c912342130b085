// The figures of evidence, in sixteenths of a bit (matching-definitions.md, "Figures"): each by its definition, on
// integers without bound, without a table.

const SIXTEENTHS = 16;
const LARGEST = 2n ** 31n;
const ONE = 2n ** 30n;

/** floor(16 log2 x): the greatest k with 2^k <= x^16; of a larger x its half is taken until it is below 2^31. */
export function bits(x: number | bigint): number {
  const value = BigInt(x);
  if (value < 1n) throw new RangeError(`bits of ${value}`);
  if (value >= LARGEST) return SIXTEENTHS + bits(value / 2n);
  return bitsOfSmall(value);
}

const remembered = new Map<bigint, number>();

function bitsOfSmall(value: bigint): number {
  if (!remembered.has(value)) remembered.set(value, (value ** 16n).toString(2).length - 1);
  return remembered.get(value)!;
}

/** P(r) = floor(2^(30 + r/16)): the greatest x with x^16 <= 2^(480 + r). */
function powerOfPart(r: number): bigint {
  const target = 2n ** BigInt(480 + r);
  let [low, high] = [ONE, 2n * ONE];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** 16n <= target) low = middle;
    else high = middle;
  }
  return low;
}

const PARTS = Array.from({ length: SIXTEENTHS }, (_, r) => powerOfPart(r));

/** 2^30 x 2^(k/16) of k <= 0. */
export function power(k: number): number {
  if (k > 0) throw new RangeError(`power of ${k}`);
  if (k < -480) return 0;
  const whole = Math.ceil(-k / SIXTEENTHS);
  return Number(PARTS[k + SIXTEENTHS * whole] / 2n ** BigInt(whole));
}

/** 2^20 x 2^(k/16). */
export function lifted(k: number): bigint {
  if (k <= 0) return BigInt(power(k)) / 2n ** 10n;
  const held = Math.min(k, 160);
  const whole = Math.floor(held / SIXTEENTHS);
  return (PARTS[held - SIXTEENTHS * whole] * 2n ** BigInt(whole)) / 2n ** 10n;
}

export function odds(a: number, b: number): number {
  if (b <= 0) return 480;
  if (a <= 0) return -480;
  return held(bits(a) - bits(b), { least: -480, most: 480 });
}

/** Odds as a share in ten-thousandths. */
export function share(k: number): number {
  const part = (x: number) => Math.floor((10_000 * power(x)) / (Number(ONE) + power(x)));
  return k <= 0 ? part(k) : 10_000 - part(-k);
}

export function held(x: number, { least, most }: { least: number; most: number }): number {
  return Math.max(least, Math.min(most, x));
}

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
