// Bank rows that take back an entry that the bank gave before: a cheque that was not honoured, a transfer that came
// back. A row is one if an earlier row of its account has the opposite amount and shares a reference with it, or if it
// says that a cheque was returned, whose deposit may stand in an earlier month's file.

import { carriedReferences } from '../../matching/reading/carried-references.ts';
import { NO_DAY } from '../../money/calendar.ts';
import { type RowColumns, textAt } from '../../records/rows/columns.ts';
import { dayOf } from '../../records/rows/row-day.ts';
import { saysChequeReturned } from '../../words/reversal-words.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** Those of the given rows of the bank. */
export function returnedRows(columns: RowColumns, given: readonly number[]): ReadonlySet<number> {
  const returned = new Set(given.filter((row) => saysSo(columns, row)));
  const asking = Uint32Array.from(given.filter((row) => !returned.has(row)));
  const amounts = new Set(Array.from(asking, (row) => -columns.amount[row]));
  const rows = rowsWith(columns, amounts);
  if (rows.length === 0) return returned;
  const references = carriedReferences({ columns, rows: asking }, { columns, rows });
  // What is asked for, by name, account and currency and by amount: the first day of such an entry. An account and a
  // currency are 24 bits.
  const firstDays = new Map<number, Map<number, number>>();
  const keyOf = (name: number, row: number) => name * 2 ** 24 + columns.account[row] * 2 ** 8 + columns.currency[row];
  asking.forEach((row, k) => {
    for (const name of references.lookUp(k)) {
      const days = firstDays.get(keyOf(name, row));
      if (days === undefined) firstDays.set(keyOf(name, row), new Map([[-columns.amount[row], NEVER]]));
      else days.set(-columns.amount[row], NEVER);
    }
  });
  rows.forEach((row, k) => {
    const amount = columns.amount[row];
    const day = dayOf(columns, row);
    if (day === NO_DAY) return;
    for (const name of references.foundAs(k)) {
      const days = firstDays.get(keyOf(name, row));
      const first = days?.get(amount);
      if (first !== undefined && day < first) days!.set(amount, day);
    }
  });
  asking.forEach((row, k) => {
    const day = dayOf(columns, row);
    const firstOf = (name: number) => firstDays.get(keyOf(name, row))!.get(-columns.amount[row])!;
    if (day !== NO_DAY && references.lookUp(k).some((name) => firstOf(name) <= day)) returned.add(row);
  });
  return returned;
}

const saysSo = ({ narration, reference }: RowColumns, row: number): boolean =>
  saysChequeReturned(`${textAt(reference, row)} ${textAt(narration, row)}`);

function rowsWith({ count, amount }: RowColumns, amounts: ReadonlySet<number>): Uint32Array {
  const rows = new Uint32Array(count);
  let found = 0;
  for (let row = 0; row < count; row++) if (amounts.has(amount[row])) rows[found++] = row;
  return rows.subarray(0, found);
}
