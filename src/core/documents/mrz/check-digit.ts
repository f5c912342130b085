// The check digit of ICAO 9303-3: weights 7, 3, 1 repeated, letters from A as 10, fillers as 0, modulo 10.

const WEIGHTS = [7, 3, 1] as const;

const worthOf = (char: string): number => (char === '<' ? 0 : Number.parseInt(char, 36));

export function checkDigit(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += worthOf(text[at]) * WEIGHTS[at % 3];
  return String(sum % 10);
}

/** Whether the digit is right. A filler may replace the digit of an empty field (ICAO 9303-4, optional data). */
export const isDigitRight = (text: string, digit: string): boolean =>
  digit === checkDigit(text) || (digit === '<' && /^<*$/.test(text));
