// Response codes of switches and card schemes, two characters each (design/matching.md, NIP; ISO 8583, field 39): what
// a switch answered to the transfer of the row. Only a column whose title and values both say that it holds them is
// read so, for 51 or 00 may stand for anything elsewhere.

import type { EntryState } from './entry-states.ts';
import { entryState } from './entry-states.ts';
import { plainTitle } from './header-synonyms.ts';

/** A code alone, or before its meaning (51 - Insufficient funds). Spreadsheets drop the zero of 00 and 09. */
const CODE = /^'?([0-9]{1,2}|[A-Z][0-9A-Z])(?:\s*[-:]\s*\D.*|\s*\(.*)?$/;
const SUCCESS = '00';
/** Undecided, or indeterminate until settlement: booked or not, the next report says. */
const PENDING: ReadonlySet<string> = new Set(['01', '09', '68', '91', '96', '97']);
const DUPLICATE: ReadonlySet<string> = new Set(['26', '94']);

const RESPONSE_TITLE =
  /^(nip |nibss |switch |host |issuer |auth |transaction |trans |tran |txn )?(response|resp|rsp)( code| cd)?$|^(nip |auth )?(respcode|responsecode|rspcode)$|^(response|resp) (message|msg|description|desc|text|meaning)$|^(rc|action code|return code|result code)$/;

/** Whether a title is one of the answer of a switch. */
export const isResponseTitle = (title: string): boolean => RESPONSE_TITLE.test(plainTitle(title));

/** The two characters of a response code, null for a cell that is none. */
function codeIn(cell: string): string | null {
  const code = CODE.exec(cell.trim())?.[1];
  return code === undefined ? null : code.padStart(2, '0');
}

/** Titles under which 0 is 00 that lost a digit; under others, as “Status”, 0 and 1 may be anything. */
const NAMES_RESPONSES = /resp|rsp/i;

/** What the cells of a column are: response codes, most of them success; such codes with few successes; or neither. */
export function responseCodes(title: string, cells: readonly string[]): 'codes' | 'few successes' | null {
  const codes = cells.map(codeIn);
  if (cells.length === 0 || codes.some((code) => code === null)) return null;
  if (!NAMES_RESPONSES.test(title) && cells.some((cell) => cell.length === 1)) return null;
  const successes = codes.filter((code) => code === SUCCESS).length;
  if (successes >= cells.length * 0.5) return 'codes';
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
