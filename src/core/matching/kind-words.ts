// Words that say what kind of entry a row is: one that takes another back, or one of the bank's own. Whole tokens.
// Rules: docs/decisions/matching-definitions.md, "Tiers".

import type { Account, AccountSide } from './account.ts';

/** "This takes something back." */
export const REVERSAL_MARKERS = ['REVERSAL', 'REVERSED', 'REVR', 'RVSL', 'RVS', 'RSVL', 'REV', 'VOID'];

/** "The bank takes or gives this itself." */
export const CHARGE_WORDS = [
  ...['CHARGE', 'CHARGES', 'CHG', 'CHGS', 'CHRG', 'CHRGS', 'COMMISSION', 'COMMISSIONS', 'COMM', 'COT', 'FEE', 'FEES'],
  ...['LEVY', 'LEVIES', 'VAT', 'WHT', 'EMTL', 'STAMP', 'INTEREST'],
];

const encoder = new TextEncoder();

/** The account's numbers of those words that some row of it carries. */
export function numbersOf({ words }: Account, list: readonly string[]): ReadonlySet<number> {
  const numbers = list.map((word) => encoder.encode(word)).map((bytes) => words.find(bytes, 0, bytes.length));
  return new Set(numbers.filter((token) => token >= 0));
}

/** Whether a row carries one of the words with these numbers. */
export function carriesAny({ text }: AccountSide, row: number, numbers: ReadonlySet<number>): boolean {
  if (numbers.size === 0) return false;
  for (let t = text.tokenStart[row]!; t < text.tokenStart[row + 1]!; t++) {
    if (numbers.has(text.tokens[t]!)) return true;
  }
  return false;
}
