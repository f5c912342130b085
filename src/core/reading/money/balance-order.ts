// The order of the running balance as evidence for the booking day. If an export gives two days, one of them is the day
// on which the entry moved the balance: its days follow each other as the balances do, however the file is sorted. A
// column whose days do not is another day: when the entry was begun, or its value day.

import { DayReader, isDay, readDayText } from '../cells/day-text.ts';
import { SampleMoney } from '../evidence/sample-amounts.ts';
import type { Table } from '../table/table.ts';
import type { MoneyReading } from './money-reading.ts';

/** Share of the balances that must follow. */
const SHARE = 0.95;
/** Different days below which their order says nothing. */
const DIFFERENT = 3;

/** Rows of a sample in the order of the balance, oldest first; null if the balance has no order. */
function orderByBalance(effects: readonly number[], balances: readonly (number | null)[]): number[] | null {
  const rows = effects.flatMap((effect, i) => (effect !== 0 && balances[i] !== null ? [i] : []));
  const links = rows.slice(1).filter((row, i) => follows(effects, balances, { before: rows[i]!, row })).length;
  const back = rows.slice(1).filter((row, i) => follows(effects, balances, { before: row, row: rows[i]! })).length;
  const least = Math.max(DIFFERENT, (rows.length - 1) * SHARE);
  if (links >= least || back >= least) return links >= back ? rows : rows.reverse();
  return (
    chained(rows, effects, balances) ??
    chained(
      rows,
      effects.map((effect) => 0 - effect),
      balances,
    )
  );
}

/** Whether the balance moves from one row to another by its amount, in either direction. */
const follows = (
  effects: readonly number[],
  balances: readonly (number | null)[],
  { before, row }: { readonly before: number; readonly row: number },
): boolean => Math.abs(balances[row]! - balances[before]!) === Math.abs(effects[row]!);

/** Rows in balance order for a file in another order: each follows the one that leaves its balance. */
function chained(
  rows: readonly number[],
  effects: readonly number[],
  balances: readonly (number | null)[],
): number[] | null {
  const after = new Set(rows.map((row) => balances[row]!));
  const beginning = new Map<number, number>();
  for (const row of rows) {
    const before = balances[row]! - effects[row]!;
    // If two rows begin with one balance, their order is unknown.
    if (beginning.has(before)) return null;
    beginning.set(before, row);
  }
  const first = rows.filter((row) => !after.has(balances[row]! - effects[row]!));
  if (first.length !== 1 || rows.length <= DIFFERENT) return null;
  const order: number[] = [];
  for (let row: number | undefined = first[0]; row !== undefined; row = beginning.get(balances[row]!)) {
    order.push(row);
    if (order.length > rows.length) return null;
  }
  return order.length === rows.length ? order : null;
}

/**
 * The given columns of days that follow the balance; null if the balance has no order. A statement's printing date is
 * in order too, but nearly constant: it does not count.
 */
export function daysOfBalance(
  table: Table,
  reading: MoneyReading | null,
  columns: readonly number[],
): readonly number[] | null {
  if (reading === null || reading.balance < 0 || columns.length < 2) return null;
  const balances = new SampleMoney(table).balances(reading.balance, reading.balanceMarks);
  const order = balances.some(Number.isNaN) ? null : orderByBalance(reading.effects, balances);
  if (order === null) return null;
  const days = columns.map((column) => {
    const { order: dayOrder, digits } = table.profiles[column]!;
    const reader = new DayReader({ order: dayOrder, digits });
    return order.map((row) => readDayText(reader, table.rows[row]![column] ?? ''));
  });
  const most = Math.max(...days.map((of) => new Set(of).size));
  const isInOrder = (of: readonly number[]) => of.every((day, i) => isDay(day) && (i === 0 || day >= of[i - 1]!));
  return columns.filter((_, i) => isInOrder(days[i]!) && new Set(days[i]).size >= Math.max(DIFFERENT, most / 2));
}
