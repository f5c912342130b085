// How a reason names a row of another cluster or group, with its fate: "the bank debit of NGN 9,000.00 on 2026-03-06,
// which has its reference, is already matched". A row of another account is named with it.

import type { Side } from '../records/rows/columns.ts';
import { fateOf } from './near/near-rows.ts';
import type { Fate } from './near/row-fates.ts';
import { type OpenSession, rowOf } from './open-session.ts';
import { describeRow } from './wording.ts';

const FATE_WORDS: Readonly<Record<Fate, string>> = {
  open: 'open',
  matched: 'already matched',
  netted: 'netted against another row of its side',
  pending: 'only announced and takes no part',
  zero: 'of zero and takes no part',
  out_of_period: 'outside the period and takes no part',
  declined: 'refused by the switch and takes no part',
};

/** `already matched`, `open` */
export const fateWords = (session: OpenSession, side: Side, row: number): string =>
  FATE_WORDS[fateOf(session.near, side, row)];

/** `the bank debit of NGN 9,000.00 on 2026-03-06, which is already matched` */
export const nameWithFate = (session: OpenSession, side: Side, row: number): string =>
  `the ${describeRow(session, side, row)}, which is ${fateWords(session, side, row)}`;

/** `the bank debit of NGN 9,000.00 on 2026-03-06, which has its reference, is already matched` */
export function sayFate(
  session: OpenSession,
  {
    side,
    row,
    place = '',
    has,
  }: { readonly side: Side; readonly row: number; readonly place?: string; readonly has: string },
): string {
  return `the ${describeRow(session, side, row)}${place}, which ${has}, is ${fateWords(session, side, row)}`;
}

/** ` in account 002` for a row of the other side that belongs to another account than the item; else nothing. */
export function otherAccountWords(
  { columns, near, open }: OpenSession,
  { side, item, row }: { readonly side: Side; readonly item: number; readonly row: number },
): string {
  const other = side === 'gl' ? 'bank' : 'gl';
  const own = near.accounts[side][columns[side].account[rowOf({ columns, open }, side, item)]];
  const label = columns[other].account[row];
  if (near.accounts[other][label] === own) return '';
  const name = columns[other].accounts[label];
  return name === '' ? ' in another account' : ` in account ${name}`;
}
