// Words that say that a row takes another one back, or is the fee of one. Whole tokens. Rules: docs/decisions/matching-definitions.md, "Tiers".

import type { Account, AccountSide } from '../account.ts';

/** "This takes something back." */
export const REVERSAL_MARKERS = ['REVERSAL', 'REVERSED', 'REVR', 'RVSL', 'RVS', 'RSVL', 'REV', 'VOID'];

/** "This is a charge for another row." */
export const FEE_WORDS = [
  'FEE',
  'FEES',
  'CHARGE',
  'CHARGES',
  'CHG',
  'CHRG',
  'COMM',
  'COMMISSION',
  'LEVY',
  'VAT',
  'MSC',
];

/** One of them stands in what is said to be charged back or disputed; BACK of CHARGE BACK. */
export const CHARGEBACK_WORDS = ['CHARGEBACK', 'CHARGEBACKS', 'CBK', 'DISPUTE', 'DISPUTED', 'BACK', 'BACKS'];

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
