// What a row's texts say: its words, its cut word, and the identifiers it carries as a field or embedded
// (matching-definitions.md, "Reading a text" and "Identifiers of a row"). All on byte strings, upper case.

import { daysInMonth } from '../../src/core/money/calendar.ts';
import { byteString, type RefRow } from './ref-row.ts';

export type Kind = 'reference' | 'session' | 'embedded';

export interface Identifier {
  readonly value: string;
  readonly kind: Kind;
  /** A party's number, which links only to a field. A field is never weak. */
  readonly weak: boolean;
  /** It is embedded and its occurrence ends exactly where the narration ends. */
  readonly endsField: boolean;
  /** The longer number that it is a part of, where it is short and that one holds other digits. */
  readonly whole: string | null;
  /** It was looked for, because some row has it for its reference field. */
  readonly known: boolean;
  /** A known one that only a near amount bears out. */
  readonly near: boolean;
}

const PREFIXES = ['FT', 'TRF', 'NIP', 'REF', 'POS', 'TXN', 'TRX', 'CHQ', 'RRN'];
const PLACEHOLDERS = ['NA', 'NIL', 'NONE', 'NULL', 'NONREF', 'NOREF', 'NOTPROVIDED', 'UNKNOWN'];

const WORD = '[A-Z0-9\\x80-\\xff]';
const tokenPattern = () => new RegExp(`${WORD}{2,}`, 'g');
const wordPattern = () => new RegExp(`${WORD}+`, 'g');
const runPattern = () => /[A-Z0-9\x80-\xff_-]+/g;
const ALL_DIGITS = /^[0-9]+$/;

/** The bytes of a text with a-z folded to upper case. */
export function upper(text: string): string {
  return byteString(text).replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** Leading zeros of digits alone come and go from system to system; `least` bytes remain, 4 of a word. */
function withoutLeadingZeros(piece: string, least = 4): string {
  if (!ALL_DIGITS.test(piece)) return piece;
  const zeros = /^0*/.exec(piece)![0].length;
  return piece.slice(Math.max(0, Math.min(zeros, piece.length - least)));
}

/** Tokens in the order they stand, repeated ones too. */
export function tokensIn(text: string): string[] {
  return (upper(text).match(tokenPattern()) ?? []).map((token) => withoutLeadingZeros(token));
}

/** The distinct words of the reference and narration fields: runs of one byte or more. */
export function wordsOf(row: RefRow): Set<string> {
  const words = (text: string) => (upper(text).match(wordPattern()) ?? []).map((word) => withoutLeadingZeros(word));
  return new Set([...words(row.reference), ...words(row.narration)]);
}

/** The narration's last word when the narration ends with it and it has, as it is there, at least 3 bytes. */
export function cutWordOf(row: RefRow): string | null {
  const last = new RegExp(`${WORD}{3,}$`).exec(upper(row.narration))?.[0];
  return last === undefined ? null : withoutLeadingZeros(last);
}

/** A word for a cheque and its number, and nothing else. */
const CHEQUE = /^(?:CHEQUE|CHQ|CHECK|CHK)(?:NUMBER|NUM|NO|NR)?([0-9]+)$/;

/** Without the words for a cheque before its number, or without the known prefix. */
function withoutPrefix(piece: string): string {
  const cheque = CHEQUE.exec(piece)?.[1];
  if (cheque !== undefined) return cheque;
  const prefix = PREFIXES.find((known) => piece.startsWith(known));
  const rest = prefix === undefined ? '' : piece.slice(prefix.length);
  return rest.length >= 4 && /^[0-9]/.test(rest) ? rest : piece;
}

export function normalise(piece: string): string {
  const value = withoutLeadingZeros(withoutPrefix(piece), 3);
  return CHEQUE.test(piece) ? value.padStart(3, '0') : value;
}

/** `isCheque`: the word for a cheque makes any number one, but zero. */
function isPlaceholder(value: string, raw: string, isCheque: boolean): boolean {
  const oneByteRepeated = isCheque ? /^0+$/.test(value) : new Set(value).size === 1;
  const scientific = /^\s*[0-9]+([.,][0-9]+)?E\+[0-9]+\s*$/.test(raw);
  return oneByteRepeated || scientific || PLACEHOLDERS.includes(value);
}

/** The identifier that a whole field is, or none. */
export function fieldIdentifier(text: string, kind: Kind): Identifier[] {
  const raw = upper(text);
  const joined = raw.replace(/[^A-Z0-9\x80-\xff]/g, '');
  if (joined.length < 3 || isPlaceholder(withoutPrefix(joined), raw, CHEQUE.test(joined))) return [];
  const value = normalise(joined);
  return [{ value, kind, weak: false, endsField: false, whole: null, known: false, near: false }];
}

function isDay(year: string, month: string, day: string): boolean {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  return y >= 1900 && y <= 2099 && m >= 1 && m <= 12 && d >= 1 && d <= daysInMonth(y, m);
}

/** 8 digits that read as yyyymmdd or ddmmyyyy, or 14 that read as yyyymmddhhmmss. */
export function isDate(piece: string): boolean {
  if (!/^([0-9]{8}|[0-9]{14})$/.test(piece)) return false;
  const yearFirst = isDay(piece.slice(0, 4), piece.slice(4, 6), piece.slice(6, 8));
  if (piece.length === 8) return yearFirst || isDay(piece.slice(4, 8), piece.slice(2, 4), piece.slice(0, 2));
  const [hour, minute, second] = [piece.slice(8, 10), piece.slice(10, 12), piece.slice(12, 14)].map(Number);
  return yearFirst && hour! <= 23 && minute! <= 59 && second! <= 59;
}

/** Letters, and a year, a year and a month, or a date. */
export function isPeriodName(value: string): boolean {
  const digits = /^[^0-9]+([0-9]+)$/.exec(value)?.[1] ?? '';
  if (digits.length === 8) return isDate(digits);
  const year = /^(19|20)[0-9]{2}/.test(digits);
  return year && (digits.length === 4 || (digits.length === 6 && /(0[1-9]|1[0-2])$/.test(digits)));
}

export function looksLikeIdentifier(value: string): boolean {
  const digits = value.replace(/[^0-9]/g, '').length;
  const longEnough = value.length >= (ALL_DIGITS.test(value) ? 7 : 6);
  return longEnough && value.length <= 40 && digits >= 4;
}

/** A party's number, judged on the piece as it stands: an account or a telephone number. */
export function isPartyNumber(piece: string): boolean {
  return /^([0-9]{10}|0[0-9]{10}|234[0-9]{10})$/.test(piece);
}

const BEHIND_CHEQUE = new RegExp(
  `(?<!${WORD})(CHQ|CHEQUE|CHK|CHECK)(?!${WORD})[^A-Z0-9\\x80-\\xff]*((NO|NR|NUM|NUMBER)[^A-Z0-9\\x80-\\xff]+)?$`,
);

/**
 * At most six digits without leading zeros, right behind the word for a cheque, glued to it or not. One or two digits must
 * be a token, and must not begin a date or an amount: no digit behind one separator.
 */
function isChequeNumber(piece: string, around: { before: string; behind: string } | null): boolean {
  const digits = withoutPrefix(piece);
  const isNumber = /^[0-9]+$/.test(digits) && normalise(piece).length < 7 && !/^0+$/.test(digits);
  if (!isNumber) return false;
  if (digits.length < 3 && (around === null || /^[^A-Z0-9\x80-\xff][0-9]/.test(around.behind))) return false;
  if (CHEQUE.test(piece)) return true;
  return around !== null && ALL_DIGITS.test(piece) && BEHIND_CHEQUE.test(around.before);
}

export const bare = (text: string): string => upper(text).replace(/[^A-Z0-9\x80-\xff]/g, '');
const digitsIn = (text: string): number => text.replace(/[^0-9]/g, '').length;

/**
 * Identifiers inside a text, in the order they stand: of each run its joined form, then its tokens. All of them are parts
 * of the field when that is the reference; else tokens are parts of their run.
 */
export function embeddedIdentifiers(text: string, field: string | null): Identifier[] {
  const raw = upper(text);
  const found: Identifier[] = [];
  const consider = (piece: string, end: number, container: string | null, at: number | null) => {
    const value = ALL_DIGITS.test(piece) ? normalise(piece).padStart(3, '0') : normalise(piece);
    // A date is one before its leading zero is taken off (05012024) and after a prefix is (REF20240105).
    const isOne = !isDate(piece) && !isDate(value) && looksLikeIdentifier(value);
    if (!isOne && !isChequeNumber(piece, at === null ? null : { before: raw.slice(0, at), behind: raw.slice(end) }))
      return;
    const isPart = container !== null && digitsIn(container) > digitsIn(piece) && value.length < 12;
    const whole = isPart ? container : null;
    found.push({
      value,
      kind: 'embedded',
      weak: isPartyNumber(piece) || isPeriodName(value),
      endsField: end === raw.length,
      whole,
      known: false,
      near: false,
    });
  };
  for (const run of raw.matchAll(runPattern())) {
    const isOne = ([token]: RegExpMatchArray, at: number) =>
      token!.length > 1 || (/[0-9]/.test(token!) && BEHIND_CHEQUE.test(raw.slice(0, at)));
    const tokens = [...run[0].matchAll(wordPattern())].filter((token) => isOne(token, run.index + token.index));
    const lastByte = run.index + run[0].replace(/[-_]+$/, '').length;
    const several = tokens.length > 1;
    const joined = run[0].replace(/[-_]/g, '');
    if (several) consider(joined, lastByte, field, null);
    const container = field ?? (several ? joined : null);
    for (const token of tokens) {
      const at = run.index + token.index;
      consider(token[0], at + token[0].length, container, at);
    }
  }
  return found;
}

/** Thirty digits that say which transaction a row is of: institution, yymmddhhmmss, serial; of several none. */
export function transactionOf(row: RefRow): string | null {
  const inFields = [bare(row.reference), bare(row.settlementSession)];
  const severalTokens = tokensIn(row.reference).length > 1;
  const pieces = [...(severalTokens ? [row.reference] : []), row.narration].flatMap((text) =>
    [...upper(text).matchAll(runPattern())].flatMap((run) => [
      run[0].replace(/[-_]/g, ''),
      ...[...run[0].matchAll(tokenPattern())].map(([token]) => token),
    ]),
  );
  const all = new Set([...inFields, ...pieces].filter(isTransactionNumber).map(normalise));
  return all.size === 1 ? [...all][0] : null;
}

function isTransactionNumber(piece: string): boolean {
  return /^[0-9]{30}$/.test(piece) && isDate(`20${piece.slice(6, 18)}`);
}

const MARKERS = ['REVERSAL', 'REVERSED', 'REVR', 'RVSL', 'RVS', 'RSVL', 'REV', 'VOID'];

export const isMarker = (word: string): boolean => MARKERS.includes(word);

export function hasReversalMarker(words: ReadonlySet<string>): boolean {
  return [...words].some(isMarker);
}
