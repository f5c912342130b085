// Units, prices and values of holdings: integers in millionths of a millionth, whatever the currency's own decimals are,
// so that sums and comparisons are exact. They pass what a double or 64 bits hold (a value of a trillion with twelve
// decimals), so that a column has two words a figure; a figure that a file does not state is no zero.

/** A figure is in units of 10^-12. */
export const SCALE = 12;

/** 10^20 whole units and all decimals: far below the 127 bits that two words hold. */
const MOST = 10n ** 32n - 1n;

export interface ScaledColumn {
  /** 1 where there is a figure. */
  readonly present: Uint8Array;
  readonly high: BigInt64Array;
  readonly low: BigUint64Array;
}

export function sharedScaled(count: number): ScaledColumn {
  return {
    present: new Uint8Array(new SharedArrayBuffer(count)),
    high: new BigInt64Array(new SharedArrayBuffer(8 * count)),
    low: new BigUint64Array(new SharedArrayBuffer(8 * count)),
  };
}

/** Null: there is none. */
export function scaledAt({ present, high, low }: ScaledColumn, i: number): bigint | null {
  return present[i] === 1 ? (high[i]! << 64n) | low[i]! : null;
}

/** Throws RangeError for a figure of more than 20 digits before the point. */
export function setScaled({ present, high, low }: ScaledColumn, i: number, value: bigint | null): void {
  if (value !== null && (value > MOST || value < -MOST)) throw new RangeError(`the figure ${value}e-12 is too large`);
  present[i] = value === null ? 0 : 1;
  high[i] = value === null ? 0n : value >> 64n;
  low[i] = value === null ? 0n : BigInt.asUintN(64, value);
}

export function scaledColumn(values: readonly (bigint | null)[]): ScaledColumn {
  const column = sharedScaled(values.length);
  values.forEach((value, i) => {
    setScaled(column, i, value);
  });
  return column;
}

/** `-1250.5` as units of 10^-12. Throws RangeError for anything but a decimal of at most twelve decimals. */
export function scaledFromDecimal(text: string): bigint {
  const [, sign, whole, decimals = ''] = /^(-?)(\d{1,20})(?:\.(\d{1,12}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`"${text}" is no number of at most 20 digits and 12 decimals`);
  const magnitude = BigInt(whole + decimals.padEnd(SCALE, '0'));
  return sign === '-' ? -magnitude : magnitude;
}

/** The shortest decimal of the figure. */
export function formatScaled(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(SCALE + 1, '0');
  const decimals = digits.slice(-SCALE).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -SCALE)}${decimals === '' ? '' : `.${decimals}`}`;
}

const ONE = 10n ** BigInt(SCALE);

/** The integer nearest to a quotient, halves away from zero. */
export function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const half = (dividend < 0n ? -dividend : dividend) * 2n + divisor;
  const magnitude = half / (2n * divisor);
  return dividend < 0n ? -magnitude : magnitude;
}

/** The product of two figures, rounded to twelve decimals. */
export const scaledProduct = (a: bigint, b: bigint): bigint => roundedQuotient(a * b, ONE);

/** A figure in minor units of a currency of so many decimals, halves away from zero. */
export const minorOfScaled = (value: bigint, exponent: number): bigint =>
  roundedQuotient(value, 10n ** BigInt(SCALE - exponent));
