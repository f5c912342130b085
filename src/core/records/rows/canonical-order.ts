// The canonical order of rows: booking day, |amount|, amount, value day, currency, reference, settlement session,
// narration, source id, named columns, file, line. Everything that must not depend on the order of a file's rows uses
// it. Days and amounts are radix-sorted; texts are compared only if all numbers are equal.

import type { RowColumns, TextColumn } from './columns.ts';
import { radixOrder } from './radix-order.ts';
import { sortTies } from './tie-order.ts';

/** -1, 0 or 1 by the bytes of two texts of a column. */
export function compareTexts(column: TextColumn, i: number, j: number): number {
  const { bytes, offsets } = column;
  let a = offsets[i];
  let b = offsets[j];
  const aEnd = offsets[i + 1];
  const bEnd = offsets[j + 1];
  for (; a < aEnd && b < bEnd; a++, b++) {
    const difference = bytes[a] - bytes[b];
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return aEnd - a === bEnd - b ? 0 : aEnd - a < bEnd - b ? -1 : 1;
}

function compareRest(columns: RowColumns, i: number, j: number): number {
  const numbers =
    columns.amount[i] - columns.amount[j] ||
    columns.valueDay[i] - columns.valueDay[j] ||
    (columns.currency[i] === columns.currency[j]
      ? 0
      : compareCodes(columns.currencies[columns.currency[i]], columns.currencies[columns.currency[j]]));
  return (
    numbers ||
    compareTexts(columns.reference, i, j) ||
    compareTexts(columns.settlementSession, i, j) ||
    compareTexts(columns.narration, i, j) ||
    compareTexts(columns.sourceId, i, j) ||
    compareNamed(columns, i, j) ||
    columns.file[i] - columns.file[j] ||
    columns.line[i] - columns.line[j]
  );
}

/** Compares the named columns, in the order of their names. */
export function compareNamed({ named }: RowColumns, i: number, j: number): number {
  if (named === undefined) return 0;
  for (const { texts } of named) {
    const difference = compareTexts(texts, i, j);
    if (difference !== 0) return difference;
  }
  return 0;
}

const compareCodes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Negative if row i comes before row j in canonical order. */
export function compareRows(columns: RowColumns, i: number, j: number): number {
  return (
    columns.bookingDay[i] - columns.bookingDay[j] ||
    Math.abs(columns.amount[i]) - Math.abs(columns.amount[j]) ||
    compareRest(columns, i, j)
  );
}

/** Row numbers in canonical order. */
export function canonicalOrder(columns: RowColumns, rows: Uint32Array): Uint32Array {
  const order = canonicalPlaces(columns, rows);
  for (let k = 0; k < order.length; k++) order[k] = rows[order[k]];
  return order;
}

/** The canonical order as indexes into `rows`: rows[places[0]] comes first. */
export function canonicalPlaces(columns: RowColumns, rows: Uint32Array): Uint32Array {
  const n = rows.length;
  const magnitude = new Float64Array(n);
  const day = new Float64Array(n);
  let first = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    magnitude[i] = Math.abs(columns.amount[rows[i]]);
    day[i] = columns.bookingDay[rows[i]];
    if (day[i] < first) first = day[i];
  }
  // Days relative to the first one need only one pass for a month.
  for (let i = 0; i < n; i++) day[i] -= first;
  const order = radixOrder([magnitude, day], n);
  for (let from = 0; from < n; ) {
    let to = from + 1;
    while (to < n && magnitude[order[to]] === magnitude[order[from]] && day[order[to]] === day[order[from]]) to++;
    if (to - from > 1) sortTies({ columns, rows, places: order.subarray(from, to), compare: compareRest });
    from = to;
  }
  return order;
}
