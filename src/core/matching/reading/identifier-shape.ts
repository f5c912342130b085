// Which pieces of text look like a transaction's identifier (normalising.ts: how they are compared). All functions work on
// folded bytes (upper-case letters, digits, bytes from 0x80). Rules: docs/decisions/matching-definitions.md.

import { daysInMonth } from '../../money/calendar.ts';

/** Byte classes. */
const SEPARATOR = 0;
export const SOFT = 1;
export const LETTER = 2;
export const DIGIT = 3;

export const CLASS = new Uint8Array(256);
export const FOLD = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) {
  const isLower = byte >= 0x61 && byte <= 0x7a;
  const isUpper = byte >= 0x41 && byte <= 0x5a;
  const isDigit = byte >= 0x30 && byte <= 0x39;
  FOLD[byte] = isLower ? byte - 32 : byte;
  CLASS[byte] = isDigit
    ? DIGIT
    : isLower || isUpper || byte >= 0x80
      ? LETTER
      : byte === 0x2d || byte === 0x5f
        ? SOFT
        : SEPARATOR;
}

/** Class and folded byte in one word: class << 8 | byte. */
export const SHAPE = new Uint16Array(256);
for (let byte = 0; byte < 256; byte++) SHAPE[byte] = (CLASS[byte] << 8) | FOLD[byte];
/** A letter or a digit: at least this in SHAPE. */
export const WORD = LETTER << 8;

/** The fewest and the most bytes, and the fewest digits, of a piece that looks like an identifier. */
export const MIN_EMBEDDED = 6;
export const MOST_BYTES = 40;
export const MIN_DIGITS = 4;
/** This many digits are an identifier with any prefix, unless they are a date. */
export const MIN_CERTAIN = 7;

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));
const PLACEHOLDERS = ['NA', 'NIL', 'NONE', 'NULL', 'NONREF', 'NOREF', 'NOTPROVIDED', 'UNKNOWN'].map(ascii);
export const isDigit = (byte: number): boolean => CLASS[byte] === DIGIT;

export function allDigits(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isDigit(bytes[i])) return false;
  return to > from;
}

export function startsWith(bytes: Uint8Array, from: number, to: number, prefix: Uint8Array): boolean {
  if (to - from < prefix.length) return false;
  for (let i = 0; i < prefix.length; i++) if (bytes[from + i] !== prefix[i]) return false;
  return true;
}

export const SESSION_DIGITS = 30;

/**
 * Whether digits are the thirty that a switch gave a transaction: institution (6), yymmddhhmmss (12), serial (12).
 * Before normalising.
 */
export function isTransactionNumber(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from !== SESSION_DIGITS) return false;
  const year = number(bytes, from + 6, 2);
  const month = number(bytes, from + 8, 2);
  const day = number(bytes, from + 10, 2);
  return plausible(2000 + year, month, day) && isTime(bytes, from + 12);
}

/**
 * Letters and then a year, a year with its month, or a date: INV2026, MARCH2026, FY202603. It does not identify a
 * transaction by itself.
 */
export function isPeriodName(bytes: Uint8Array, from: number, to: number): boolean {
  let digits = to;
  while (digits > from && isDigit(bytes[digits - 1])) digits--;
  if (digits === from || to - digits > 8) return false;
  for (let i = from; i < digits; i++) if (isDigit(bytes[i])) return false;
  return isPeriod(bytes, digits, to);
}

/** Whether digits are a year (1900 to 2099), a year and its month, or a date of eight digits. */
export function isPeriod(bytes: Uint8Array, from: number, to: number): boolean {
  const length = to - from;
  if (length === 8) return isDate(bytes, from, to);
  const year = length >= 4 ? number(bytes, from, 4) : 0;
  if (year < 1900 || year > 2099) return false;
  return length === 4 || (length === 6 && plausible(year, number(bytes, from + 4, 2), 1));
}

/** Whether a field's normalised text says "no reference": one byte repeated, or one of the usual words. */
export function isPlaceholder(bytes: Uint8Array, from: number, to: number): boolean {
  let i = from + 1;
  while (i < to && bytes[i] === bytes[from]) i++;
  if (i >= to) return true;
  // Every word begins with N or U: nearly all texts are done here.
  if (bytes[from] !== 0x4e && bytes[from] !== 0x55) return false;
  return PLACEHOLDERS.some((word) => word.length === to - from && startsWith(bytes, from, to, word));
}

/** A number in scientific notation, as a spreadsheet leaves a long reference: its digits are lost. Raw bytes. */
export function isScientific(bytes: Uint8Array, from: number, to: number): boolean {
  let i = from;
  let end = to;
  while (i < end && bytes[i] === 0x20) i++;
  while (end > i && bytes[end - 1] === 0x20) end--;
  const whole = i;
  while (i < end && isDigit(bytes[i])) i++;
  if (i === whole) return false;
  if (bytes[i] === 0x2e || bytes[i] === 0x2c) {
    const fraction = ++i;
    while (i < end && isDigit(bytes[i])) i++;
    if (i === fraction) return false;
  }
  if ((bytes[i] & 0xdf) !== 0x45 || bytes[i + 1] !== 0x2b) return false;
  return i + 2 < end && allDigits(bytes, i + 2, end);
}

const number = (bytes: Uint8Array, at: number, digits: number): number => {
  let value = 0;
  for (let i = at; i < at + digits; i++) value = value * 10 + (bytes[i] - 0x30);
  return value;
};
const plausible = (year: number, month: number, day: number): boolean =>
  year >= 1900 && year <= 2099 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);

/** hhmmss */
const isTime = (bytes: Uint8Array, at: number): boolean =>
  number(bytes, at, 2) < 24 && number(bytes, at + 2, 2) < 60 && number(bytes, at + 4, 2) < 60;

/** Whether digits are a date, or a date and time. */
export function isDate(bytes: Uint8Array, from: number, to: number): boolean {
  const length = to - from;
  if (length !== 8 && length !== 14) return false;
  if (plausible(number(bytes, from, 4), number(bytes, from + 4, 2), number(bytes, from + 6, 2))) {
    return length === 8 || isTime(bytes, from + 8);
  }
  return length === 8 && plausible(number(bytes, from + 4, 4), number(bytes, from + 2, 2), number(bytes, from, 2));
}

/** Whether bytes[from..to), normalised to begin at `start`, looks like a transaction's identifier. */
export function looksLikeIdentifier(bytes: Uint8Array, from: number, start: number, to: number): boolean {
  const length = to - start;
  if (length < MIN_EMBEDDED || length > MOST_BYTES) return false;
  let digits = 0;
  for (let i = start; i < to; i++) if (isDigit(bytes[i])) digits++;
  if (digits < length) return digits >= MIN_DIGITS;
  return length >= MIN_CERTAIN && !isDate(bytes, start, to) && !isDate(bytes, from, to);
}

/**
 * Whether digits are a party's number: an account (10 digits) or a phone (11 with 0, 13 with 234). Before normalising.
 */
export function isPartyNumber(bytes: Uint8Array, from: number, to: number): boolean {
  const length = to - from;
  if (length === 11) return bytes[from] === 0x30;
  return length === 10 || (length === 13 && number(bytes, from, 3) === 234);
}
