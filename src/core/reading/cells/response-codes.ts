// Response codes of switches and card schemes, two characters each (design/matching.md, NIP; ISO 8583, field 39): what
// a switch answered to the transfer of the row. Only a column whose title and values both say that it holds them is
// read so, for 51 or 00 may stand for anything elsewhere.

import { plainTitle } from '../words/plain-title.ts';
import type { EntryState } from './entry-states.ts';
import { entryState } from './entry-states.ts';

/** A code alone, or before its meaning (51 - Insufficient funds). */
const CODE = /^'?(\d{2})(?:\s*[-:]\D.*|\s*\(.*)?$/s;
const SUCCESS = '00';
/** Undecided, or indeterminate until settlement: booked or not, the next report says. */
const PENDING: ReadonlySet<string> = new Set(['01', '09', '68', '91', '96', '97']);
const DUPLICATE: ReadonlySet<string> = new Set(['26', '94']);
/** Codes by which a transfer failed: those of NIP, and of ISO 8583 what is refused. */
const FAILED: ReadonlySet<string> = new Set(
  '03 04 05 06 07 08 12 13 14 15 16 17 18 21 25 30 31 33 34 35 36 38 39 40 41 42 43 51 52 53 54 55 56 57 58 59 61 62 63 65 66 67 69 70 71 75 78 90 92 93 95 98 99'.split(
    ' ',
  ),
);
const isKnown = (code: string | null): boolean =>
  code !== null && (code === SUCCESS || PENDING.has(code) || DUPLICATE.has(code) || FAILED.has(code));

const RESPONSE_TITLE =
  /^(nip |nibss |switch |host |issuer |auth |transaction |trans |tran |txn )?(response|(resp|rsp) (code|cd)|response (code|cd))$|^(nip |auth )?(respcode|responsecode|rspcode)$|^(response|resp) (message|msg|description|desc|text|meaning)$/;

/** Whether a title is one of the answer of a switch. */
export const isResponseTitle = (title: string): boolean => RESPONSE_TITLE.test(plainTitle(title));

/** The two digits of a response code, null for a cell that is none. */
const codeIn = (cell: string): string | null => CODE.exec(cell.trim())?.[1] ?? null;

/** Share of codes that may be others than success; one always may. */
const UNSUCCESSFUL = 0.2;

/**
 * What the cells of a column are: response codes, most of them success; such codes with few successes; or neither.
 * `meanings` are the cells beside them that say it in words, where there is such a column: these prove any share.
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

/** Whether the cells are what switches answer in words, most of them that it went well. */
export const areResponseWords = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.filter((cell) => entryState(cell) === 'booked').length >= cells.length * 0.5;

/** What a cell of a column of response codes says of its entry. A cell that is no code is read as words. */
export function responseState(cell: string): EntryState {
  const code = codeIn(cell);
  if (code === null) return entryState(cell);
  if (code === SUCCESS) return 'booked';
  return PENDING.has(code) ? 'pending' : 'never';
}

/** Why a row with that response was set aside, as it goes on from “the response code “51” says”. */
export const responseMeans = (cell: string): string =>
  DUPLICATE.has(codeIn(cell) ?? '') ? 'that it repeats another transfer' : 'that the transfer failed';
