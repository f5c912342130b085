// Sums up a reading of a file: its entries and their sums by currency, and the first of them.

import { formatDay } from '../../money/calendar.ts';
import { exponentOf, formatMinor } from '../../money/money.ts';
import type { ReadingChoice } from '../../reading-choice.ts';
import { ROW_PENDING, type RowColumns } from '../../records/rows/columns.ts';

/** Entries that are shown. */
const SHOWN = 3;

/** The sums and first entries of a file's rows; `way`: -1 if all their signs are turned. */
export function givenBy(c: RowColumns, way: 1 | -1 = 1): Pick<ReadingChoice, 'sums' | 'first'> {
  const first: number[] = [];
  const sums = new Map<number, { rows: number; sum: bigint }>();
  for (let i = 0; i < c.count; i++) {
    if ((c.flags[i] & ROW_PENDING) !== 0) continue;
    if (first.length < SHOWN) first.push(i);
    const of = sums.get(c.currency[i]) ?? { rows: 0, sum: 0n };
    sums.set(c.currency[i], { rows: of.rows + 1, sum: of.sum + BigInt(way * c.amount[i]) });
  }
  const amountIn = (currency: number, minor: number | bigint) => formatMinor(minor, exponentOf(c.currencies[currency]));
  return {
    sums: [...sums].map(([currency, { rows, sum }]) => ({
      ...{ currency: c.currencies[currency], rows, amount: amountIn(currency, sum) },
    })),
    first: first.map((i) => ({
      ...{ line: c.line[i], date: formatDay(c.bookingDay[i]) ?? '' },
      ...{ amount: amountIn(c.currency[i], way * c.amount[i]), currency: c.currencies[c.currency[i]] },
    })),
  };
}
