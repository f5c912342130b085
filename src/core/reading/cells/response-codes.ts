// Response codes of switches and card schemes, two characters each (ISO 8583, field 39): the
// switch's answer to the row's transfer. A column is read so only if both its title and its values say so, because 51
// or 00 may mean anything elsewhere.

import { plainTitle } from '../words/plain-title.ts';
import type { EntryState } from './entry-states.ts';
import { entryState } from './entry-states.ts';

/** A code alone, or before its meaning (51 - Insufficient funds). */
const CODE = /^'?(\d{2})(?:\s*[-:]\D.*|\s*\(.*)?$/s;
const SUCCESS = '00';
/** Undecided, or indeterminate until settlement: the next report tells whether it was booked. */
const PENDING: ReadonlySet<string> = new Set(['01', '09', '68', '91', '96', '97']);
const DUPLICATE: ReadonlySet<string> = new Set(['26', '94']);
/** Codes of failed transfers: NIP's, and the refusals of ISO 8583. */
const FAILED: ReadonlySet<string> = new Set(
  '03 04 05 06 07 08 12 13 14 15 16 17 18 21 25 30 31 33 34 35 36 38 39 40 41 42 43 51 52 53 54 55 56 57 58 59 61 62 63 65 66 67 69 70 71 75 78 90 92 93 95 98 99'.split(
    ' ',
  ),
);
const isKnown = (code: string | null): boolean =>
  code !== null && (code === SUCCESS || PENDING.has(code) || DUPLICATE.has(code) || FAILED.has(code));

const RESPONSE_TITLE =
  /^(nip |nibss |switch |host |issuer |auth |transaction |trans |tran |txn )?(response|(resp|rsp) (code|cd)|response (code|cd))$|^(nip |auth )?(respcode|responsecode|rspcode)$|^(response|resp) (message|msg|description|desc|text|meaning)$/;

/** Whether a title means a switch's answer. */
export const isResponseTitle = (title: string): boolean => RESPONSE_TITLE.test(plainTitle(title));

/** The two digits of a response code, null for a cell that is none. */
const codeIn = (cell: string): string | null => CODE.exec(cell.trim())?.[1] ?? null;

/** Share of codes that may be other than success; one code always may. */
const UNSUCCESSFUL = 0.2;

/**
 * The meaning of a column's cells: response codes, mostly success; response codes with few successes; or neither.
 * `meanings`: cells beside them with the answer in words, if there is such a column: these prove any share.
 */
export function responseCodes(
  cells: readonly string[],
  meanings?: readonly string[],
): 'codes' | 'few successes' | null {
  const codes = cells.flatMap((cell, i) => (cell === '' ? [] : [{ code: codeIn(cell), meaning: meanings?.[i] ?? '' }]));
  const others = codes.filter(({ code }) => code !== SUCCESS);
  if (others.length === codes.length || !codes.every(({ code }) => isKnown(code))) return null;
  const isBorneOut = ({ code, meaning }: (typeof codes)[number]): boolean =>
    meaning !== '' && (entryState(meaning) === 'booked') === (code === SUCCESS);
  if (others.length <= Math.max(1, codes.length * UNSUCCESSFUL) || codes.every(isBorneOut)) return 'codes';
  return 'few successes';
}

/** Whether the cells are a switch's answers in words, mostly success. */
export const areResponseWords = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.filter((cell) => entryState(cell) === 'booked').length >= cells.length * 0.5;

/** The state of an entry by its response code. A cell without a code is read as words. */
export function responseState(cell: string): EntryState {
  const code = codeIn(cell);
  if (code === null) return entryState(cell);
  if (code === SUCCESS) return 'booked';
  return PENDING.has(code) ? 'pending' : 'never';
}

/** Why a row with that response was set aside; continues “the response code “51” says”. */
export const responseMeans = (cell: string): string =>
  DUPLICATE.has(codeIn(cell) ?? '') ? 'that it repeats another transfer' : 'that the transfer failed';
