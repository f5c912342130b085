// The reading of each column in the fast path, as a number.

import type { RowReader } from '../../scan/read-rows.ts';

// Texts and amounts are numbered so that their slot follows from the number.
export const SKIP = 0;
export const BOOKING = 1;
export const VALUE = 2;
export const TEXT = 4;
export const NARRATION = 4;
const REFERENCE = 5;
const SESSION = 6;
export const SOURCE = 7;
export const MONEY = 8;
export const AMOUNT = 8;
export const DEBIT = 9;
export const CREDIT = 10;
export const BALANCE = 11;
/** A span, looked up in a dictionary once the whole row is known to be plain. */
export const SPAN = 12;
/** A text that is looked up too: a narration whose words are the marks. */
export const TEXT_SPAN = 13;

/** The reading of each column of the file. */
export function cellKindsOf({ layout }: RowReader): Uint8Array {
  const { columns, narration, balanceMarks } = layout.proposal;
  const kinds = new Uint8Array(layout.titles.length).fill(SKIP);
  const set = (column: number, kind: number) => {
    if (column >= 0) kinds[column] = kind;
  };
  for (const column of [columns.currency, columns.account, columns.direction, columns.status, balanceMarks]) {
    set(column, SPAN);
  }
  for (const column of narration) set(column, kinds[column] === SPAN ? TEXT_SPAN : NARRATION);
  set(columns.reference, REFERENCE);
  set(columns.settlement_session_id, SESSION);
  set(columns.source_id, SOURCE);
  set(columns.value_date, VALUE);
  set(columns.booking_date, BOOKING);
  set(columns.balance, BALANCE);
  if (columns.amount >= 0) set(columns.amount, AMOUNT);
  else {
    set(columns.debit, DEBIT);
    set(columns.credit, CREDIT);
  }
  return kinds;
}
