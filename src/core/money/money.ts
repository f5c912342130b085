// Money is an integer of minor units (kobo, cents) with its currency. Decimal texts are converted here by their digits,
// never through a float. Amounts beyond safe integers are refused.

import { MAX_AMOUNT_MINOR } from '../limits.ts';

/** Decimals of the ISO 4217 currencies that do not have two. */
const EXPONENTS: Readonly<Record<string, number>> = {
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
};

/** Number of decimals of the currency (ISO 4217); 2 for an unknown one. */
export function exponentOf(currency: string): number {
  return EXPONENTS[currency] ?? 2;
}

/** Minor units as a decimal string: `(-1050, 2)` is `-10.50`. */
export function formatMinor(minor: number | bigint, exponent: number): string {
  const negative = minor < 0;
  const digits = String(negative ? -minor : minor).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const text = exponent === 0 ? whole : `${whole}.${digits.slice(digits.length - exponent)}`;
  return negative ? `-${text}` : text;
}

/** Minor units as a decimal with thousands separators, for people: `1,234,567.89`. */
export const formatGrouped = (minor: number | bigint, exponent: number): string =>
  inThousands(formatMinor(minor, exponent));

/**
 * `-1234567.5` as `-1,234,567.5`. A loop, which is five times as fast as a regular expression: the reason of every
 * exception has an amount.
 */
export function inThousands(decimal: string): string {
  const first = decimal.startsWith('-') ? 1 : 0;
  const point = decimal.indexOf('.');
  let cut = point < 0 ? decimal.length : point;
  let grouped = decimal.slice(cut);
  for (; cut - first > 3; cut -= 3) grouped = `,${decimal.slice(cut - 3, cut)}${grouped}`;
  return decimal.slice(0, cut) + grouped;
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/**
 * A plain decimal (`-12.5`, `.75`, `100`) as an integer scaled by 10^scale, rounded half away from zero. Null if the
 * text is not a decimal or the result exceeds MAX_AMOUNT_MINOR.
 */
export function scaledInteger(text: string, scale: number): number | null {
  const parts = DECIMAL.exec(text.trim());
  if (!parts) return null;
  const [, sign, whole = '', fraction = ''] = parts;
  if (whole.length + fraction.length === 0) return null;
  const cut = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  const rounded = cut + (fraction.length > scale && fraction[scale] >= '5' ? 1n : 0n);
  if (rounded > BigInt(MAX_AMOUNT_MINOR)) return null;
  const value = Number(rounded);
  return sign === '-' && value !== 0 ? -value : value;
}

/** How many decimals a plain decimal has, trailing zeros not counted: `0.250` has 2. 0 for any other text. */
export function decimalsOf(text: string): number {
  const [, , , fraction = ''] = DECIMAL.exec(text.trim()) ?? [];
  // The lookbehind keeps the search linear: zeros in the middle are tried once, not once for each of them.
  return fraction.replace(/(?<!0)0+$/, '').length;
}
