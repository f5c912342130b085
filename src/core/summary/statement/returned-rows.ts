// Bank rows that take back an entry that the bank gave before: a cheque that was not honoured, a transfer that came
// back. A row is one if an earlier row of its account has the opposite amount and shares a reference with it, or if it
// says that a cheque was returned, whose deposit may stand in an earlier month's file.

import { carriedReferences } from '../../matching/reading/carried-references.ts';
import { NO_DAY } from '../../money/calendar.ts';
import { type RowColumns, textAt } from '../../records/rows/columns.ts';
import { dayOf } from '../../records/rows/row-day.ts';
import { saysChequeReturned } from '../../words/reversal-words.ts';

/** Those of the given rows of the bank. */
export function returnedRows(columns: RowColumns, given: readonly number[]): ReadonlySet<number> {
  const returned = new Set(given.filter((row) => saysSo(columns, row)));
  const asking = Uint32Array.from(given.filter((row) => !returned.has(row)));
  const amounts = new Set(Array.from(asking, (row) => -columns.amount[row]));
  const rows = Uint32Array.from(rowsWith(columns, amounts));
  if (rows.length === 0) return returned;
  const references = carriedReferences({ columns, rows: asking }, { columns, rows });
  const entries = new Map<string, number[]>();
  const nameAt = (row: number, { amount, name }: { readonly amount: number; readonly name: number }) =>
    `${columns.account[row]} ${columns.currency[row]} ${amount} ${name}`;
  rows.forEach((row, k) => {
    for (const name of references.foundAs(k)) {
      const at = nameAt(row, { amount: columns.amount[row], name });
      const known = entries.get(at);
      if (known === undefined) entries.set(at, [row]);
      else known.push(row);
    }
  });
  asking.forEach((row, k) => {
    const found = references
      .lookUp(k)
      .flatMap((name) => entries.get(nameAt(row, { amount: -columns.amount[row], name })) ?? []);
    if (found.some((entry) => isBefore(columns, entry, row))) returned.add(row);
  });
  return returned;
}

const saysSo = ({ narration, reference }: RowColumns, row: number): boolean =>
  saysChequeReturned(`${textAt(reference, row)} ${textAt(narration, row)}`);

function* rowsWith({ count, amount }: RowColumns, amounts: ReadonlySet<number>): Generator<number> {
  for (let row = 0; row < count; row++) if (amounts.has(amount[row])) yield row;
}

function isBefore(columns: RowColumns, entry: number, row: number): boolean {
  const [of, to] = [dayOf(columns, entry), dayOf(columns, row)];
  return of !== NO_DAY && to !== NO_DAY && of <= to;
}
