// Numbers of a request as decimal texts: money and rates are never computed in binary fractions; the workflow turns
// texts into integers once it knows the currency.

/** Most decimals; beyond them a binary fraction has only noise. */
const MOST_DECIMALS = 20;

/** Never in scientific notation, unless it is larger than any amount. */
export function decimalText(value = 0): string {
  const text = String(value);
  return text.includes('e-') ? trimmed(value.toFixed(MOST_DECIMALS)) : text;
}

/** Rounding noise of binary fractions and a caller's arithmetic: 0.1 x 3 is 0.30000000000000004. */
const NOISE = 1e-14;

/** The number without such noise after that many decimals; a number with more real decimals keeps them. */
export function shareText(value = 0, decimals: number): string {
  const kept = Number(value.toFixed(decimals));
  return Math.abs(value - kept) <= value * NOISE ? trimmed(value.toFixed(decimals)) : decimalText(value);
}

const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?(?<!0)0+$/, '') : text);
