// Columns that a mapping keeps from the fields, its `others`: the reader sees neither their titles nor their values, so
// it can make nothing of them. A column that the mapping also names for a field keeps that field.

import { plainTitle } from '../words/plain-title.ts';
import type { GivenReading } from './given-reading.ts';

interface KeptColumns {
  readonly columns: ReadonlySet<number>;
  /** Named columns that the file does not have. */
  readonly absent: readonly string[];
}

/** The reason of such a column. */
export const KEPT = 'kept from the fields by the mapping';

export function keptColumns(
  { others = [] }: GivenReading,
  titles: readonly string[],
  isNamed: (column: number) => boolean,
): KeptColumns {
  const columns = new Set<number>();
  const absent: string[] = [];
  for (const other of others) {
    const called = columnsCalled(other, titles);
    if (called.length === 0) absent.push(String(other));
    for (const column of called) if (!isNamed(column)) columns.add(column);
  }
  return { columns, absent };
}

/** The columns that a mapping names in one of its lists. */
export const columnsCalled = (name: string | number, titles: readonly string[]): number[] =>
  titles.flatMap((title, i) => (isCalled(name, title, i) ? [i] : []));

/** A column is named by its number from 1 or its title, in any case; one without a title is “Column 3”. */
const isCalled = (other: string | number, title: string, i: number): boolean =>
  typeof other === 'number'
    ? other === i + 1
    : plainTitle(other) === (plainTitle(title) === '' ? `column ${i + 1}` : plainTitle(title));

/** The table without those columns; the others stay in place. */
export function withoutColumns<
  Of extends { readonly titles: readonly string[]; readonly rows: readonly (readonly string[])[] },
>(table: Of, columns: ReadonlySet<number>): Of {
  if (columns.size === 0) return table;
  const emptied = (cells: readonly string[]): string[] => cells.map((cell, i) => (columns.has(i) ? '' : cell));
  return { ...table, titles: emptied(table.titles), rows: table.rows.map(emptied) };
}

export const sayAbsent = ({ absent }: KeptColumns): string[] =>
  absent.map((name) => `“${name}”, given among the others, is no column of the file.`);
