// Card numbers are reduced to their first six and last four digits before anything is kept or reported: stars replace
// the digits between, so that a text keeps its length. A number is a card's if it is in a column of cards or,
// elsewhere, if it is 13 to 19 digits of a card scheme with a right check digit.

import type { TextColumn } from '../../records/rows/columns.ts';

const [ZERO, NINE, STAR, SPACE, HYPHEN] = [0x30, 0x39, 0x2a, 0x20, 0x2d];
const [SHORTEST, LONGEST] = [13, 19];
const [FIRST, LAST] = [6, 4];

/** `539983******0001`, whatever the cell has in between; '' if it is no card number. */
export function maskedCard(cell: string): string {
  const joined = cell.replace(/^'/, '').replace(/[\s-]/g, '');
  const found = /^(\d{6})[\dX*x.#]*(\d{4})$/.exec(joined);
  return found === null ? '' : `${found[1]}******${found[2]}`;
}

/** Masks card numbers in the bytes of a text in place. */
function maskBytes(bytes: Uint8Array, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    if (!isDigit(bytes[i])) continue;
    const end = endOfNumber(bytes, i, to);
    const digits = digitsIn(bytes, i, end);
    if (isCard(digits)) hideMiddle(bytes, i, end, digits.length);
    i = end - 1;
  }
}

/** Masks card numbers in a column, row by row: a number never continues into the next row. */
export function maskColumn({ bytes, offsets }: TextColumn): void {
  for (let row = 0; row + 1 < offsets.length; row++) maskBytes(bytes, offsets[row], offsets[row + 1]);
}

/** A sentence with its card numbers masked. */
export function maskText(text: string): string {
  const bytes = new TextEncoder().encode(text);
  maskBytes(bytes, 0, bytes.length);
  return new TextDecoder().decode(bytes);
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;

/** Digits, with single blanks or hyphens between groups of them. */
function endOfNumber(bytes: Uint8Array, from: number, to: number): number {
  let end = from;
  for (let i = from; i < to; i++) {
    if (isDigit(bytes[i])) end = i + 1;
    else if (!((bytes[i] === SPACE || bytes[i] === HYPHEN) && i === end && isDigit(bytes[i + 1] ?? 0))) break;
  }
  return end;
}

function digitsIn(bytes: Uint8Array, from: number, to: number): number[] {
  const digits: number[] = [];
  for (let i = from; i < to; i++) if (isDigit(bytes[i])) digits.push(bytes[i] - ZERO);
  return digits;
}

/** Schemes' numbers begin with 2 to 6; the last digit is Luhn's check of the others. */
function isCard(digits: readonly number[]): boolean {
  if (digits.length < SHORTEST || digits.length > LONGEST || digits[0] < 2 || digits[0] > 6) return false;
  const sum = digits.toReversed().reduce((all, digit, k) => all + (k % 2 === 0 ? digit : doubled(digit)), 0);
  return sum % 10 === 0;
}

const doubled = (digit: number): number => (digit > 4 ? 2 * digit - 9 : 2 * digit);

function hideMiddle(bytes: Uint8Array, from: number, to: number, count: number): void {
  let seen = 0;
  for (let i = from; i < to; i++) {
    if (!isDigit(bytes[i])) continue;
    if (seen >= FIRST && seen < count - LAST) bytes[i] = STAR;
    seen++;
  }
}
