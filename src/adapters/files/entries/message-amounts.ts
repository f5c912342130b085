// Amounts of messages: digits with at most one decimal mark, as standards prescribe them. An integer of minor units is
// made of the digits, never through a float.

import { MAX_AMOUNT_MINOR } from '../../../core/limits.ts';
import {
  AMOUNT_BAD,
  AMOUNT_EMPTY,
  AMOUNT_TOO_FINE,
  AMOUNT_TOO_LARGE,
} from '../../../core/reading/cells/amount-text.ts';
import { amountReason } from '../columns/row-reasons.ts';

const [ZERO, PLUS, MINUS, POINT, COMMA] = [0x30, 0x2b, 0x2d, 0x2e, 0x2c];

/**
 * The amount in minor units of a currency with `exponent` decimals; NaN if it is none, has more decimals that are not
 * zeros, or is too large. A point or a comma is the decimal mark.
 */
export function minorOf(text: string, exponent: number): number {
  const first = text.charCodeAt(0);
  let [minor, digits, decimals] = [0, 0, -1];
  for (let i = first === PLUS || first === MINUS ? 1 : 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const digit = code - ZERO;
    if (digit >= 0 && digit <= 9) {
      digits++;
      if (decimals < exponent) minor = minor * 10 + digit;
      else if (digit !== 0) return Number.NaN;
      if (decimals >= 0 && decimals < exponent) decimals++;
    } else if ((code === POINT || code === COMMA) && decimals < 0) decimals = 0;
    else return Number.NaN;
  }
  if (digits === 0) return Number.NaN;
  for (let d = Math.max(0, decimals); d < exponent; d++) minor *= 10;
  if (minor > MAX_AMOUNT_MINOR) return Number.NaN;
  return first === MINUS && minor !== 0 ? -minor : minor;
}

/** Why a text is no amount, as part of a sentence. */
export function whyNoAmount(text: string, exponent: number): string {
  if (text.trim() === '') return amountReason(AMOUNT_EMPTY, text, exponent);
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(text)) return amountReason(AMOUNT_BAD, text, exponent);
  const [whole] = text.split(/[.,]/, 1);
  const isTooLarge = whole !== '' && Number.isNaN(minorOf(whole, exponent));
  return amountReason(isTooLarge ? AMOUNT_TOO_LARGE : AMOUNT_TOO_FINE, text, exponent);
}
