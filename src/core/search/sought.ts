// What somebody looks for: letters, and, where they are a number, the amount that it may be.

export interface Sought {
  /** The letters, small. */
  readonly text: string;
  /** Unsigned, with a point before its decimals; null: no amount. */
  readonly decimal: string | null;
}

/** A number in groups of three or without, and up to four decimals behind a point or comma. */
const AMOUNT = /^[+\-\u2212]?\s*(\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3})+|\d{1,15})(?:[.,](\d{1,4}))?$/u;

/** `1,250.00`, `1.250,00`, `1 250` and `-1250` are 1250; `1.250` is 1250 too, as ledgers write it. */
export function soughtOf(given: string): Sought {
  const text = given.trim().toLowerCase();
  const found = AMOUNT.exec(text);
  if (found === null) return { text, decimal: null };
  const whole = found[1]!.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
  return { text, decimal: found[2] === undefined ? whole : `${whole}.${found[2]}` };
}

/** Unsigned minor units of a currency; null: no amount, or one that the currency does not have. */
export function minorOf({ decimal }: Sought, exponent: number): number | null {
  if (decimal === null) return null;
  const [whole = '', fraction = ''] = decimal.split('.');
  let digits = fraction;
  while (digits.endsWith('0')) digits = digits.slice(0, -1);
  if (digits.length > exponent) return null;
  const minor = Number(whole + digits.padEnd(exponent, '0'));
  return Number.isSafeInteger(minor) ? minor : null;
}
