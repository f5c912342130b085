// Units, prices and values of holdings as integers in units of 10^-12, for every currency, so that sums and comparisons
// are exact. They may exceed 64 bits, so they are stored as decimals and computed as bigints.

/** Decimals of a figure. */
export const SCALE = 12;

/** Reads `-1250.5` as units of 10^-12. Throws RangeError for anything but a decimal of at most twelve decimals. */
export function scaledFromDecimal(text: string): bigint {
  const [, sign, whole, decimals = ''] = /^(-?)(\d{1,20})(?:\.(\d{1,12}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`"${text}" is no number of at most 20 digits and 12 decimals`);
  const magnitude = BigInt(whole + decimals.padEnd(SCALE, '0'));
  return sign === '-' ? -magnitude : magnitude;
}

/** The shortest decimal of a figure. */
export function formatScaled(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(SCALE + 1, '0');
  const decimals = digits.slice(-SCALE).replace(/(?<!0)0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -SCALE)}${decimals === '' ? '' : `.${decimals}`}`;
}

const ONE = 10n ** BigInt(SCALE);

/** The integer nearest to a quotient; halves are rounded away from zero. */
export function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const half = (dividend < 0n ? -dividend : dividend) * 2n + divisor;
  const magnitude = half / (2n * divisor);
  return dividend < 0n ? -magnitude : magnitude;
}

/** The product of two figures, rounded to twelve decimals. */
export const scaledProduct = (a: bigint, b: bigint): bigint => roundedQuotient(a * b, ONE);

/** A figure from minor units of a currency with `exponent` decimals. */
export const scaledFromMinor = (minor: bigint, exponent: number): bigint => minor * 10n ** BigInt(SCALE - exponent);

/** A figure in minor units of a currency with `exponent` decimals; halves are rounded away from zero. */
export const minorOfScaled = (value: bigint, exponent: number): bigint =>
  roundedQuotient(value, 10n ** BigInt(SCALE - exponent));
