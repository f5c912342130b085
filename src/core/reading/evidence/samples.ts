// Values of a file as a question shows them: enough to recognise the column, not enough to identify a person. Digits of
// a long number that is no amount, and letters of a name, are masked.

/** Characters of a value that are shown. */
const LONGEST = 24;
/** A number with two decimals and no more digits before them is an amount; an account's number has more. */
const AMOUNT_DIGITS = 9;

/** A value with the digits of long numbers, and all but the first letter of each word, masked. */
export function masked(value: string): string {
  const text = value
    .trim()
    .replace(/(\d{6,})([.,]\d\d(?!\d))?/g, (whole, digits: string, cents?: string) =>
      cents !== undefined && digits.length <= AMOUNT_DIGITS
        ? whole
        : `${digits.slice(0, 2)}${'*'.repeat(digits.length - 4)}${digits.slice(-2)}${cents ?? ''}`,
    )
    .replace(/\p{L}{4,}/gu, (word) => `${word.slice(0, 2)}${'*'.repeat(Math.min(word.length - 2, 4))}`);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** The first different values of a column, masked, in brackets. */
export function firstValues(cells: readonly string[], most = 3): string {
  const shown = [...new Set(cells.map((cell) => cell.trim()).filter((cell) => cell !== ''))].slice(0, most);
  return shown.length === 0 ? '(empty)' : `(${shown.map(masked).join('; ')})`;
}
