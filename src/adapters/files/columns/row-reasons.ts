// Why a row was rejected: part of a sentence, with the value as in the file.

import {
  AMOUNT_BAD,
  AMOUNT_EMPTY,
  AMOUNT_OTHER_MARK,
  AMOUNT_TOO_FINE,
  AMOUNT_TOO_LARGE,
  type AmountOutcome,
} from '../../../core/reading/cells/amount-text.ts';
import { DAY_BAD, DAY_IMPOSSIBLE, DAY_OTHER_ORDER } from '../../../core/reading/cells/day-text.ts';

/** Both debit and credit have an amount. Extends the outcomes of reading one cell. */
export const AMOUNT_BOTH = 9 as AmountOutcome;
/** The amount is readable, but neither mark nor sign gives its direction. */
export const AMOUNT_UNMARKED = 10 as AmountOutcome;

const shown = (text: string) => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;

export function dayReason(code: number, what: string, text: string): string {
  if (code === DAY_OTHER_ORDER)
    return `the ${what} ${shown(text)} has day and month the other way round than the column`;
  if (code === DAY_IMPOSSIBLE) return `the ${what} ${shown(text)} does not exist`;
  if (code === DAY_BAD) return `the ${what} ${shown(text)} is not understood`;
  return `no ${what}`;
}

/** Why a line that reads as an entry at another delimiter was rejected. */
export function cutByOther(other: string, delimiter: string): string {
  if (other === delimiter) return 'the line is one quoted field';
  const named = (d: string): string => (d === '\t' ? 'a tab' : `“${d}”`);
  return `the line is cut by ${named(other)} and not, as the others are, by ${named(delimiter)}`;
}

export function amountReason(outcome: AmountOutcome, text: string, decimals: number): string {
  if (outcome === AMOUNT_BOTH) return 'both a debit and a credit';
  if (outcome === AMOUNT_EMPTY) return 'no amount';
  if (outcome === AMOUNT_UNMARKED)
    return text === '' ? 'no mark of debit or credit' : `the mark ${shown(text)} is not understood`;
  if (outcome === AMOUNT_TOO_FINE) return `the amount ${shown(text)} has more decimals than the currency’s ${decimals}`;
  if (outcome === AMOUNT_TOO_LARGE) return `the amount ${shown(text)} is too large`;
  if (outcome === AMOUNT_OTHER_MARK) return `the amount ${shown(text)} has another decimal mark than the column`;
  if (outcome === AMOUNT_BAD) return `the amount ${shown(text)} is not understood`;
  return 'no amount';
}
