// Joins, compares and splits the named columns of a kind, which are in order of their names. An empty value equals a
// missing column, so a file without the column and a file that leaves it empty hold the same row.

import type { NamedColumns, TextColumn } from './columns.ts';
import { type ColumnDefinition, knownColumn } from './kind-columns.ts';
import { textColumnOf } from './text-column.ts';

export const NO_NAMED_COLUMNS: NamedColumns = [];

/** The definitions of all parts together. Throws RangeError if a name has two types. */
export function definitionsOf(parts: readonly (readonly ColumnDefinition[])[]): ColumnDefinition[] {
  const all = new Map<string, ColumnDefinition>();
  for (const { name, type, identifying } of parts.flat()) {
    const known = all.get(name);
    if (known !== undefined && known.type !== type) throw new RangeError(`the column ${name} has two types`);
    all.set(name, { name, type, identifying: identifying || known?.identifying === true });
  }
  return [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Reads an integer as String() writes it, so that it can be written back unchanged. Throws RangeError for other texts.
 */
export function integerOf(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || String(value) !== text) throw new RangeError(`"${text}" is no whole number`);
  return value;
}

/** -1, 0 or 1 by the bytes of two texts of two columns; a missing column is empty. */
export function compareAcross(a: TextColumn | undefined, i: number, b: TextColumn | undefined, j: number): number {
  const [x, y] = [bytesAt(a, i), bytesAt(b, j)];
  const shared = Math.min(x.length, y.length);
  for (let k = 0; k < shared; k++) if (x[k] !== y[k]) return x[k] < y[k] ? -1 : 1;
  return Math.sign(x.length - y.length);
}

const NOTHING = new Uint8Array(0);

function bytesAt(column: TextColumn | undefined, i: number): Uint8Array {
  return column === undefined ? NOTHING : column.bytes.subarray(column.offsets[i], column.offsets[i + 1]);
}

/** Whether two rows agree in all identifying columns. */
export function sameNamed(a: NamedColumns, i: number, b: NamedColumns, j: number): boolean {
  if (a.length === 0 && b.length === 0) return true;
  const textsOf = (columns: NamedColumns, name: string) => columns.find((one) => one.name === name)?.texts;
  return definitionsOf([a, b]).every(
    ({ name, identifying }) => !identifying || compareAcross(textsOf(a, name), i, textsOf(b, name), j) === 0,
  );
}

/** A row's value of a column. */
export interface NamedValue extends ColumnDefinition {
  readonly value: Uint8Array;
}

/** The values of row i that are not empty. */
export function namedValues(columns: NamedColumns, i: number): NamedValue[] {
  return columns.flatMap(({ texts, ...definition }) => {
    const value = bytesAt(texts, i);
    return value.length === 0 ? [] : [{ ...definition, value }];
  });
}

/** Makes columns from the values of each row. Throws store_damaged for an unknown column. */
export function columnsFromValues(rows: readonly (readonly NamedValue[])[]): NamedColumns {
  return definitionsOf(rows.map((row) => row.map(knownColumn))).map((definition) => ({
    ...definition,
    texts: textColumnOf(rows.map((row) => row.find(({ name }) => name === definition.name)?.value ?? NOTHING)),
  }));
}
