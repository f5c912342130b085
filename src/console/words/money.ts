// Money in words. The service sends currency units; sums of what a person marks are made in minor units.

const formats = new Map<string, Intl.NumberFormat>();

/** Decimals of a currency: 2 for NGN, 0 for JPY. */
export function decimalsOf(currency: string): number {
  return formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;
}

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency);
  if (known !== undefined) return known;
  let digits = 2;
  try {
    digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    // No code of a currency: two decimals.
  }
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(currency, format);
  return format;
}

export const minorOf = (amount: number, currency: string): number => Math.round(amount * 10 ** decimalsOf(currency));

export const unitsOf = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency);

/** 1,250.00; −1,250.00 with a true minus. */
export const money = (amount: number, currency: string): string =>
  formatOf(currency)
    .format(amount === 0 ? 0 : amount)
    .replace('-', '\u2212');

export const count = (number: number): string => number.toLocaleString('en');

/** `1 row`, `2 rows` */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

export const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
