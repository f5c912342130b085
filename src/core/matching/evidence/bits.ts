// Arithmetic of evidence: logarithms and powers of two in sixteenths of a bit, in integers and from one integer table,
// so that every machine and every implementation has the same result. Math.log2 and Math.pow are not used: no standard
// fixes their last digits. Rules: docs/decisions/matching-definitions.md, "Figures".

/** One bit, in the unit of evidence. */
export const BIT = 16;
/** Scale of powers of two. */
export const ONE = 2 ** 30;

/** floor(2^(30 + r/16)) for r = 0 .. 15. */
const POWERS: readonly number[] = [
  1_073_741_824, 1_121_280_435, 1_170_923_761, 1_222_764_985, 1_276_901_416, 1_333_434_672, 1_392_470_868,
  1_454_120_821, 1_518_500_249, 1_585_729_999, 1_655_936_264, 1_729_250_826, 1_805_811_301, 1_885_761_398,
  1_969_251_187, 2_056_437_386,
];

/** For each first eight binary digits after the leading one, the greatest r whose power may lie below such a number. */
const MOST_R = Uint8Array.from({ length: 256 }, (_, digits) => {
  const last = ONE + (digits + 1) * 2 ** 22 - 1;
  return POWERS.findLastIndex((power, r) => r === 0 || last > power);
});

/** floor(16 x log2 x) of an integer x from 1 to 2^53; from 2^31 on of its first 31 binary digits. */
export function bits(x: number): number {
  let value = x;
  let octaves = 0;
  for (; value >= 2 * ONE; value = Math.floor(value / 2)) octaves++;
  const shift = 30 - (31 - Math.clz32(value));
  octaves += 30 - shift;
  value *= 2 ** shift;
  let r = MOST_R[(value >>> 22) & 255];
  // The powers are rounded down and none with r > 0 is whole, so only a value above POWERS[r] has reached the power.
  while (r > 0 && value <= POWERS[r]) r--;
  return octaves * BIT + r;
}

/** 2^30 x 2^(k/16) from the table, rounded down. Index: -k, from 0 to 480. */
const FALLING = Float64Array.from({ length: 30 * BIT + 1 }, (_, k) => {
  const octaves = Math.ceil(k / BIT);
  return Math.floor(POWERS[octaves * BIT - k] / 2 ** octaves);
});

/** 2^30 x 2^(k/16) for k <= 0, rounded down: 0 below -30 bits. V8 would recompile callers for an index of -0. */
export const power = (k: number): number => (k < -30 * BIT ? 0 : FALLING[0 - k]);

/** 2^20 x 2^(k/16), rounded down; k is limited to ten bits either way. */
export function lifted(k: number): number {
  if (k <= 0) return Math.floor(power(k) / 1024);
  const held = Math.min(k, 10 * BIT);
  const octaves = Math.floor(held / BIT);
  return Math.floor((POWERS[held - octaves * BIT] * 2 ** octaves) / 1024);
}

/** The limit of odds either way: thirty bits. */
export const MOST_ODDS = 30 * BIT;

/**
 * 16 x log2 of share/others, limited to MOST_ODDS either way. If share is 0 and others is not, the least odds; if
 * others is 0, the most.
 */
export function oddsOf(share: number, others: number): number {
  if (others <= 0) return MOST_ODDS;
  if (share <= 0) return -MOST_ODDS;
  return Math.max(-MOST_ODDS, Math.min(MOST_ODDS, bits(share) - bits(others)));
}

/** Scale of shares: a share of 1 is WHOLE. */
export const WHOLE = 10_000;

/** The share (in parts of WHOLE, rounded down) that equals odds of k sixteenths of a bit. */
export function shareOf(k: number): number {
  return k <= 0
    ? Math.floor((WHOLE * power(k)) / (ONE + power(k)))
    : WHOLE - Math.floor((WHOLE * power(-k)) / (ONE + power(-k)));
}
