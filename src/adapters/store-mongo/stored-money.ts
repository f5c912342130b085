// Money under the contract's names is in currency units, stored as Decimal128, which is exact. It is converted digit by
// digit, never through a float. A number of another program is accepted if it is exact in minor units. A double counts
// as its decimal of 15 digits, as the server compares it (docs/decisions/stored-names.md).

import { Decimal128, type Document, Long } from 'mongodb';
import { MAX_AMOUNT_MINOR } from '../../core/limits.ts';
import { exponentOf } from '../../core/money/money.ts';

/** A Decimal128 is a sign, 14 bits of exponent and 113 of coefficient, in 16 bytes, the lowest first. */
const COEFFICIENT_BITS = 113n;
const EXPONENT_BIAS = 6_176;
const WORD = (1n << 64n) - 1n;
/** A double keeps so many digits of any decimal. */
const DIGITS_OF_DOUBLE = 15;
/** The greatest power of ten: no amount has so many digits. */
const MOST_DIGITS = 40;

/** `(-1050, 2)` is -10.50. */
export function decimalOf(scaled: number | bigint, decimals: number): Decimal128 {
  const value = BigInt(scaled);
  const magnitude = value < 0n ? -value : value;
  const high = (value < 0n ? 1n << 63n : 0n) | (BigInt(EXPONENT_BIAS - decimals) << (COEFFICIENT_BITS - 64n));
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64LE(magnitude & WORD, 0);
  bytes.writeBigUInt64LE(high | (magnitude >> 64n), 8);
  return new Decimal128(bytes);
}

interface Digits {
  readonly coefficient: bigint;
  readonly exponent: number;
}

function digitsOf(value: unknown): Digits | null {
  if (value instanceof Decimal128) return digitsOfDecimal(value);
  if (value instanceof Long) return { coefficient: value.toBigInt(), exponent: 0 };
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  if (Number.isSafeInteger(value)) return { coefficient: BigInt(value), exponent: 0 };
  const [, whole = '', fraction = '', power = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(value.toPrecision(DIGITS_OF_DOUBLE)) ?? [];
  return { coefficient: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

/** Null if it is no finite number. */
function digitsOfDecimal({ bytes }: Decimal128): Digits | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const high = view.getBigUint64(8, true);
  // Infinity, NaN, or a form that no number of 34 digits needs.
  if (((high >> 61n) & 3n) === 3n) return null;
  const magnitude = ((high & ((1n << (COEFFICIENT_BITS - 64n)) - 1n)) << 64n) | view.getBigUint64(0, true);
  const exponent = Number((high >> (COEFFICIENT_BITS - 64n)) & 0x3fffn) - EXPONENT_BIAS;
  return { coefficient: high >> 63n === 1n ? -magnitude : magnitude, exponent };
}

/** A stored number as an integer with so many decimals; null if it has more of them. `rounded`: the nearest one then. */
export function scaledOf(value: unknown, decimals: number, { rounded = false } = {}): bigint | null {
  const digits = digitsOf(value);
  if (digits === null) return null;
  const { coefficient } = digits;
  const power = digits.exponent + decimals;
  if (coefficient === 0n) return 0n;
  if (power > MOST_DIGITS) return null;
  if (power >= 0) return coefficient * 10n ** BigInt(power);
  if (power < -MOST_DIGITS) return rounded ? 0n : null;
  const unit = 10n ** BigInt(-power);
  if (rounded) return (coefficient + (coefficient < 0n ? -unit : unit) / 2n) / unit;
  return coefficient % unit === 0n ? coefficient / unit : null;
}

/** Minor units as units of the currency. */
export const unitsOf = (minor: number | bigint, currency: string): Decimal128 => decimalOf(minor, exponentOf(currency));

/** A stored amount in minor units; null if it is not exact in them. */
export function minorOf(value: unknown, currency: string): number | null {
  const minor = scaledOf(value, exponentOf(currency));
  if (minor === null || minor > BigInt(MAX_AMOUNT_MINOR) || minor < -BigInt(MAX_AMOUNT_MINOR)) return null;
  return Number(minor);
}

/** A stored amount in minor units; null if it is negative, too. */
export function magnitudeOf(value: unknown, currency: string): number | null {
  const minor = minorOf(value, currency);
  return minor === null || minor < 0 ? null : minor;
}

/** A condition for documents whose field lies between two amounts and is exact in minor units. */
export function between(field: string, { min, max, currency }: { min: number; max: number; currency: string }) {
  const decimal: Document = { $cond: [{ $isNumber: field }, { $toDecimal: field }, null] };
  const isExact = { $eq: ['$$amount', { $round: ['$$amount', exponentOf(currency)] }] };
  const isWithin = [{ $gte: ['$$amount', unitsOf(min, currency)] }, { $lte: ['$$amount', unitsOf(max, currency)] }];
  return { $let: { vars: { amount: decimal }, in: { $and: [isExact, ...isWithin] } } };
}
