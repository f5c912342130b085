// What a reading of a file gives: the number of its entries, their sums, and the first of them.

import { formatDay } from '../../money/calendar.ts';
import { exponentOf, formatMinor } from '../../money/money.ts';
import type { ReadingChoice } from '../../reading-choice.ts';
import type { JsonObject } from '../../records/documents/json.ts';
import { ROW_PENDING, type RowColumns, type Side } from '../../records/rows/columns.ts';
import { masked } from '../evidence/samples.ts';

/** Entries that are shown. */
const SHOWN = 3;

/**
 * The choice of a mapping by the rows that it gives; `way`: -1 if it turns all their signs. Figures are masked as all
 * values in a question are: what looks like an amount may be none.
 */
export function choiceOf(
  c: RowColumns,
  { side, mapping, way = 1 }: { readonly side: Side; readonly mapping: JsonObject; readonly way?: 1 | -1 },
): ReadingChoice {
  const rows: number[] = [];
  const sums = new Map<number, bigint>();
  for (let i = 0; i < c.count; i++) {
    if ((c.flags[i] & ROW_PENDING) !== 0) continue;
    rows.push(i);
    sums.set(c.currency[i], (sums.get(c.currency[i]) ?? 0n) + BigInt(way * c.amount[i]));
  }
  const amountIn = (currency: number, minor: number | bigint) => formatMinor(minor, exponentOf(c.currencies[currency]));
  return {
    side,
    mapping,
    rows: rows.length,
    sums: [...sums].map(([currency, sum]) => ({ currency: c.currencies[currency], amount: amountIn(currency, sum) })),
    first: rows.slice(0, SHOWN).map((i) => ({
      line: c.line[i],
      date: formatDay(c.bookingDay[i]) ?? '',
      amount: masked(amountIn(c.currency[i], way * c.amount[i])),
    })),
  };
}
