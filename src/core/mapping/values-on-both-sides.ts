// Values that columns of the ledger and the statement share. References that occur on both sides identify the reference
// column, whatever its title. Only single words with digits count, which hardly coincide by chance, unlike amounts,
// days and counters.

import { type ColumnProfile, readsAsDay } from '../reading/cells/cell-profile.ts';

/** Least number of shared values, and least share of the values of the smaller column. */
const LEAST = 3;
const LEAST_SHARE = 0.1;

/** A column of a side, by file and column number. */
interface ColumnPlace {
  readonly file: number;
  readonly column: number;
}

export interface CommonValues {
  readonly gl: ColumnPlace;
  readonly bank: ColumnPlace;
  /** Number of different values in both columns, and in the smaller one. */
  readonly values: number;
  readonly of: number;
}

/** The different values of a column that may be references; empty if they count rows or are money or days. */
export function referringValues(cells: readonly string[], profile: ColumnProfile): ReadonlySet<string> {
  const none = new Set<string>();
  if (profile.filled === 0 || profile.days >= profile.filled * 0.5 || profile.moneyDressed > 0) return none;
  const values = new Set<string>();
  for (const cell of cells) {
    const value = cell.trim().replace(/^'/, '').toUpperCase();
    if (/^[A-Z0-9/_.:-]{5,64}$/.test(value) && /\d{3}/.test(value) && !readsAsDay(value)) values.add(value);
  }
  // A value that many rows share is an account or a batch; consecutive numbers only count.
  if (values.size < LEAST || values.size < profile.filled * 0.3 || isCounted([...values])) return none;
  return values;
}

function isCounted(values: readonly string[]): boolean {
  if (!values.every((value) => /^\d{1,9}$/.test(value))) return false;
  const numbers = values.map(Number).sort((a, b) => a - b);
  return numbers.at(-1)! - numbers[0] < numbers.length * 2;
}

export interface ReferringColumn extends ColumnPlace {
  readonly values: ReadonlySet<string>;
}

/** Pairs of columns with shared values, those with most first. */
export function commonValues(gl: readonly ReferringColumn[], bank: readonly ReferringColumn[]): CommonValues[] {
  const holders = new Map<string, number[]>();
  for (const [at, { values }] of gl.entries()) {
    for (const value of values) holders.set(value, [...(holders.get(value) ?? []), at]);
  }
  const found: CommonValues[] = [];
  for (const { file, column, values } of bank) {
    const shared = new Map<number, number>();
    for (const value of values) for (const at of holders.get(value) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
    for (const [at, count] of shared) {
      const other = gl[at];
      const smaller = Math.min(values.size, other.values.size);
      if (count < LEAST || count < smaller * LEAST_SHARE) continue;
      found.push({
        gl: { file: other.file, column: other.column },
        bank: { file, column },
        values: count,
        of: smaller,
      });
    }
  }
  return found.sort((a, b) => b.values - a.values);
}
