// Reads an amount in the fast path, four digits at once.

import type { AmountReader } from '../../../../core/reading/cells/amount-text.ts';
import { bytesBefore, type Span } from './plain-cells.ts';

/** Most digits that a double holds exactly. */
const MOST_DIGITS = 15;

/** Factors for appending that many digits to a number. */
const POWERS = Float64Array.of(1, 10, 100, 1_000, 10_000);

/**
 * Marks the bytes of four that are not digits; the first character is the lowest byte. Only the first mark is
 * reliable.
 */
const notDigits = (four: number): number =>
  ((four & 0xf0f0f0f0) ^ 0x30303030) | (((four + 0x06060606) & 0xf0f0f0f0) ^ 0x30303030);

/** The number that four digits make: two pairs at once, then both. */
function fourDigits(four: number): number {
  const digits = four & 0x0f0f0f0f;
  const pairs = Math.imul(digits, 10) + (digits >>> 8);
  return Math.imul(pairs & 0x00ff00ff, 0x00640001) >>> 16;
}

/**
 * Reads digits with up to two decimals into out[slot] as minor units; answers where they end, -1 if the cell is written
 * in another way. Thousands separators are accepted only in quoted cells, before decimals.
 */
export function plainAmount(
  { buffer, view }: Span,
  p: number,
  reader: AmountReader,
  quoted: boolean,
  out: Float64Array,
  slot: number,
): number {
  const negative = buffer[p] === 0x2d;
  if (negative) p++;
  const from = p;
  let value = 0;
  for (;;) {
    const four = view.getInt32(p, true);
    const odd = notDigits(four);
    if (odd === 0) {
      value = value * 10_000 + fourDigits(four);
      p += 4;
      continue;
    }
    const digits = bytesBefore(odd);
    if (digits > 0) value = value * POWERS[digits] + fourDigits(four << ((4 - digits) << 3));
    p += digits;
    break;
  }
  if (quoted && buffer[p] === reader.otherMark) {
    p = endOfGroups(buffer, from, p, reader.otherMark);
    if (p < 0 || buffer[p] !== reader.mark) return -1;
    value = groupedValue(buffer, from, p);
  }
  if (p === from || p - from > MOST_DIGITS - 2) return -1;
  let minor = value * 100;
  if (buffer[p] === reader.mark) {
    const tens = buffer[p + 1] ^ 0x30;
    const ones = buffer[p + 2] ^ 0x30;
    if (tens > 9) return -1;
    minor += tens * 10 + (ones > 9 ? 0 : ones);
    p += ones > 9 ? 2 : 3;
  }
  out[slot] = negative && minor !== 0 ? -minor : minor;
  return p;
}

/** Whether the amount at from..to has decimals: only then is it evidence for the decimal mark. */
export const hasDecimals = ({ buffer }: Span, from: number, to: number, mark: number): boolean =>
  (to - from > 2 && buffer[to - 3] === mark) || (to - from > 1 && buffer[to - 2] === mark);

/** Where the groups of three digits after the first group at from..p end, -1 if the groups are irregular. */
function endOfGroups(buffer: Uint8Array, from: number, p: number, separator: number): number {
  if (p === from || p - from > 3) return -1;
  while (buffer[p] === separator) {
    for (let k = 1; k <= 3; k++) if ((buffer[p + k] ^ 0x30) > 9) return -1;
    p += 4;
  }
  return p;
}

/** The number that digits in groups make; a double holds it. */
function groupedValue(buffer: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let p = from; p < to; p++) {
    const digit = buffer[p] ^ 0x30;
    if (digit <= 9) value = value * 10 + digit;
  }
  return value;
}
