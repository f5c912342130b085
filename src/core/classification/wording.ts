// How a reason names rows, money and dates, so that every rule's sentence reads alike: "the bank debit of
// NGN 52.50 on 2026-03-31 (bank.csv line 14)". The direction is in the noun, so amounts are shown without a sign.

import { formatDay, NO_DAY } from '../money/calendar.ts';
import { exponentOf, formatGrouped } from '../money/money.ts';
import type { RowColumns, Side } from '../records/rows/columns.ts';
import { type OpenSession, rowOf } from './open-session.ts';
import type { WordsOfRow } from './purpose/charge-words.ts';

/** `NGN 1,250.00`, without a sign. */
export function moneyText(minor: number | bigint, currency: string): string {
  return `${currency} ${formatGrouped(minor < 0 ? -minor : minor, exponentOf(currency))}`;
}

/** A row's name on its side: receipts and payments in the ledger, credits and debits at the bank. */
export function rowNoun(side: Side, amount: number): string {
  if (side === 'gl') return amount < 0 ? 'ledger payment' : 'ledger receipt';
  return amount < 0 ? 'bank debit' : 'bank credit';
}

export const sideNoun = (side: Side): string => (side === 'gl' ? 'ledger entry' : 'bank line');

/** `bank debit of NGN 52.50 on 2026-03-31 (bank.csv line 14)` for a row of the side's columns. */
export function describeRow(session: Pick<OpenSession, 'columns'>, side: Side, row: number): string {
  const columns = session.columns[side];
  const amount = columns.amount[row];
  const currency = columns.currencies[columns.currency[row]] ?? '';
  return `${rowNoun(side, amount)} of ${moneyText(amount, currency)}${onDay(columns.bookingDay[row])}${placeText(columns, row)}`;
}

/** ` (bank.csv line 14)`, the file by the last part of its name; empty for a row of no file. */
function placeText({ files, file, line }: RowColumns, row: number): string {
  const name = lastParts(files)[file[row]] ?? '';
  return name === '' || line[row] === 0 ? '' : ` (${name} line ${line[row]})`;
}

/** The last part of each file's name. Every reason names a file: the parts are cut once. */
function lastParts(files: readonly string[]): readonly string[] {
  const known = LAST_PARTS.get(files) ?? files.map((name) => name.split(/[?#]/)[0].split(/[\\/]/).at(-1)!);
  LAST_PARTS.set(files, known);
  return known;
}
const LAST_PARTS = new WeakMap<readonly string[], readonly string[]>();

/** The words of an open item. */
export function describeItem(session: OpenSession, side: Side, item: number): string {
  return describeRow(session, side, rowOf(session, side, item));
}

/** ` on 2026-03-31`, or nothing for a row without a date. */
function onDay(day: number): string {
  return day === NO_DAY ? '' : ` on ${formatDay(day)}`;
}

/** `1 day`, `2 days`. */
export function counted(n: number, noun: string): string {
  if (n === 1) return `1 ${noun}`;
  return `${n} ${noun.endsWith('y') && !noun.endsWith('ay') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** Lines that a sentence names; the rest are counted. */
const MOST_LINES = 5;

/** `line 14`, `lines 2 and 3`, `lines 2, 3, 4, 5, 6 and 12 more`. */
export function lineWords(lines: readonly number[]): string {
  const more = lines.length - MOST_LINES;
  const shown = lines.slice(0, MOST_LINES).map(String);
  return `${lines.length === 1 ? 'line' : 'lines'} ${listed(more > 0 ? [...shown, `${more} more`] : shown)}`;
}

/** `account 1001` of a row; `an account that its file does not name`. */
export function accountWordsOf({ accounts, account }: RowColumns, row: number): string {
  const name = accounts[account[row]];
  return name === '' ? 'an account that its file does not name' : `account ${name}`;
}

/** What a row's words say of its purpose. */
export const saidBy = ({ words, isConfirmed }: Pick<WordsOfRow, 'words' | 'isConfirmed'>): string =>
  isConfirmed ? `says ${words}, words that were confirmed for this partner` : `says ${words}`;
